/** What applications see: locks, holds and exceptions. */
@NullMarked
package io.quorate.api;

import org.jspecify.annotations.NullMarked;
