/**
 * Lamport, "Time, Clocks, and the Ordering of Events in a Distributed System", 1978: every node keeps the queue of all requests,
 * and enters when its own is the first of it and it has received a message of every other node since. It is here to compare with:
 * 3(N - 1) messages for each hold. Begin at {@link io.quorate.papers.reference.lamport.LamportMachine}.
 */
@NullMarked
package io.quorate.papers.reference.lamport;

import org.jspecify.annotations.NullMarked;
