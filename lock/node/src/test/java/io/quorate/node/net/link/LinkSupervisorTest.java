package io.quorate.node.net.link;

import static org.awaitility.Awaitility.await;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.FreePorts;
import io.quorate.node.net.GuardedReceiver;
import io.quorate.node.net.LinkSettings;
import io.quorate.node.net.RecordingReceiver;
import io.quorate.node.net.Roster;
import io.quorate.node.net.TransportMeter;
import java.net.InetAddress;
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
}
