package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.api.JoinFailedException;
import io.quorate.api.LockUnavailableException;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Three nodes as in production, but for being in one process: they talk by TCP on this machine. */
class JGroupsLockTest extends LockContract {
    private LocksConfig config = LocksConfig.of("unset=localhost:1");

    @Override
    List<EmbeddedLocks> start() throws Exception {
        config = LocksConfig.of(members(3)).cluster("contract").joinTimeout(Duration.ofSeconds(20));
        ExecutorService starters = Executors.newFixedThreadPool(3);
        try {
            List<CompletableFuture<Locks>> joining = new ArrayList<>();
            for (LocksConfig.Member member : config.members()) {
                joining.add(CompletableFuture.supplyAsync(() -> Locks.join(config.nodeId(member.id())), starters));
            }
            return joining.stream()
                    .map(CompletableFuture::join)
                    .map(EmbeddedLocks.class::cast)
                    .toList();
        } finally {
            starters.shutdown();
        }
    }

    /** Members at ports that were free a moment ago. */
    private static List<String> members(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        List<String> members = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            sockets.add(socket);
            members.add("m" + (index + 1) + "=127.0.0.1:" + socket.getLocalPort());
        }
        for (ServerSocket socket : sockets) {
            socket.close();
        }
        return members;
    }

    @Test
    void aSecondNodeOfTheSameIdDoesNotStart() {
        assertThatThrownBy(() -> Locks.join(config.nodeId("m1")))
                .isInstanceOf(JoinFailedException.class)
                .hasMessageContaining("Node m1 could not join the cluster contract");
    }

    @Test
    void aNodeThatFindsNobodySaysWhoDidNotAnswer() throws Exception {
        LocksConfig lonely = LocksConfig.of(members(3)).nodeId("m1").joinTimeout(Duration.ofMillis(300));
        assertThatThrownBy(() -> Locks.join(lonely))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("within 300 ms")
                .hasMessageContaining("these cannot: m2, m3");
    }
}
