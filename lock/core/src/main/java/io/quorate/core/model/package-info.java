/**
 * The nouns that everything else is said in: nodes, sets of nodes, lock names, modes, stamps and the clock that makes
 * them. Values only; nothing here knows a protocol. Read {@link io.quorate.core.model.Stamp} first.
 */
@NullMarked
package io.quorate.core.model;

import org.jspecify.annotations.NullMarked;
