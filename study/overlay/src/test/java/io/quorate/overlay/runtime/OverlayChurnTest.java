// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.api.LocksConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Twenty nodes of an overlay, of which some are killed, some leave and others come, while several want the same locks. */
@Tag("slow")
@Tag("threads")
class OverlayChurnTest {
    private static final int NODES = 20;
    private static final List<String> LOCKS = List.of("left", "right");

    private static LocksConfig settings(LocksConfig config, String protocol) {
        return config.cluster("churn")
                .protocol(protocol)
                .lease(Duration.ofSeconds(1))
                .suspectAfter(Duration.ofSeconds(2))
                .joinTimeout(OverlayCluster.DEADLINE);
    }

    @Test
    void neverTwoAreInsideAndEverybodyWhoStaysGetsItsTurn() throws Exception {
        churn("endtoend");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sigma", "nonendtoend"})
    @Tag("long")
    void theSameWithTheOtherProtocols(String protocol) throws Exception {
        churn(protocol);
    }

    private static void churn(String protocol) throws Exception {
        try (OverlayCluster cluster = new OverlayCluster(config -> settings(config, protocol));
                OverlayWorkers workers = new OverlayWorkers(LOCKS)) {
            for (int count = 0; count < NODES; count++) {
                cluster.start();
            }
            cluster.awaitAllIn();
            List<OverlayNode> first = cluster.nodes();
            List<OverlayWorkers.Worker> staying = new ArrayList<>();
            for (int place = 0; place < 4; place++) {
                staying.add(workers.startAt(first.get(place)));
            }
            workers.startAt(first.get(4)); // will be killed
            workers.startAt(first.get(5)); // will leave
            awaitTurns(staying, 2);
            for (int step = 0; step < 4; step++) {
                cluster.end(first.get(4 + 2 * step), false);
                cluster.end(first.get(5 + 2 * step), true);
                OverlayNode newcomer = cluster.start();
                cluster.start();
                if (step == 0) {
                    staying.add(workers.startAt(newcomer));
                }
                awaitTurns(staying, staying.get(0).turns() + 1);
            }
            awaitTurns(
                    staying,
                    staying.stream()
                                    .mapToLong(OverlayWorkers.Worker::turns)
                                    .max()
                                    .orElse(0)
                            + 2);
            assertThat(workers.violations()).isEmpty();
            assertThat(workers.endings()).as("of the two whose nodes ended").hasSize(2);
        }
    }

    private static void awaitTurns(List<OverlayWorkers.Worker> workers, long count) {
        await("every worker has had each lock " + count + " times")
                .atMost(OverlayCluster.DEADLINE)
                .until(() -> workers.stream().allMatch(worker -> worker.turns() >= count));
    }
}
