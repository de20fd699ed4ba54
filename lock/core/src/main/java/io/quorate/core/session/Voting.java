// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

import org.jspecify.annotations.Nullable;

/** Whether a node, as a voter, grants (S8), and if not, from when on. */
final class Voting {
    /**
     * The length of a pause, in leases. In the first lease the node that was responsible before learns of the pause and confirms nothing
     * more. In the second lease trust ends.
     */
    private static final int PAUSE_LEASES = 2;

    private static final long NONE = Long.MIN_VALUE;

    private boolean on;
    private long from = Sessions.NEVER;

    /** Until then a witness confirms that no other node has taken over from this node. Without witnesses this never ends. */
    private long witnessedUntil = Sessions.NEVER;

    private boolean started;

    /** Whether this node is about to end. */
    private boolean stopped;

    /** W1: whether it is about to end, and lets everybody leave. */
    private boolean stopping;

    /** The configuration that this node is in, as its frames say (E1). */
    private int configuration;

    /** Lower configurations are of the past (E3). */
    private int sealLine;

    /** Whether this node keeps its configuration over starts. */
    private boolean keeps;

    /** E8: how long a confirmation holds, in milliseconds; 0 if nothing is said about it. */
    private long saidMillis;

    /** E8: what a voter that starts again waits for; null if that is the lease. */
    private @Nullable LeaseTerms longest;

    /** E8: until when a promise may hold that is longer than what is promised now; {@link #NONE} if there is none. */
    private long promisedUntil = NONE;

    /** E8: how long nodes of this configuration wait for the end of trust. */
    private long awaited;

    /** Whether enough members know this node by its data directory. */
    private boolean accepted = true;

    /** Whether enough of them know it for it to count as sealed. */
    private boolean decides = true;

    Voting(boolean on) {
        this.on = on;
    }

    boolean isOn() {
        return on && accepted;
    }

    /** Whether this is the first turn of the node: if it does not grant at once, it begins to a lease from now. */
    boolean startsAt(long now, LeaseTerms lease) {
        if (started) {
            return false;
        }
        started = true;
        LeaseTerms waited = longest == null ? lease : longest;
        from = now + waited.memoryNanos();
        if (!on) {
            promisedUntil = from; // by the start before
        }
        return true;
    }

    /** Gives whether the node begins to grant by this. */
    boolean setAccepted(boolean mayGrant, boolean mayDecide) {
        boolean before = isOn();
        accepted = mayGrant;
        decides = mayDecide;
        return !before && isOn();
    }

    void begin() {
        on = true;
    }

    /** From when on the node grants; {@link Sessions#NEVER} if it does, or if it waits for what others say. */
    long beginsAt() {
        return on ? Sessions.NEVER : from;
    }

    /** When the node must look again; {@link Sessions#NEVER} if it waits for nothing but what others say. */
    long wake() {
        return Math.min(on ? Sessions.NEVER : from, witnessedUntil);
    }

    /** A witness was heard, so it has not counted this node as gone. */
    void witnessHeard(long now, LeaseTerms lease) {
        witnessedUntil = now + lease.trustNanos();
    }

    long witnessedUntil() {
        return witnessedUntil;
    }

    /** No witness was heard for a lease. Nothing is granted until {@link #pause}. */
    void cutOff() {
        witnessedUntil = Sessions.NEVER;
        suspend();
    }

    /** Whether the time has come just now. */
    boolean beginIfDue(long now) {
        if (on || now < from) {
            return false;
        }
        on = true;
        return accepted;
    }

    void pause(long now, @Nullable LeaseTerms lease) {
        suspend();
        if (!stopped && lease != null) {
            from = now + PAUSE_LEASES * lease.memoryNanos();
        }
    }

    void suspend() {
        on = false;
        from = Sessions.NEVER;
    }

    void stop() {
        suspend();
        stopped = true;
    }

    /**
     * E1, E8: what frames say from now on. An earlier confirmation may hold for as long as was said then.
     *
     * @param before what was promised until now; null where there is no time
     */
    void configure(SessionTerms next, @Nullable LeaseTerms before, long now) {
        configuration = next.configuration();
        sealLine = next.sealLine();
        keeps = next.keeps();
        if (before == null) {
            return;
        }
        if (started && before.memoryNanos() > next.shortest().memoryNanos()) {
            promisedUntil = Math.max(promisedUntil, now + before.memoryNanos());
        }
        saidMillis = next.shortest().lease().toMillis();
        awaited = next.longest().memoryNanos();
        longest = next.longestEver();
    }

    /**
     * E6, E8: others take a roster for over when the longest lease of its configuration has passed since they heard that enough of its voters
     * are sealed. A voter that has promised for longer than that, in a configuration before, does not count as sealed as long as it matters.
     */
    boolean countsAsSealed(long now) {
        return keeps && decides && (promisedUntil == NONE || now >= promisedUntil - awaited);
    }

    int configuration() {
        return configuration;
    }

    int sealLine() {
        return sealLine;
    }

    /** Fills in what every frame says about its sender. */
    void writeTo(SessionHeader header, long now) {
        header.voting = isOn();
        header.stops = stopping;
        header.configuration = configuration;
        header.keeps = countsAsSealed(now);
    }

    /** E8: a confirmation says for how long it holds. */
    void writeTermTo(SessionHeader header) {
        header.confirmedFor = saidMillis;
    }

    /** Whether what a header says about its sender is still so. */
    boolean isStillSo(SessionHeader header) {
        return header.voting == isOn() && header.stops == stopping && header.configuration == configuration;
    }

    boolean isStopping() {
        return stopping;
    }

    /** W1. */
    void beginToStop() {
        stopping = true;
    }

    Voting copy() {
        Voting copy = new Voting(on);
        copy.from = from;
        copy.witnessedUntil = witnessedUntil;
        copy.started = started;
        copy.stopped = stopped;
        copy.stopping = stopping;
        copy.configuration = configuration;
        copy.sealLine = sealLine;
        copy.keeps = keeps;
        copy.saidMillis = saidMillis;
        copy.longest = longest;
        copy.promisedUntil = promisedUntil;
        copy.awaited = awaited;
        copy.accepted = accepted;
        copy.decides = decides;
        return copy;
    }
}
