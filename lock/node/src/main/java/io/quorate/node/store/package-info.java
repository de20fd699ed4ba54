/**
 * What a node keeps over a restart: its incarnation and the ceiling of its clock. Start with {@link DataDirectory};
 * {@link CeilingWriter} keeps its disk out of turns.
 */
@NullMarked
package io.quorate.node.store;

import org.jspecify.annotations.NullMarked;
