package io.quorate.node.net.link;

import io.quorate.node.net.Roster;

/** Where wires come from: something that listens and connects. */
public interface WireSource {
    /** Makes one. */
    interface Starter {
        /** Listens from now on; the exception says why not, and what to do. */
        WireSource start(LinkSupervisor events);
    }

    /** False if nobody knows yet where this member is, so that a call would be in vain. */
    boolean canReach(Roster.Member member);

    /** A wire to this member, without a word on it yet; fails with an exception after a bounded time. */
    Wire connect(Roster.Member member) throws Exception;

    /** Accepts nothing more. */
    void stop();

    /** Waits, for a bounded time, until all threads have ended. To be called last. */
    void awaitEnd();
}
