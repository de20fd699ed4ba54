/**
 * The pure heart of Quorate: the quorum lock, quorums, bytes and a whole node as one machine, with no input or output,
 * threads, clock or randomness. Inside, look left only: model, wire, quorum, session, lock (with lock.part and
 * lock.engine), quorumlock, node.
 */
@NullMarked
package io.quorate.core;

import org.jspecify.annotations.NullMarked;
