// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.HeaderPart;
import io.quorate.core.wire.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * The part of a frame's header that is about sessions: as a requester, in which session with the receiver the sender speaks;
 * as a voter, what it has heard in the receiver's session. Mutable and used again, for it goes with every frame.
 */
public final class SessionHeader implements HeaderPart {
    /** Flag: the sender speaks of its session with the receiver. */
    private static final int ASKS = 1;

    /** Flag: the sender confirms the receiver's session. */
    private static final int CONFIRMS = 2;

    /** Flag: the sender grants nothing for now. */
    private static final int NOT_VOTING = 4;

    /** Flag: the sender counts on what the receiver has said in that session. */
    private static final int TRUSTS = 8;

    /** Flag: the sender wants to know how long the receiver takes to answer. */
    private static final int WATCHED = 16;

    /** Flag: the sender says which such frame it answers. */
    private static final int ANSWERS = 32;

    /** Flag: the sender is about to stop. */
    private static final int STOPS = 64;

    /** Flag: the session that is named has ended. */
    private static final int LEFT = 128;

    private static final int FLAGS_END = 256;

    /** Of the byte that says the configuration: the sender keeps it over starts; the rest is the number. */
    private static final int KEEPS = 1;

    /** Of the same byte: a confirmation says for how long it holds. */
    private static final int SAYS_FOR = 2;

    private static final int CONFIGURATION_SHIFT = 2;

    private static final int CONFIGURATION_MAX = 1 << 30;

    /** The start of the sender that speaks. */
    long incarnation;

    /** The session of the sender with the receiver; 0 if there is none. */
    long number;

    /** The tick of the sender's clock in which the frame was sent. */
    long tick;

    /** Whether the receiver has answered in that session, as far as the sender knows. */
    boolean trusts;

    /** The receiver's session that the sender knows; 0 if it knows none. */
    long confirmedNumber;

    /** The last tick that the sender received in that session. */
    long confirmedTick;

    /** The start of the receiver to which that session belongs. */
    long confirmedIncarnation;

    boolean voting = true;

    /** The configuration of the sender (E1). */
    int configuration;

    /** Whether the sender keeps its configuration over starts, so that its seal counts (E6). */
    boolean keeps;

    /** E8: how long the confirmation holds at most, in milliseconds; 0 if it is not said. */
    long confirmedFor;

    /** The number by which the answer to this frame is known; 0 if nobody waits for it (H1). */
    long watch;

    /** The number of the last such frame of the receiver that has come; 0 if the receiver does not wait for it. */
    long answered;

    /** W1: the sender grants and confirms nothing more. */
    boolean stops;

    /** W2: the session of that number is over, and the sender counts on nothing that was granted in it. */
    boolean left;

    /** The number of the sender's configuration. */
    public int configuration() {
        return configuration;
    }

    /** Whether the sender keeps its configuration over starts. */
    public boolean keeps() {
        return keeps;
    }

    /** Whether the sender is about to stop. */
    public boolean stops() {
        return stops;
    }

    /** The start of the sender. */
    public long incarnation() {
        return incarnation;
    }

    /** Whether it confirms this session of this start of the receiver. */
    public boolean confirms(long start, long session) {
        return confirmedNumber == session && confirmedIncarnation == start;
    }

    /** The sender has no vote, so what it says about voting means nothing. */
    public void ignoreVoting() {
        voting = true;
        stops = false;
    }

    /** Whether it speaks in this session, or in none if there is none. */
    boolean isOf(@Nullable VoterSession session) {
        return number == (session == null || !session.open ? 0 : session.number);
    }

    /** Whether it confirms this session, or none if there is none. */
    boolean confirms(@Nullable OwnerSession owner) {
        return owner == null ? confirmedNumber == 0 : confirms(owner.incarnation, owner.number);
    }

    void clear() {
        incarnation = 0;
        number = 0;
        tick = 0;
        trusts = false;
        confirmedNumber = 0;
        confirmedTick = 0;
        confirmedIncarnation = 0;
        voting = true;
        watch = 0;
        answered = 0;
        stops = false;
        left = false;
        configuration = 0;
        keeps = false;
        confirmedFor = 0;
    }

    @Override
    public void writeTo(ByteSink sink) {
        int asks = (number > 0 ? ASKS : 0) | (trusts ? TRUSTS : 0);
        int flags = asks | (confirmedNumber > 0 ? CONFIRMS : 0) | (voting ? 0 : NOT_VOTING);
        int times = (watch > 0 ? WATCHED : 0) | (answered > 0 ? ANSWERS : 0);
        sink.writeByte(flags | times | (stops ? STOPS : 0) | (left ? LEFT : 0));
        boolean saysFor = confirmedFor > 0 && confirmedNumber > 0;
        int kept = (keeps ? KEEPS : 0) | (saysFor ? SAYS_FOR : 0);
        sink.writeLong(((long) configuration << CONFIGURATION_SHIFT) | kept);
        sink.writeLong(incarnation);
        if (number > 0) {
            sink.writeLong(number);
            sink.writeLong(tick);
        }
        if (confirmedNumber > 0) {
            sink.writeLong(confirmedNumber);
            sink.writeLong(confirmedTick);
            sink.writeLong(confirmedIncarnation);
        }
        if (saysFor) {
            sink.writeLong(confirmedFor);
        }
        if (watch > 0) {
            sink.writeLong(watch);
        }
        if (answered > 0) {
            sink.writeLong(answered);
        }
    }

    @Override
    public void read(ByteSource source) {
        clear();
        int flags = source.readChoice(FLAGS_END, "set of session flags");
        long kept = source.readLong();
        if (kept >> CONFIGURATION_SHIFT > CONFIGURATION_MAX) {
            throw new MalformedFrameException("there is no configuration " + (kept >> CONFIGURATION_SHIFT));
        }
        configuration = (int) (kept >> CONFIGURATION_SHIFT);
        keeps = (kept & KEEPS) != 0;
        incarnation = source.readLong();
        if ((flags & ASKS) != 0) {
            number = source.readLong();
            tick = source.readLong();
        }
        if ((flags & CONFIRMS) != 0) {
            confirmedNumber = source.readLong();
            confirmedTick = source.readLong();
            confirmedIncarnation = source.readLong();
        }
        if ((kept & SAYS_FOR) != 0) {
            confirmedFor = source.readLong();
        }
        if ((flags & WATCHED) != 0) {
            watch = source.readLong();
        }
        if ((flags & ANSWERS) != 0) {
            answered = source.readLong();
        }
        stops = (flags & STOPS) != 0;
        left = (flags & LEFT) != 0;
        voting = (flags & NOT_VOTING) == 0;
        trusts = (flags & TRUSTS) != 0;
    }

    /** As it stands in transcripts: only what is out of the ordinary. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        if (number > 1) {
            text.append("session ").append(number);
        }
        if (!voting) {
            text.append(text.length() > 0 ? ", " : "").append("not voting");
        }
        if (stops) {
            text.append(text.length() > 0 ? ", " : "").append("stops");
        }
        if (left) {
            text.append(text.length() > 0 ? ", " : "").append("left");
        }
        if (configuration > 0) {
            text.append(text.length() > 0 ? ", " : "").append("configuration ").append(configuration);
        }
        return text.toString();
    }
}
