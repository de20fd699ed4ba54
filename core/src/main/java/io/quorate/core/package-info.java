/** The pure heart: protocols as deterministic machines, without input or output, threads, clocks or randomness. */
@NullMarked
package io.quorate.core;

import org.jspecify.annotations.NullMarked;
