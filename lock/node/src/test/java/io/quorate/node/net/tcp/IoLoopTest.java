package io.quorate.node.net.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.GuardedReceiver;
import io.quorate.node.net.LinkSettings;
import io.quorate.node.net.RecordingReceiver;
import io.quorate.node.net.Roster;
import io.quorate.node.net.TransportMeter;
import io.quorate.node.net.link.Hello;
import io.quorate.node.net.link.LinkSupervisor;
import io.quorate.node.net.link.RosterPeers;
import io.quorate.node.watch.LastWords;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What becomes of a node one of whose reading threads dies. */
@Tag("threads")
class IoLoopTest {
    private final List<String> failures = new CopyOnWriteArrayList<>();

    private final class Listening extends RecordingReceiver {
        @Override
        public void failed(LastWords why, @Nullable Throwable failure) {
            failures.add(why.text() + ": " + failure);
        }
    }

    @Test
    void aLoopThatRunsOutOfMemoryTellsTheNodeAtOnce() throws Exception {
        Roster roster = new Roster("loops", List.of(new Roster.Member("a", "localhost", 1)));
        TransportMeter meter = new TransportMeter();
        GuardedReceiver receiver = new GuardedReceiver(new Listening(), meter);
        LinkSupervisor events = new LinkSupervisor(
                new RosterPeers(roster, NodeId.of(0), receiver, meter),
                Hello.first("loops", "any", "a", 1, List.of("a=localhost:1")),
                LinkSettings.usual(),
                receiver,
                meter);
        IoLoop loop = new IoLoop("quorate-net-a-members", events);
        loop.start();
        loop.execute(() -> {
            throw new OutOfMemoryError("Java heap space");
        });
        await().atMost(RecordingReceiver.DEADLINE).until(() -> !failures.isEmpty());
        assertThat(failures)
                .containsExactly(
                        "the thread quorate-net-a-members has died: java.lang.OutOfMemoryError: Java heap space");
        loop.awaitEnd();
    }
}
