package io.quorate.node.net.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.FreePorts;
import io.quorate.node.net.GuardedReceiver;
import io.quorate.node.net.LinkSettings;
import io.quorate.node.net.RecordingReceiver;
import io.quorate.node.net.Roster;
import io.quorate.node.net.TransportMeter;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Links over wires that fail in ways that no network does. */
@Tag("threads")
class LinkSupervisorTest {
    private static final Roster ROSTER = FreePorts.rosterOf("keeper", List.of(1, 2));

    /** The system has no thread left for a call, nor for reading what it brings: some time later it has. */
    private static final class ExhaustedSource implements WireSource {
        final AtomicInteger calls = new AtomicInteger();

        @Override
        public boolean canReach(Roster.Member member) {
            return true;
        }

        @Override
        public Wire connect(Roster.Member member) {
            if (calls.incrementAndGet() == 1) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return new Wire() {
                @Override
                public void startReading(PeerConnection connection) {
                    throw new OutOfMemoryError("unable to create native thread");
                }

                @Override
                public void send(byte[] bytes, int offset, int length) {}

                @Override
                public void close() {}

                @Override
                public String remote() {
                    return "nowhere";
                }
            };
        }

        @Override
        public void stop() {}

        @Override
        public void awaitEnd() {}
    }

    @Test
    void aPeerIsCalledAgainAfterTheSystemHadNoThreadLeft() {
        LinkSupervisor keeper = newKeeper(LinkSettings.usual(), new RecordingReceiver(), new TransportMeter());
        ExhaustedSource source = new ExhaustedSource();
        keeper.start(events -> source);
        try {
            await().atMost(RecordingReceiver.DEADLINE).until(() -> source.calls.get() >= 3);
        } finally {
            keeper.close();
        }
    }

    private static LinkSupervisor newKeeper(LinkSettings settings, RecordingReceiver receiver, TransportMeter meter) {
        GuardedReceiver guarded = new GuardedReceiver(receiver, meter);
        Peers peers = new RosterPeers(ROSTER, NodeId.of(0), guarded, meter);
        return new LinkSupervisor(peers, hello("a"), settings, guarded, meter);
    }

    private static Hello hello(String id) {
        return new Hello(
                "keeper",
                "any",
                id,
                1,
                id.hashCode(),
                1,
                ROSTER.members().stream().map(Roster.Member::toString).toList());
    }

    /** From some moment on whoever sends waits, until it is closed. */
    private static final class FullWire implements Wire {
        final CountDownLatch closed = new CountDownLatch(1);
        volatile boolean full;

        @Override
        public void startReading(PeerConnection connection) {}

        @Override
        public void send(byte[] bytes, int offset, int length) throws Exception {
            if (full) {
                closed.await();
                throw new IOException("closed");
            }
        }

        @Override
        public void close() {
            closed.countDown();
        }

        @Override
        public String remote() {
            return "somewhere";
        }
    }

    private static Packet packet(Packet.Kind kind, byte[] content) {
        Packet packet = new Packet();
        packet.write(kind, 0, 0, content, content.length);
        return packet;
    }

    /** It says that it has read all, so the window never closes, but the system's buffers are full. */
    @Test
    void aPeerThatConfirmsWhatItDoesNotReadCannotHoldUpTheSender() {
        TransportMeter meter = new TransportMeter();
        RecordingReceiver receiver = new RecordingReceiver();
        LinkSettings quick = LinkSettings.usual().withTimes(Duration.ofMillis(100), Duration.ofSeconds(2));
        LinkSupervisor keeper = newKeeper(quick, receiver, meter);
        ScheduledExecutorService liar = Executors.newSingleThreadScheduledExecutor();
        keeper.start(events -> new ExhaustedSource());
        try {
            FullWire wire = new FullWire();
            PeerConnection connection = keeper.accepted(wire);
            keeper.received(connection, packet(Packet.Kind.HELLO, hello("b").toBytes()));
            assertThat(receiver.trusts(NodeId.of(1))).isTrue();
            wire.full = true;
            var lies = liar.scheduleAtFixedRate(
                    () -> keeper.received(connection, packet(Packet.Kind.BEAT, new byte[0])),
                    0,
                    5,
                    TimeUnit.MILLISECONDS);
            assertTimeoutPreemptively(
                    RecordingReceiver.DEADLINE,
                    () -> assertThat(connection.sendFrame(new byte[10], 10)).isFalse());
            assertThat(wire.closed.getCount()).isZero();
            assertThat(meter.counters().framesMalformed()).isEqualTo(1);
            assertThat(lies.isDone()).as("it was never silent").isFalse();
        } finally {
            liar.shutdownNow();
            keeper.close();
        }
    }
}
