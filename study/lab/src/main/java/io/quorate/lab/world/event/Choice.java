// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.event;

import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;

/**
 * One step of a cluster, with a text form that {@link #parse} reads back. Positions in a channel count from 1. A claim
 * number of 0 means: whichever is the first.
 */
public sealed interface Choice {
    /** The lock that is meant when none is named. */
    LockName USUAL_LOCK = LockName.of("L");

    /** Whether nothing in the system ever makes this happen: faults, and giving up. */
    default boolean isOptional() {
        return false;
    }

    void performBy(Performer performer);

    /** Reads the text form; refuses anything else with a message that shows how it is written. */
    static Choice parse(String text) {
        return new ChoiceReader(text).read();
    }

    /** Carries out every kind of choice. */
    interface Performer {
        void acquire(Acquire choice);

        void release(Release choice);

        void abandon(Abandon choice);

        void deliver(Deliver choice);

        void duplicate(Duplicate choice);

        void drop(Drop choice);

        void reset(Reset choice);

        void tell(Tell choice);

        void fire(Fire choice);

        void crash(Crash choice);

        void restart(Restart choice);

        void expire(Expire choice);

        void freeze(Freeze choice);

        void end(End choice);

        void change(Change choice);
    }

    /** {@code acquire n1}, {@code acquire n1 shared now lock=orders}: a new claim of the node. */
    record Acquire(NodeId node, LockName lock, Mode mode, boolean now) implements Choice {
        public Acquire(NodeId node, LockName lock, Mode mode) {
            this(node, lock, mode, false);
        }

        @Override
        public void performBy(Performer performer) {
            performer.acquire(this);
        }

        @Override
        public String toString() {
            return "acquire " + node + (mode == Mode.SHARED ? " shared" : "") + (now ? " now" : "") + lockText(lock);
        }
    }

    /** {@code release n1}, {@code release n1 #2}: a claim that holds gives the lock back. */
    record Release(NodeId node, LockName lock, long claim) implements Choice {
        @Override
        public void performBy(Performer performer) {
            performer.release(this);
        }

        @Override
        public String toString() {
            return "release " + node + claimText(claim) + lockText(lock);
        }
    }

    /** {@code abandon n1}, {@code abandon n1 #2}: a claim that waits gives up. */
    record Abandon(NodeId node, LockName lock, long claim) implements Choice {
        @Override
        public boolean isOptional() {
            return true;
        }

        @Override
        public void performBy(Performer performer) {
            performer.abandon(this);
        }

        @Override
        public String toString() {
            return "abandon " + node + claimText(claim) + lockText(lock);
        }
    }

    /** {@code deliver n1->n2}, {@code deliver n1->n2 @3}: a frame arrives. */
    record Deliver(NodeId from, NodeId to, int position) implements Choice {
        @Override
        public void performBy(Performer performer) {
            performer.deliver(this);
        }

        @Override
        public String toString() {
            return "deliver " + from + "->" + to + positionText(position);
        }
    }

    /** {@code duplicate n1->n2 @2}: a copy of a frame joins the channel, at its end. */
    record Duplicate(NodeId from, NodeId to, int position) implements Choice {
        @Override
        public boolean isOptional() {
            return true;
        }

        @Override
        public void performBy(Performer performer) {
            performer.duplicate(this);
        }

        @Override
        public String toString() {
            return "duplicate " + from + "->" + to + positionText(position);
        }
    }

    /** {@code drop n1->n2 @2}: a frame is lost, and nobody notices. */
    record Drop(NodeId from, NodeId to, int position) implements Choice {
        @Override
        public boolean isOptional() {
            return true;
        }

        @Override
        public void performBy(Performer performer) {
            performer.drop(this);
        }

        @Override
        public String toString() {
            return "drop " + from + "->" + to + positionText(position);
        }
    }

    /**
     * {@code reset n1--n2}: all frames between the two are lost, and both notice. {@code reset n1->n2}: all frames between
     * the two, in both directions, are lost, but only the first notices.
     */
    record Reset(NodeId one, NodeId other, boolean bothNotice) implements Choice {
        @Override
        public boolean isOptional() {
            return true;
        }

        @Override
        public void performBy(Performer performer) {
            performer.reset(this);
        }

        @Override
        public String toString() {
            return "reset " + one + (bothNotice ? "--" : "->") + other;
        }
    }

