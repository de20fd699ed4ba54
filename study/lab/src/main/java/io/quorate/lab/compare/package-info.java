/**
 * Protocols side by side: what an entry costs each of them, how long it takes and how fair it is, under the same load, over the same
 * network, from the same seed. {@link io.quorate.lab.compare.Comparison} measures one protocol,
 * {@link io.quorate.lab.compare.Sweep} several over the number of nodes or over the load.
 */
@NullMarked
package io.quorate.lab.compare;

import org.jspecify.annotations.NullMarked;
