// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.roster;

import io.quorate.core.roster.RosterMessage.Accept;
import io.quorate.core.roster.RosterMessage.Accepted;
import io.quorate.core.roster.RosterMessage.Hail;
import io.quorate.core.roster.RosterMessage.Here;
import io.quorate.core.roster.RosterMessage.News;
import io.quorate.core.roster.RosterMessage.Prepare;
import io.quorate.core.roster.RosterMessage.Promise;
import io.quorate.core.session.LeaseTerms;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The bytes of rosters, for frames and for the disk. Reading is bounded, and throws {@link MalformedFrameException}. */
public final class RosterCodec {
    /** The maximum number of bytes of a character. */
    private static final int UTF8_MAX = 4;

    private RosterCodec() {}

    /** A roster and each of its members have their length in front, so that a newer release can add fields to them. */
    public static void writeRoster(Roster roster, ByteSink sink) {
        int piece = sink.beginPiece();
        sink.writeLong(roster.epoch());
        writeText(roster.lineage(), sink);
        sink.writeInt(roster.nextNumber());
        writeText(roster.quorums(), sink);
        writeTerms(roster.terms(), sink);
        sink.writeInt(roster.members().size());
        for (Member member : roster.members()) {
            writeMember(member, sink);
        }
        sink.endPiece(piece);
    }

    private static void writeMember(Member member, ByteSink sink) {
        int piece = sink.beginPiece();
        sink.writeInt(member.number()).writeByte(member.votes() ? 1 : 0);
        writeText(member.id(), sink);
        writeText(member.address(), sink);
        writeText(member.key(), sink);
        sink.endPiece(piece);
    }

    public static Roster readRoster(ByteSource source) {
        int outer = source.enterPiece();
        long epoch = source.readLong();
        String lineage = readText(source, Member.TEXT_MAX);
        int nextNumber = source.readInt();
        String quorums = readText(source, 4 * Member.TEXT_MAX);
        LeaseTerms terms = readTerms(source);
        int count = source.readInt();
        if (count > Roster.MEMBERS_MAX) {
            throw new MalformedFrameException("a roster of " + count + " members");
        }
        List<Member> members = new ArrayList<>();
        for (int place = 0; place < count; place++) {
            members.add(readMember(source));
        }
        source.leavePiece(outer);
        return valid(() -> new Roster(epoch, lineage, nextNumber, members, quorums, terms));
    }

    private static Member readMember(ByteSource source) {
        int outer = source.enterPiece();
        int number = source.readInt();
        boolean votes = source.readChoice(2, "kind of member") == 1;
        String id = readText(source, Member.TEXT_MAX);
        String address = readText(source, Member.TEXT_MAX);
        String key = readText(source, Member.TEXT_MAX);
        source.leavePiece(outer);
        return valid(() -> new Member(number, id, address, votes, key));
    }

    public static void writeConfiguration(Configuration configuration, ByteSink sink) {
        writeRoster(configuration.lower(), sink);
        writeOptional(configuration.upper(), sink);
    }

    public static Configuration readConfiguration(ByteSource source) {
        Roster lower = readRoster(source);
        Roster upper = readOptional(source);
        return valid(() -> new Configuration(lower, upper));
    }

    public static void writeState(RosterState state, ByteSink sink) {
        writeConfiguration(state.configuration(), sink);
        writeText(state.key(), sink);
        writeTerms(state.longest(), sink);
        sink.writeLong(state.floor());
        writeBallot(state.promised(), sink);
        writeBallot(state.acceptedBallot(), sink);
        writeOptional(state.accepted(), sink);
        sink.writeInt(state.shownKeys().size());
        state.shownKeys().forEach((number, key) -> {
            sink.writeInt(number);
            writeText(key, sink);
        });
    }

    public static RosterState readState(ByteSource source) {
        Configuration configuration = readConfiguration(source);
        String key = readText(source, Member.TEXT_MAX);
        LeaseTerms longest = readTerms(source);
        long floor = source.readLong();
        Ballot promised = readBallot(source);
        Ballot acceptedBallot = readBallot(source);
        Roster accepted = readOptional(source);
        Map<Integer, String> shown = readShownKeys(source);
        return valid(
                () -> new RosterState(configuration, key, longest, floor, promised, acceptedBallot, accepted, shown));
    }

    private static Map<Integer, String> readShownKeys(ByteSource source) {
        int count = source.readInt();
        if (count > 2 * Roster.MEMBERS_MAX) {
            throw new MalformedFrameException("the keys of " + count + " members");
        }
        Map<Integer, String> shown = new TreeMap<>();
        for (int place = 0; place < count; place++) {
            shown.put(source.readInt(), readText(source, Member.TEXT_MAX));
        }
        return shown;
    }

