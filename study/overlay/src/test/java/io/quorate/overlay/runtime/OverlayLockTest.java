// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.runtime;

import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.node.LockContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

/** The same for three nodes of an overlay, who were told of one of them only. */
@Tag("slow")
@Tag("threads")
class OverlayLockTest extends LockContract {
    @Override
    protected boolean knowsShared() {
        return false;
    }

    /** They are shared by all tests, since it takes leases until they grant. */
    private static List<Locks> shared = List.of();

    @Override
    protected List<? extends Locks> start() throws Exception {
        if (shared.isEmpty() || shared.stream().anyMatch(LockContract::isClosed)) {
            closeShared();
            OverlayCluster cluster = new OverlayCluster(OverlayLockTest::settings);
            List<Locks> nodes = new ArrayList<>();
            for (int count = 0; count < 3; count++) {
                nodes.add(cluster.start().locks());
            }
            cluster.awaitAllIn();
            shared = nodes;
        }
        return shared;
    }

    @Override
    protected void stop() {
        // The next test has them.
    }

    @AfterAll
    static void closeShared() {
        shared.forEach(Locks::close);
        shared = List.of();
    }

    /** Nobody loses a lock only because the machine is busy. */
    private static LocksConfig settings(LocksConfig config) {
        return config.cluster("contract").lease(Duration.ofSeconds(3)).suspectAfter(Duration.ofSeconds(5));
    }
}
