// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

import io.quorate.core.lock.Fence;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.core.quorumlock.QuorumLockMessage;
import io.quorate.core.quorumlock.QuorumLockMessage.Announce;
import io.quorate.core.quorumlock.QuorumLockMessage.Behind;
import io.quorate.core.quorumlock.QuorumLockMessage.Busy;
import io.quorate.core.quorumlock.QuorumLockMessage.Grant;
import io.quorate.core.quorumlock.QuorumLockMessage.Held;
import io.quorate.core.quorumlock.QuorumLockMessage.Inquire;
import io.quorate.core.quorumlock.QuorumLockMessage.Noted;
import io.quorate.core.quorumlock.QuorumLockMessage.Queued;
import io.quorate.core.quorumlock.QuorumLockMessage.Release;
import io.quorate.core.quorumlock.QuorumLockMessage.Relinquish;
import io.quorate.core.quorumlock.QuorumLockMessage.Request;
import io.quorate.core.roster.Ballot;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Member;
import io.quorate.core.roster.Roster;
import io.quorate.core.roster.RosterCodec;
import io.quorate.core.roster.RosterMessage;
import io.quorate.core.roster.RosterState;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.FrameReader;
import io.quorate.core.wire.FrameWriter;
import io.quorate.core.wire.StoredFormats;
import io.quorate.core.wire.StoredFormats.Sample;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Frames and what is in them, byte by byte as releases wrote them. */
class StoredFramesTest {
    private static final Codec<QuorumLockMessage> CODEC = new QuorumLock().codec();
    private static final Stamp SMALL = new Stamp(1, NodeId.of(2), 3);
    private static final Stamp LARGE = new Stamp(300, NodeId.of(400), 5_000_000_000L);
    private static final LeaseTerms TERMS = LeaseTerms.of(Duration.ofSeconds(5));
    private static final Roster ABC = Roster.first(
            "lineage", List.of(member(0, "a", true), member(1, "b", true), member(2, "c", false)), "majority", TERMS);
    private static final Ballot BALLOT = new Ballot(2, 1, 500);

    private static Member member(int number, String id, boolean votes) {
        return new Member(number, id, id + ".example:7400", votes, "key of " + id);
    }

    private static byte[] bytes(Consumer<ByteSink> writer) {
        ByteSink sink = new ByteSink();
        writer.accept(sink);
        return sink.toByteArray();
    }

    private static Function<byte[], Object> reader(Function<ByteSource, Object> reader) {
        return bytes -> reader.apply(new ByteSource(bytes));
    }

    @Test
    void everyMessageOfTheQuorumLock() {
        List<QuorumLockMessage> messages = List.of(
                new Request(SMALL, Mode.EXCLUSIVE, false),
                new Request(LARGE, Mode.SHARED, true),
                new Request(SMALL, Mode.SHARED, false, 700),
                new Behind(SMALL, 700, true),
                new Behind(SMALL, 700, false),
                new Release(LARGE),
                new Relinquish(SMALL, 700),
                new Announce(SMALL, 700, Fence.MAX),
                new Held(SMALL, 700, 800),
                new Busy(SMALL, NodeId.of(400), 700),
                new Noted(SMALL, 700),
                new Grant(LARGE, 700, true, 0),
                new Grant(SMALL, 1, false, 700, 800),
                new Queued(LARGE),
                new Inquire(SMALL, 1, false, 0, 0),
                new Inquire(SMALL, 700, true, 800, 900));
        StoredFormats.compare("messages", samples(messages, CODEC::write, CODEC::read));
    }

    @Test
    void everyMessageAboutRosters() {
        Configuration joint = Configuration.of(ABC).joinedBy(ABC.withRemoved("c"));
        List<RosterMessage> messages = List.of(
                new RosterMessage.News(Configuration.of(ABC)),
                new RosterMessage.News(joint),
                new RosterMessage.Hail(),
                new RosterMessage.Here("key"),
                new RosterMessage.Prepare(300, BALLOT),
                new RosterMessage.Promise(1, BALLOT, BALLOT, Ballot.NONE, null),
                new RosterMessage.Promise(1, BALLOT, BALLOT, BALLOT, ABC),
                new RosterMessage.Accept(BALLOT, ABC),
                new RosterMessage.Accepted(1, BALLOT));
        List<Sample> samples = new ArrayList<>(samples(messages, RosterCodec::writeMessage, RosterCodec::readMessage));
        RosterState state =
                RosterState.beginning(joint, "my key").withFloor(4711).accepting(BALLOT, ABC.withRemoved("a"));
        samples.add(Sample.growing(
                "state on disk", bytes(sink -> RosterCodec.writeState(state, sink)), reader(RosterCodec::readState)));
        // A roster has its length in front: a field at its end changes bytes before it.
        StoredFormats.compare(
                "rosters", samples.stream().map(Sample::onlyReadable).toList());
    }

