// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.FreePorts;
import io.quorate.node.net.GuardedReceiver;
import io.quorate.node.net.HeardLog;
import io.quorate.node.net.LinkSettings;
import io.quorate.node.net.Membership;
import io.quorate.node.net.RecordingReceiver;
import io.quorate.node.net.Roster;
import io.quorate.node.net.TransportMeter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
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
        public Wire connect(Roster.Member member, InetAddress address) {
            if (calls.incrementAndGet() == 1) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return new Wire() {
                @Override
                public void startReading(PeerConnection connection) {
                    throw new OutOfMemoryError("unable to create native thread");
                }

                @Override
                public void send(Packet packet) {}

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

    /** A caller from this address, without TLS, and what it was told. */
    private record Caller(String from, List<String> told) implements Wire {
        @Override
        public void startReading(PeerConnection connection) {}

        @Override
        public void send(Packet packet) {
            told.add(Refusal.read(packet.content()).text());
        }

        @Override
        public void close() {}

        @Override
        public InetAddress address() {
            try {
                return InetAddress.getByName(from);
            } catch (UnknownHostException noAddress) {
                throw new AssertionError(noAddress);
            }
        }

        @Override
        public String remote() {
            return from;
        }
    }

    private static String answerTo(String from, Hello theirs) {
        LinkSupervisor keeper = newKeeper(LinkSettings.usual(), new RecordingReceiver(), new TransportMeter());
        Caller caller = new Caller(from, new ArrayList<>());
        byte[] content = theirs.toBytes();
        Packet packet = new Packet();
        packet.write(Packet.Kind.HELLO, 0, 0, content, content.length);
        keeper.received(keeper.accepted(caller, LinkSupervisor.Admission.OTHER), packet);
        return String.join(" ", caller.told);
    }

    @Test
    void withoutTlsACallerFromElsewhereHearsNothingButNoAndTheLogHasTheReason() {
        Hello guessed = new Hello("keeper", "any", "b", 1, 4711, 1, List.of("b=192.0.2.9:1"));
        Hello otherSettings =
                new Hello("keeper", "other", "b", 1, 4711, 1, hello("b").roster());
        Hello notListed = new Hello("keeper", "any", "x", 1, 4711, 1, hello("b").roster());
        try (HeardLog log = new HeardLog(Handshakes.class)) {
            for (Hello wrong : List.of(guessed, otherSettings, notListed, hello("a"))) {
                assertThat(answerTo("192.0.2.9", wrong))
                        .startsWith("rejected. ")
                        .doesNotContain("127.0.0.1", "localhost", "any", "a=", "member a");
                assertThat(answerTo("127.0.0.1", wrong))
                        .as("on this machine the difference is told")
                        .doesNotStartWith("rejected. ")
                        .containsAnyOf("roster", "settings", "already running");
            }
            log.await(
                    "a refused the node at 192\\.0\\.2\\.9: members a and b have different rosters: .* only a lists a=.*");
            log.await("a refused the node at 192\\.0\\.2\\.9: members a and b differ in the cluster settings.*");
        }
    }

    private static LinkSupervisor newKeeper(LinkSettings settings, RecordingReceiver receiver, TransportMeter meter) {
        GuardedReceiver guarded = new GuardedReceiver(receiver, meter);
        Peers peers = new RosterPeers(Membership.of(ROSTER), NodeId.of(0), guarded, meter);
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
}
