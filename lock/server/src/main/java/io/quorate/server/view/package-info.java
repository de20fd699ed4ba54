/** Views for operators: locks, members, health, metrics. */
@NullMarked
package io.quorate.server.view;

import org.jspecify.annotations.NullMarked;
