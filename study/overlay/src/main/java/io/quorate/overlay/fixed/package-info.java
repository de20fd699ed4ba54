/**
 * An overlay for worlds without time, as the checker's: who belongs to it is known from the start, and it says nothing itself. Nodes
 * may be told to know only those next to them, so that routes have several hops even among few.
 */
@NullMarked
package io.quorate.overlay.fixed;

import org.jspecify.annotations.NullMarked;
