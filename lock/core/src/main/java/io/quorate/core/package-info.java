/**
 * The pure heart of Quorate: algorithms, quorums, bytes and a whole node as one machine, with no input or output, threads,
 * clock or randomness. Inside, look left only: model, quorum, wire, protocol, the single protocols, engine, node, catalog.
 */
@NullMarked
package io.quorate.core;

import org.jspecify.annotations.NullMarked;
