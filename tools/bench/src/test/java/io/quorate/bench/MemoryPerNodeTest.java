// SPDX-License-Identifier: Apache-2.0
package io.quorate.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is allocated to set a world up is an upper bound for what the nodes in it keep; it does not depend on how busy the machine is. */
final class MemoryPerNodeTest {
    @Test
    void aHundredTimesAsManyNodesOfAClusterTakeNoMoreMemoryEach() {
        SimulatorSpeed.ofCluster(100); // what is made once for all
        long few = SimulatorSpeed.ofCluster(100);

        assertThat(SimulatorSpeed.ofCluster(1_000)).isLessThan(2 * few);
        assertThat(SimulatorSpeed.ofCluster(10_000)).isLessThan(2 * few);
    }

    /** A routing table has a row more for each 16 times as many nodes, hence the margin. */
    @Test
    void aHundredTimesAsManyNodesOnAnOverlayTakeLittleMoreMemoryEach() {
        SimulatorSpeed.ofExperiment(100);
        long few = SimulatorSpeed.ofExperiment(100);

        assertThat(SimulatorSpeed.ofExperiment(1_000)).isLessThan(3 * few);
        assertThat(SimulatorSpeed.ofExperiment(10_000)).isLessThan(3 * few);
    }
}
