package io.quorate.api;

import java.util.Optional;

/**
 * Elects one leader among all processes of a cluster that stand for the same name. The leader holds the lock of that name, so
 * everything that holds for a {@link Hold} holds for a leadership too: it ends by the leader's own clock before another process
 * can be elected.
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
 * <p>A candidate stands until {@link #close()}. After a loss, a partition or any other failure it stands again by itself, with a
 * back-off.
 */
public interface LeaderElection extends AutoCloseable {
    /**
     * Hears of the leadership of one candidate. The calls alternate, beginning with {@code gained}, and never overlap: one call
     * per term each. A call that blocks delays the calls after it, of this candidate only. {@code gained} runs on a thread of its own
     * that ends with the call, {@code lost} where {@link Hold#onLost} runs.
     */
    interface Listener {
        /**
         * This candidate leads from now on. If this throws, the exception is logged, the leadership is given up
         * ({@link LeadershipEnd#LISTENER_FAILED}), and the candidate stands again after a back-off.
         */
        void gained(Leadership leadership);

        /**
         * This candidate leads no more. A leadership that was given up, by {@link #resign()}, {@link #close()} or an operator's
         * request, passes on only after this has returned: clean up here. A leadership that was lost may have passed on already.
         * What this throws is logged.
         */
        void lost(LeadershipEnd reason);
    }

    /** What the candidates stand for: also the name of the lock that the leader holds. */
    String name();

    /**
     * Stands for election from now on. Returns at once, also while too few nodes can be reached. Throws
     * {@link IllegalStateException} if it was called before, or after {@link #close()}.
     */
    void start(Listener listener);

    /**
     * Whether this candidate leads now. Asks the clock ({@link Hold#isValid()}) and nobody else, so it is right even after the
     * process was paused. It may be true a moment before {@link Listener#gained} is called, and is false before
     * {@link Listener#lost} is.
     */
    boolean isLeader();

    /** The leadership of this candidate; empty if it does not lead now. */
    Optional<Leadership> leadership();

    /**
     * Gives up the leadership, and stands again behind those who wait. {@link #isLeader()} is false when this returns; the next
     * one can lead when {@link Listener#lost} has returned. Does nothing if this candidate does not lead.
     */
    void resign();

    /**
     * Who leads at present, as the nodes say: for observers, who need not stand. Asks every node and waits a short time for their
     * answers, as {@link DistributedLock#describe()} does. Empty if nobody leads, or the leader's node does not answer.
     */
    Optional<Leader> leader();

    /**
     * Gives up for good. Returns at once: {@link #isLeader()} is false then, and the lock is given back when
     * {@link Listener#lost} has returned. {@link Locks#close()} waits up to 5 s for that; a {@code lost} that takes longer must have
     * returned before. A second call does nothing.
     */
    @Override
    void close();

    /** A process that leads, as its node said when it was asked. Later versions may tell more. */
    interface Leader {
        /** The id of its node. */
        String nodeId();

        /** The machine, as the node itself calls it. */
        String host();

        /** The number of its process. */
        long pid();

        /** The term of its leadership: the fencing token of the lock. */
        long term();
    }
}
