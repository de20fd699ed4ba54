package io.quorate.overlay.runtime;

import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.node.LockContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The same for three nodes of an overlay, who were told of one of them only. */
class OverlayLockTest extends LockContract {
    @Override
    protected boolean knowsShared() {
        return false;
    }

    @Override
    protected List<Locks> start() throws Exception {
        OverlayCluster cluster = new OverlayCluster(OverlayLockTest::settings);
        List<Locks> nodes = new ArrayList<>();
        for (int count = 0; count < 3; count++) {
            nodes.add(cluster.start().locks());
        }
        cluster.awaitAllIn();
        return nodes;
    }

    private static LocksConfig settings(LocksConfig config) {
        return config.cluster("contract").lease(Duration.ofMillis(600)).suspectAfter(Duration.ofSeconds(1));
    }
}
