// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.growth;

import io.quorate.core.lock.Protocol;
import io.quorate.lab.dht.DhtExperiment;
import io.quorate.lab.dht.DhtReport;
import io.quorate.lab.dht.TimeScale;
import io.quorate.lab.dht.Workload;
import java.util.function.LongSupplier;

/**
 * The resources that an overlay of some size needs here: two rounds of the experiment, in which all nodes keep their neighbours
 * informed. Memory and
 * speed are those of this machine.
 *
 * @param frames how many frames were carried
 * @param bytesANode of the heap, for a node and its part of the world, when the last round is over
 */
public record OverlayScale(int nodes, long frames, long bytesANode, double seconds) {
    private static final Workload TWO_ROUNDS = new Workload(65, 2, 20, 0.5);

    /**
     * Runs it.
     *
     * @param clock tells nanoseconds
     */
    public static OverlayScale measure(Protocol<?> protocol, int nodes, long seed, LongSupplier clock) {
        DhtExperiment experiment = DhtExperiment.of(protocol, nodes, seed)
                .withReplicas(OverlayGrowth.REPLICAS)
                .with(TimeScale.USUAL)
                .with(TWO_ROUNDS);
        long before = heapInUse();
        long[] used = {0};
        long start = clock.getAsLong();
        long[] measuring = {0};
        DhtReport report = experiment.run((round, rounds) -> {
            if (round == rounds) {
                long paused = clock.getAsLong();
                used[0] = heapInUse() - before;
                measuring[0] = clock.getAsLong() - paused;
            }
        });
        double seconds = (clock.getAsLong() - start - measuring[0]) / 1e9;
        return new OverlayScale(nodes, report.messages().frames(), used[0] / nodes, seconds);
    }

    public double framesASecond() {
        return frames / seconds;
    }

    private static long heapInUse() {
        Runtime runtime = Runtime.getRuntime();
        runtime.gc();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
