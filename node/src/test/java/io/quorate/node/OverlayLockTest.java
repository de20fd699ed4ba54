package io.quorate.node;

import io.quorate.api.LocksConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The same for three nodes of an overlay, who were told of one of them only. */
class OverlayLockTest extends LockContract {
    @Override
    boolean knowsShared() {
        return false;
    }

    @Override
    List<EmbeddedLocks> start() throws Exception {
        OverlayCluster cluster = new OverlayCluster(OverlayLockTest::settings);
        List<EmbeddedLocks> nodes = new ArrayList<>();
        for (int count = 0; count < 3; count++) {
            nodes.add((EmbeddedLocks) cluster.start().locks());
        }
        cluster.awaitAllIn();
        return nodes;
    }

    private static LocksConfig settings(LocksConfig config) {
        return config.cluster("contract").lease(Duration.ofMillis(600)).suspectAfter(Duration.ofSeconds(1));
    }
}
