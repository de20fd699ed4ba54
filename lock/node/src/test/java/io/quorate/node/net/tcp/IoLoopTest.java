// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.GuardedReceiver;
import io.quorate.node.net.LinkSettings;
import io.quorate.node.net.Membership;
import io.quorate.node.net.RecordingReceiver;
import io.quorate.node.net.Roster;
import io.quorate.node.net.TransportMeter;
import io.quorate.node.net.link.Hello;
import io.quorate.node.net.link.LinkSupervisor;
import io.quorate.node.net.link.PeerConnection;
import io.quorate.node.net.link.RosterPeers;
import io.quorate.node.watch.LastWords;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
        LinkSupervisor events = events();
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

    private LinkSupervisor events() {
        Roster roster = new Roster("loops", List.of(new Roster.Member("a", "localhost", 1)));
        TransportMeter meter = new TransportMeter();
        GuardedReceiver receiver = new GuardedReceiver(new Listening(), meter);
        return new LinkSupervisor(
                new RosterPeers(Membership.of(roster), NodeId.of(0), receiver, meter),
                Hello.first("loops", "any", "a", 1, List.of("a=localhost:1")),
                LinkSettings.usual(),
                receiver,
                meter);
    }

    @Test
    void aWireWhoseKeyIsCancelledWhileItIsRegisteredCostsItselfAndNotTheLoop() throws Exception {
        LinkSupervisor events = events();
        TcpServer server = TcpServer.start("a", events, null, LinkSettings.usual());
        IoLoop loop = server.loopFor(true);
        CountDownLatch cancelled = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        try (ServerSocketChannel listening =
                        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                SocketChannel channel = SocketChannel.open(listening.getLocalAddress())) {
            TcpWire wire = new TcpWire(channel, server, loop, null, null);
            PeerConnection connection = events.accepted(wire, LinkSupervisor.Admission.KNOWN);
            loop.execute(
                    () -> { // all in one round, so that the selector has not yet forgotten the key
                        wire.startReading(connection);
                        loop.execute(() -> {
                            channel.keyFor(loop.selector()).cancel();
                            cancelled.countDown();
                        });
                        wire.startReading(connection);
                        loop.execute(goesOn::countDown);
                    });
            assertThat(cancelled.await(RecordingReceiver.DEADLINE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            await().atMost(RecordingReceiver.DEADLINE).until(() -> goesOn.getCount() == 0 || !failures.isEmpty());
            assertThat(failures).isEmpty();
            assertThat(channel.isOpen()).isFalse();
        } finally {
            server.stop();
            server.awaitEnd();
        }
    }
}
