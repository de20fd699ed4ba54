// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an entry costs over a way of so many links to the only replica, for one that is alone. */
class NonEndToEndCostTest {
    private static final Limits NOTHING_NEW = Limits.of(List.of());
    private int sent;

    private int cost(Cluster cluster, Choice choice) {
        sent = 0;
        cluster.apply(choice);
        while (cluster.framesInFlight() > 0) {
            cluster.apply(cluster.enabled(NOTHING_NEW).get(0));
        }
        return sent;
    }

    @ParameterizedTest
    @CsvSource({
        "sigma, 1, 4, 1",
        "sigma, 4, 3, 1",
        "sigma, 6, 1, 1",
        "nonendtoend, 1, 4, 5",
        "nonendtoend, 4, 3, 4",
        "nonendtoend, 5, 2, 3",
        "nonendtoend, 6, 1, 1"
    })
    void alone(String protocol, int number, int links, int toLeave) {
        Cluster cluster = Cluster.of(
                Setup.parse("nodes 6  protocol " + protocol
                        + "  quorums all  voters 1  network fifo  clocks true  overlay fixed:1"),
                new ClusterObserver() {
                    @Override
                    public void sent(NodeId from, NodeId to, FrameInFlight packet) {
                        sent++;
                    }
                });
        NodeId node = NodeId.of(number - 1);
        Choice acquire = new Choice.Acquire(node, Choice.USUAL_LOCK, Mode.EXCLUSIVE);
        Choice release = new Choice.Release(node, Choice.USUAL_LOCK, 0);
        assertThat(cost(cluster, acquire)).as("for the first time").isEqualTo(links + 3);
        assertThat(cost(cluster, release)).isEqualTo(toLeave);
        assertThat(cost(cluster, acquire)).isEqualTo(links + 1);
        assertThat(cost(cluster, release)).isEqualTo(toLeave);
    }
}