    /**
     * A node is told something that needs no more than its words. {@code suspect n1 of n2}, {@code unsuspect n1 of n2}: n2 seems to be gone, or
     * to be there. {@code detect n1 of n2}: n1 learns that n2 has crashed, which it has. {@code slow n1 of n2}, {@code fast n1 of n2}: n2 takes
     * long to answer, or no longer does (H1). {@code twin n1 of n2}, {@code single n1 of n2}: there are two living starts of n2, or no longer
     * are (T1). {@code distrust n1 of n2}: the lease runs out by which n1 trusts in what n2 has granted (S3); it must some time when n2 is no
     * longer what it was. {@code vote n1}: its restart interval is over (S8). {@code leave n1}: without claims, it leaves the group, and may ask
     * again. {@code stop n1}: it grants nothing more, and lets everybody leave (W1).
     */
    record Tell(NodeId node, Event event, boolean isOptional) implements Choice {
        /** A fault: nothing in the system ever causes it. */
        public static Tell fault(NodeId node, Event event) {
            return new Tell(node, event, true);
        }

        /** An event that must happen some time. */
        public static Tell due(NodeId node, Event event) {
            return new Tell(node, event, false);
        }

        /** Whether it is this news, of some peer. */
        public boolean is(Event.News news) {
            return event instanceof Event.OfPeer told && told.news() == news;
        }

        /** The peer that it is about; the node itself if it is about none. */
        public NodeId peer() {
            return event instanceof Event.OfPeer told ? told.peer() : node;
        }

        @Override
        public void performBy(Performer performer) {
            performer.tell(this);
        }

        @Override
        public String toString() {
            return event.text(node);
        }
    }

    /** {@code fire n1 RETRY}: an armed timer runs out. Whether it must some time is up to the timer. */
    record Fire(NodeId node, LockName lock, String timer, boolean isOptional) implements Choice {
        public Fire(NodeId node, LockName lock, String timer) {
            this(node, lock, timer, false);
        }

        @Override
        public void performBy(Performer performer) {
            performer.fire(this);
        }

        @Override
        public String toString() {
            return "fire " + node + " " + timer + lockText(lock);
        }
    }

    /**
     * {@code crash n1}: the node stops, perhaps forever, and messages in flight to it are lost; those that it has sent may still arrive.
     */
    record Crash(NodeId node) implements Choice {
        @Override
        public boolean isOptional() {
            return true;
        }

        @Override
        public void performBy(Performer performer) {
            performer.crash(this);
        }

        @Override
        public String toString() {
            return "crash " + node;
        }
    }

    /** {@code restart n1}: a node that has crashed starts again; its links are reset, and nobody suspects it any more. */
    record Restart(NodeId node) implements Choice {
        @Override
        public boolean isOptional() {
            return true;
        }

        @Override
        public void performBy(Performer performer) {
            performer.restart(this);
        }

        @Override
        public String toString() {
            return "restart " + node;
        }
    }

    /** {@code expire n2 of n1}, {@code expire n2 of n1 @2}: n2 forgets a session of the first, or so manyth, start of n1 (S7). */
    record Expire(NodeId voter, NodeId owner, int start) implements Choice {
        @Override
        public void performBy(Performer performer) {
            performer.expire(this);
        }

        @Override
        public String toString() {
            return "expire " + voter + " of " + owner + positionText(start);
        }
    }

    /** {@code freeze n1}: from now on n1 does nothing, and nobody ceases to trust it. Its earlier frames may still arrive. */
    record Freeze(NodeId node) implements Choice {
        @Override
        public boolean isOptional() {
            return true;
        }

        @Override
        public void performBy(Performer performer) {
            performer.freeze(this);
        }

        @Override
        public String toString() {
            return "freeze " + node;
        }
    }

    /** {@code end n1}: n1, which was told to stop, has promised nothing any more and is gone (W3). */
    record End(NodeId node) implements Choice {
        @Override
        public void performBy(Performer performer) {
            performer.end(this);
        }

        @Override
        public String toString() {
            return "end " + node;
        }
    }

    /**
     * {@code rise n1 to 3}: n1 learns of that configuration and goes up (E1). {@code over n1}: the lower roster is over, as n1 sees it (E6).
     * {@code thaw n1}: no hold of n1 counts on the lower roster alone any more (E4).
     */
    record Change(NodeId node, Step kind, int number, boolean isOptional) implements Choice {
        /** The event. */
        public enum Step {
            RISE(0),
            OVER(1),
            THAW(2);

            /** Tells the kinds apart in numbers for whole steps. */
            public final int code;

            Step(int code) {
                this.code = code;
            }
        }

        @Override
        public void performBy(Performer performer) {
            performer.change(this);
        }

        @Override
        public String toString() {
            return switch (kind) {
                case RISE -> "rise " + node + " to " + number;
                case OVER -> "over " + node;
                case THAW -> "thaw " + node;
            };
        }
    }

    private static String lockText(LockName lock) {
        return lock.equals(USUAL_LOCK) ? "" : " lock=" + lock;
    }

    private static String claimText(long claim) {
        return claim == 0 ? "" : " #" + claim;
    }

    private static String positionText(int position) {
        return position == 1 ? "" : " @" + position;
    }
}
