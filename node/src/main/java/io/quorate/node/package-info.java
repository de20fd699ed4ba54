/** The driver of production: turns, timers, transport and the embedded locks. */
@NullMarked
package io.quorate.node;

import org.jspecify.annotations.NullMarked;
