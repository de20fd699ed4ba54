// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.floor;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.bench.load.LockClient.Held;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The floor is a lock: else a comparison with it means nothing. */
@Tag("threads")
final class FloorServerTest {
    private static final Duration UNUSED = Duration.ZERO;

    private ServerSocket socket;

    @BeforeEach
    void start() throws Exception {
        socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        FloorServer.serveAll(socket);
    }

    @AfterEach
    void stop() throws Exception {
        socket.close();
    }

    private FloorLocks client() {
        return FloorLocks.single(() -> new Socket(socket.getInetAddress(), socket.getLocalPort()));
    }

    @Test
    void freeLocksAreGrantedAgainAndAgain() throws Exception {
        try (FloorLocks one = client()) {
            for (int turn = 0; turn < 100; turn++) {
                one.acquire("job", UNUSED).release();
            }
        }
    }

    @Test
    void aWaitingClientGetsTheLockOnlyAfterItsRelease() throws Exception {
        List<String> order = new CopyOnWriteArrayList<>();
        try (FloorLocks one = client();
                FloorLocks other = client()) {
            Held held = one.acquire("job", UNUSED);
            CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> {
                try {
                    other.acquire("job", UNUSED);
                    order.add("other");
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            // Another lock is free meanwhile.
            one.acquire("else", UNUSED).release();
            order.add("one");
            held.release();
            waiting.get(1, TimeUnit.MINUTES);
        }
        assertThat(order).containsExactly("one", "other");
    }
}
