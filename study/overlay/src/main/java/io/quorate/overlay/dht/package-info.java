/**
 * The common part of the three protocols on a distributed hash table. A lock has some replicas, found by hashing. Each has one vote,
 * and a majority of votes is the lock. {@link io.quorate.overlay.dht.Replica} gives a vote,
 * {@link io.quorate.overlay.dht.Candidate} collects them; messages find replicas through the overlay, but votes count only in
 * sessions, so no safety rests on the overlay. Read docs/study/protocols/dht.md first.
 */
@NullMarked
package io.quorate.overlay.dht;

import org.jspecify.annotations.NullMarked;
