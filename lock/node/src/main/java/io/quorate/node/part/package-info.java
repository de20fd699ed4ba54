/**
 * The SPI for a protocol that needs more than a roster: {@link PartGuide} starts such a node, {@link PartDesk} answers for it.
 */
@NullMarked
package io.quorate.node.part;

import org.jspecify.annotations.NullMarked;
