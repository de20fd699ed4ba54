/**
 * The state that survives a restart of a node: its incarnation and the ceiling of its clock. Start with {@link DataDirectory};
 * {@link CeilingWriter} keeps its disk out of turns.
 */
@NullMarked
package io.quorate.node.store;

import org.jspecify.annotations.NullMarked;