    public static void writeBallot(Ballot ballot, ByteSink sink) {
        sink.writeLong(ballot.round()).writeInt(ballot.number()).writeLong(ballot.start());
    }

    public static Ballot readBallot(ByteSource source) {
        long round = source.readLong();
        int number = source.readInt();
        long start = source.readLong();
        return valid(() -> new Ballot(round, number, start));
    }

    private static final int NEWS = 0;
    private static final int HAIL = 1;
    private static final int HERE = 2;
    private static final int PREPARE = 3;
    private static final int PROMISE = 4;
    private static final int ACCEPT = 5;
    private static final int ACCEPTED = 6;
    private static final int KINDS = 7;

    public static void writeMessage(RosterMessage message, ByteSink sink) {
        if (message instanceof News news) {
            sink.writeByte(NEWS);
            writeConfiguration(news.configuration(), sink);
        } else if (message instanceof Hail) {
            sink.writeByte(HAIL);
        } else if (message instanceof Here here) {
            sink.writeByte(HERE);
            writeText(here.key(), sink);
        } else if (message instanceof Prepare prepare) {
            sink.writeByte(PREPARE).writeLong(prepare.epoch());
            writeBallot(prepare.ballot(), sink);
        } else if (message instanceof Promise promise) {
            sink.writeByte(PROMISE).writeLong(promise.epoch());
            writeBallot(promise.ballot(), sink);
            writeBallot(promise.promised(), sink);
            writeBallot(promise.acceptedBallot(), sink);
            writeOptional(promise.accepted(), sink);
        } else if (message instanceof Accept accept) {
            sink.writeByte(ACCEPT);
            writeBallot(accept.ballot(), sink);
            writeRoster(accept.roster(), sink);
        } else if (message instanceof Accepted accepted) {
            sink.writeByte(ACCEPTED).writeLong(accepted.epoch());
            writeBallot(accepted.ballot(), sink);
        }
    }

    public static RosterMessage readMessage(ByteSource source) {
        return switch (source.readChoice(KINDS, "kind of roster message")) {
            case NEWS -> new News(readConfiguration(source));
            case HAIL -> new Hail();
            case HERE -> new Here(readText(source, Member.TEXT_MAX));
            case PREPARE -> new Prepare(source.readLong(), readBallot(source));
            case PROMISE ->
                new Promise(
                        source.readLong(),
                        readBallot(source),
                        readBallot(source),
                        readBallot(source),
                        readOptional(source));
            case ACCEPT -> new Accept(readBallot(source), readRoster(source));
            default -> new Accepted(source.readLong(), readBallot(source));
        };
    }

    /** How many bytes the roster takes. */
    public static int sizeOf(Roster roster) {
        ByteSink sink = new ByteSink();
        writeRoster(roster, sink);
        return sink.length();
    }

    private static void writeOptional(@Nullable Roster roster, ByteSink sink) {
        sink.writeByte(roster == null ? 0 : 1);
        if (roster != null) {
            writeRoster(roster, sink);
        }
    }

    private static @Nullable Roster readOptional(ByteSource source) {
        return source.readChoice(2, "kind of roster") == 1 ? readRoster(source) : null;
    }

    private static void writeTerms(LeaseTerms terms, ByteSink sink) {
        sink.writeLong(terms.lease().toMillis()).writeInt(terms.driftPerMille());
    }

    private static LeaseTerms readTerms(ByteSource source) {
        long millis = source.readLong();
        int drift = source.readInt();
        if (millis > LeaseTerms.LEASE_MAX.toMillis()) {
            throw new MalformedFrameException("a lease of " + millis + " ms");
        }
        return valid(() -> new LeaseTerms(Duration.ofMillis(millis), drift));
    }

    private static void writeText(String text, ByteSink sink) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        sink.writeInt(bytes.length).writeBytes(bytes);
    }

    private static String readText(ByteSource source, int charsMax) {
        int length = source.readInt();
        if (length > charsMax * UTF8_MAX) {
            throw new MalformedFrameException("a text of " + length + " bytes in a roster");
        }
        return new String(source.readBytes(length), StandardCharsets.UTF_8);
    }

    /** A reader refuses the same values as the constructors. */
    private static <T> T valid(Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException refused) {
            throw new MalformedFrameException("a roster that cannot be: " + refused.getMessage());
        }
    }
}
