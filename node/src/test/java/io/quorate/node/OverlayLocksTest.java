package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.Hold;
import io.quorate.api.LocksConfig;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Locks on an overlay over real sockets. */
class OverlayLocksTest {
    private static LocksConfig quick(LocksConfig config) {
        return config.cluster("locks").lease(Duration.ofMillis(500)).suspectAfter(Duration.ofSeconds(1));
    }

    @Test
    void aFewNodesFindEachOtherAndExcludeEachOther() throws Exception {
        try (OverlayCluster cluster = new OverlayCluster(OverlayLocksTest::quick)) {
            for (int count = 0; count < 5; count++) {
                cluster.start();
            }
            cluster.awaitAllIn();
            for (ClusterNode node : cluster.nodes()) {
                System.out.println(node.overlay());
            }
            long fence = 0;
            for (ClusterNode node : cluster.nodes()) {
                node.awaitQuorum();
                try (Hold hold = node.locks().lock("a").acquire()) {
                    assertThat(hold.fence()).isGreaterThan(fence);
                    fence = hold.fence();
                    for (ClusterNode other : cluster.nodes()) {
                        if (other != node) {
                            Optional<Hold> second = other.locks().lock("a").tryAcquire(Duration.ofMillis(50));
                            assertThat(second).isEmpty();
                        }
                    }
                }
            }
        }
    }
}
