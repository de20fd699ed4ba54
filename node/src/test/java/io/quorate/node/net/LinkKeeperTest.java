package io.quorate.node.net;

import static org.awaitility.Awaitility.await;

import io.quorate.core.model.NodeId;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Links over wires that fail in ways that no network does. */
class LinkKeeperTest {
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
                public void startReading(Session session) {
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
        TransportMeter meter = new TransportMeter();
        Hello hello = new Hello(
                "keeper",
                "any",
                "a",
                1,
                4711,
                0,
                ROSTER.members().stream().map(Roster.Member::toString).toList());
        LinkKeeper keeper = new LinkKeeper(
                ROSTER,
                NodeId.of(0),
                hello,
                LinkSettings.usual(),
                new GuardedReceiver(new RecordingReceiver(), meter),
                meter);
        ExhaustedSource source = new ExhaustedSource();
        keeper.start(events -> source);
        try {
            await().atMost(RecordingReceiver.DEADLINE).until(() -> source.calls.get() >= 3);
        } finally {
            keeper.close();
        }
    }
}