    @Test
    void everyPartOfASessionHeader() {
        List<Sample> samples = new ArrayList<>();
        samples.add(header("nothing", header -> {}));
        samples.add(header("asks", header -> {
            header.incarnation = 300;
            header.number = 7;
            header.tick = 1_000;
        }));
        samples.add(header("confirms", header -> {
            header.confirmedNumber = 8;
            header.confirmedTick = 2_000;
            header.confirmedIncarnation = 5_000_000_000L;
        }));
        samples.add(header("stops", header -> {
            header.voting = false;
            header.stops = true;
            header.left = true;
        }));
        samples.add(header("all", StoredFramesTest::fill));
        StoredFormats.compare("headers", samples);
    }

    private static void fill(SessionHeader header) {
        header.incarnation = 300;
        header.number = 7;
        header.tick = 1_000;
        header.trusts = true;
        header.confirmedNumber = 8;
        header.confirmedTick = 2_000;
        header.confirmedIncarnation = 9;
        header.configuration = 400;
        header.keeps = true;
        header.confirmedFor = 5_000;
        header.watch = 10;
        header.answered = 11;
    }

    @Test
    void wholeFrames() {
        SessionHeader header = new SessionHeader();
        fill(header);
        FrameWriter writer = new FrameWriter();
        writer.begin(header);
        writer.add(LockName.of("orders/17"), new Request(SMALL, Mode.SHARED, false), CODEC);
        writer.add(LockName.of("orders/17"), new Release(LARGE), CODEC);
        writer.add(LockName.of("\u00E4"), new Queued(LARGE), CODEC);
        Sample locks =
                Sample.readable("about locks", writer.finish(5_000_000_000L).toByteArray(), StoredFramesTest::frame);
        writer.begin(new SessionHeader());
        writer.markResync();
        writer.sayAboutRosters(bytes(sink -> RosterCodec.writeMessage(new RosterMessage.Here("key"), sink)));
        Sample rosters = Sample.readable("about rosters", writer.finish(17).toByteArray(), StoredFramesTest::frame);
        StoredFormats.compare("frames", List.of(locks, rosters));
    }

    private static Object frame(byte[] bytes) {
        SessionHeader header = new SessionHeader();
        FrameReader<QuorumLockMessage> reader = new FrameReader<>(CODEC, header);
        reader.read(bytes, 0, bytes.length);
        List<String> said = new ArrayList<>();
        for (int place = 0; place < reader.size(); place++) {
            said.add(reader.lock(place) + ": " + reader.message(place));
        }
        if (reader.aboutRosters().length > 0) {
            said.add(RosterCodec.readMessage(new ByteSource(reader.aboutRosters()))
                    .toString());
        }
        return "clock " + reader.clock() + (reader.isResync() ? ", resync" : "") + ", " + describe(header) + ", "
                + said;
    }

    private interface Writer<M> {
        void write(M message, ByteSink sink);
    }

    private static <M> List<Sample> samples(List<M> messages, Writer<M> writer, Function<ByteSource, Object> reader) {
        List<Sample> samples = new ArrayList<>();
        Map<String, Integer> numbers = new HashMap<>();
        for (M message : messages) {
            String name = message.getClass().getSimpleName();
            int number = numbers.merge(name, 1, Integer::sum);
            byte[] bytes = bytes(sink -> writer.write(message, sink));
            samples.add(Sample.growing(name + " " + number, bytes, reader(reader)));
        }
        return samples;
    }

    private static Sample header(String name, Consumer<SessionHeader> fill) {
        SessionHeader header = new SessionHeader();
        fill.accept(header);
        return Sample.growing(name, bytes(header::writeTo), reader(source -> {
            SessionHeader read = new SessionHeader();
            read.read(source);
            return describe(read);
        }));
    }

    /** Its fields, but for those that have the value of a new header. */
    private static String describe(SessionHeader header) {
        SessionHeader fresh = new SessionHeader();
        StringBuilder text = new StringBuilder("header:");
        for (Field field : SessionHeader.class.getDeclaredFields()) {
            try {
                if (!Modifier.isStatic(field.getModifiers())
                        && !field.isSynthetic()
                        && !field.get(header).equals(field.get(fresh))) {
                    text.append(' ').append(field.getName()).append('=').append(field.get(header));
                }
            } catch (IllegalAccessException failure) {
                throw new IllegalStateException(failure);
            }
        }
        return text.toString();
    }
}
