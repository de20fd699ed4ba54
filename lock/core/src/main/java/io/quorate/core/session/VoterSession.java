// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

import io.quorate.core.model.NodeId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A requester's side of its session with one voter. */
final class VoterSession {
    /** The number of ticks that are kept. A confirmation of an older tick proves nothing that still matters, and is ignored. */
    private static final int TICKS_KEPT = 64;

    final NodeId voter;

    /** Rises with each session; 0 before the first. */
    long number;

    boolean open;
    boolean trusted;

    /** The start of the voter that is trusted. */
    long incarnation;

    /** How many live requests count on the voter. */
    int asked;

    /** How many requests wait for the vote, and do not have it. */
    int awaited;

    /** W2: the number of a session that was left, until that was said; 0 for none. */
    long left;

    /** E8: the terms by which trust in the voter was prolonged last; null if it has said nothing. */
    private @Nullable LeaseTerms said;

    final AnswerTime answers;

    /** When trust ends, or the wait for the first answer. */
    long deadline;

    private long begunAt;

    /** Since when somebody waits for an answer: since the session was opened, or was used again. */
    long askedAt;

    private long tick;

    /** When each of the last ticks began; not there before the first, nor where there is no time. */
    private long[] tickTimes = {};

    VoterSession(NodeId voter) {
        this(voter, new AnswerTime());
    }

    private VoterSession(NodeId voter, AnswerTime answers) {
        this.voter = voter;
        this.answers = answers;
    }

    /** S1. */
    void begin() {
        number++;
        open = true;
        trusted = false;
    }

    /** S1, where there is time. */
    void beginAt(long now, LeaseTerms terms) {
        begin();
        begunAt = now;
        askedAt = now;
        deadline = now + terms.trustNanos();
        if (tickTimes.length == 0) {
            tickTimes = new long[TICKS_KEPT];
        }
        advanceTick(now);
    }

    /**
     * R3: the first answer of the session, by this start of the voter. Trust lasts as long as the answer says (E8). The wait for the answer was
     * as long as this node's own lease, which may have been longer than the voter's.
     */
    void trust(long start) {
        trusted = true;
        incarnation = start;
        deadline = Long.MIN_VALUE;
    }

    /**
     * E8: this node is in a configuration with these terms from now on. It waits for a first answer no longer than they say: voters in this
     * configuration remember no longer what it says from now on.
     */
    void waitNoLonger(LeaseTerms terms) {
        if (!trusted) {
            deadline = Math.min(deadline, begunAt + terms.trustNanos());
        }
    }

    /** The start of the voter that is trusted; -1 if none is. */
    long trustedIncarnation() {
        return trusted ? incarnation : -1;
    }

    void close() {
        open = false;
        trusted = false;
    }

    private void advanceTick(long now) {
        tick++;
        tickTimes[(int) (tick % TICKS_KEPT)] = now;
    }

    /** The tick for a frame that is sent now; it began when the frame was sent, or before. 0 where there is no time. */
    long tick() {
        return tick;
    }

    /** A frame that is sent now is in another tick than the one before, if that is not of just now. */
    void advanceTickIfDue(long now, long tickNanos) {
        if (now - lastTickAt() >= tickNanos) {
            advanceTick(now);
        }
    }

    long lastTickAt() {
        return tickTimes[(int) (tick % TICKS_KEPT)];
    }

    /**
     * E8: the voter says for how long its confirmation holds; 0 if it does not say. Gives the terms that count: the shorter ones, and not more
     * than this node's own at that time, also when those become longer later.
     */
    LeaseTerms sayFor(long millis, LeaseTerms own) {
        if (millis == 0) {
            return own;
        }
        long least = LeaseTerms.LEASE_MIN.toMillis();
        long shorter = Math.max(least, Math.min(millis, own.lease().toMillis()));
        LeaseTerms known = said;
        if (known == null || known.lease().toMillis() != shorter) {
            known = new LeaseTerms(Duration.ofMillis(shorter), own.driftPerMille());
            said = known;
        }
        return known;
    }

    /** E8: the terms that count with this voter. */
    LeaseTerms within(LeaseTerms own) {
        LeaseTerms known = said;
        return known == null || known.lease().compareTo(own.lease()) > 0 ? own : known;
    }

    /** S2: what was sent in that tick has arrived, so the voter remembers us for a lease from then on at least. So has the first frame. */
    void confirm(long confirmed, long trustNanos) {
        deadline = Math.max(deadline, begunAt + trustNanos);
        if (confirmed <= tick && confirmed > tick - TICKS_KEPT && confirmed > 0) {
            deadline = Math.max(deadline, tickTimes[(int) (confirmed % TICKS_KEPT)] + trustNanos);
        }
    }

    /** When no answer becomes a reason to ask others. */
    long doubtAt(LeaseTerms terms) {
        long askAgainAt = askedAt + terms.keepAliveNanos();
        return trusted ? Math.max(askAgainAt, deadline - terms.doubtNanos()) : askAgainAt;
    }

    VoterSession copy() {
        VoterSession copy = new VoterSession(voter, answers.copy());
        copy.number = number;
        copy.open = open;
        copy.trusted = trusted;
        copy.incarnation = incarnation;
        copy.asked = asked;
        copy.awaited = awaited;
        copy.left = left;
        copy.said = said;
        copy.deadline = deadline;
        copy.begunAt = begunAt;
        copy.askedAt = askedAt;
        copy.tick = tick;
        copy.tickTimes = tickTimes.clone();
        return copy;
    }
}
