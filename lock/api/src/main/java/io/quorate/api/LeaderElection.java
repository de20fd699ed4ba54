// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import java.util.Optional;

/**
 * Elects one leader among all processes of a cluster that are candidates for the same name. The leader holds the lock of that name.
 * So a leadership ends as a {@link Hold} does: by the leader's own clock, before another process can be elected.
 *
 * <pre>{@code
 * LeaderElection election = locks.leaderElection("scheduler");
 * election.start(new LeaderElection.Listener() {
 *     public void gained(Leadership leadership) {
 *         scheduler.start(leadership.term());
 *     }
 *
 *     public void lost(LeadershipEnd reason) {
 *         scheduler.stop();
 *     }
 * });
 * }</pre>
 *
 * <p>A process is a candidate until {@link #close()}. After a loss, a partition or another failure it retries, with a back-off.
 */
public interface LeaderElection extends AutoCloseable {
    /**
     * Receives the terms of one candidate. Each term has one call of {@code gained}, then one of {@code lost}; calls never overlap. A
     * call that blocks delays later calls of this candidate only. {@code gained} runs on its own thread, {@code lost} on the threads
     * of {@link Hold#onLost}.
     */
    interface Listener {
        /**
         * Called when this candidate becomes the leader. If it throws, the exception is logged, the leadership is given up
         * ({@link LeadershipEnd#LISTENER_FAILED}), and the candidate retries after a back-off.
         *
         * @param leadership the new term
         */
        void gained(Leadership leadership);

        /**
         * Called when this candidate is no longer the leader. After {@link #resign()}, {@link #close()} or an operator's request the next
         * leader waits until this call has returned: clean up here. After a loss another process may already lead. Exceptions are
         * logged.
         *
         * @param reason why the leadership ended
         */
        void lost(LeadershipEnd reason);
    }

    /** {@return the name of this election, and of the lock that the leader holds} */
    String name();

    /**
     * Makes this process a candidate. Returns at once, even if no quorum can be reached.
     *
     * @param listener receives the terms of this candidate
     * @throws IllegalStateException if it was called before, or after {@link #close()}
     */
    void start(Listener listener);

    /**
     * Tells whether this process leads now. It reads the clock ({@link Hold#isValid()}) and sends no message, so it is correct even
     * right after a pause. It may be true shortly before {@link Listener#gained} is called. It is false before {@link Listener#lost} is
     * called.
     *
     * @return true if this process leads now
     */
    boolean isLeader();

    /** {@return the current term of this process; empty if it does not lead now} */
    Optional<Leadership> leadership();

    /**
     * Gives up the leadership and becomes a candidate again, behind those that wait. {@link #isLeader()} is false when this returns.
     * Another process can lead when {@link Listener#lost} has returned. Does nothing if this process does not lead.
     */
    void resign();

    /**
     * Asks every node who leads. For any process, candidate or not. Waits up to {@link LocksConfig#describeTimeout}, as
     * {@link DistributedLock#describe()} does.
     *
     * @return the leader; empty if there is none, or its node does not answer
     */
    Optional<Leader> leader();

    /**
     * Ends the candidacy. Returns at once, and {@link #isLeader()} is then false. The lock is released when {@link Listener#lost} has
     * returned. {@link Locks#close()} waits up to 5 s for that: if {@code lost} takes longer, wait for it before you close the
     * {@code Locks}. A second call does nothing.
     */
    @Override
    void close();

    /** The leader, as its node reported it. Later versions may add methods. */
    interface Leader {
        /** {@return the id of its node} */
        String nodeId();

        /** {@return the host name that its node reports} */
        String host();

        /** {@return its process id} */
        long pid();

        /** {@return its term: the fencing token of the lock} */
        long term();
    }
}
