/**
 * The two variations of Maekawa's section 10: instead of asking all members of its quorum at once, a node locks them one after the
 * other in an order that is the same for all nodes. A waiter waits only for a node further along, so there is no deadlock to resolve and no
 * need for FAILED, INQUIRE and RELINQUISH. {@link io.quorate.papers.sequential.Sequential} asks each member
 * itself; in {@link io.quorate.papers.sequential.Cyclic} the members hand one Request on. Read
 * {@link io.quorate.papers.sequential.Route}, then {@link io.quorate.papers.sequential.SequentialMachine}, then
 * {@link io.quorate.papers.sequential.CyclicMachine}. The rules and what they are for: docs/study/protocols/sequential.md.
 */
@NullMarked
package io.quorate.papers.sequential;

import org.jspecify.annotations.NullMarked;
