/**
 * Ricart and Agrawala, "An Algorithm for Mutual Exclusion in Computer Networks", TR-869, 1980: a node enters when every
 * other node has answered its REQUEST, and a node that goes first defers its answers. Section 2 is
 * {@link io.quorate.papers.ricartagrawala.RicartAgrawalaMachine}; what sections 6 and 7 add are
 * {@link io.quorate.papers.ricartagrawala.Choices} that can be combined where the report allows it.
 */
@NullMarked
package io.quorate.papers.ricartagrawala;

import org.jspecify.annotations.NullMarked;
