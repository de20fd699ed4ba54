// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.event.Event.News;
import io.quorate.lab.world.event.Event.Signal;
import io.quorate.lab.world.step.NodeSnapshot;
import java.util.function.Consumer;

/**
 * Lets nodes crash, come back and leave. At least half of them are up at any time; all survivors learn of a crash, some time
 * later, and of nothing that is not so.
 */
final class CrashInjector {
    /** How long a crash takes to be noticed, and a node to be down, on average: some come back unnoticed. */
    private static final long NOTICED_NANOS = 2_000_000_000;

    private static final long DOWN_NANOS = 10_000_000_000L;

    private final SimulationRun run;
    private final boolean comesBack;
    private final Randomness randomness;
    private final Consumer<String> counter;

    CrashInjector(SimulationRun run, Simulation simulation, Randomness randomness, Consumer<String> counter) {
        this.run = run;
        this.comesBack = simulation.setup().protocol().traits().survivesRestarts();
        this.randomness = randomness;
        this.counter = counter;
    }

    private NodeSet down() {
        return run.cluster().usage().crashed();
    }

    boolean bothLive(NodeId one, NodeId other) {
        return !down().contains(one) && !down().contains(other);
    }

    void crash(NodeId node) {
        if (down().contains(node) || 2 * (down().size() + 1) > run.cluster().size()) {
            return;
        }
        counter.accept("crashes");
        run.apply(new Choice.Crash(node));
        for (int index = 0; index < run.cluster().size(); index++) {
            NodeId survivor = NodeId.of(index);
            later(NOTICED_NANOS, () -> detect(survivor, node));
        }
        if (comesBack) {
            later(DOWN_NANOS, () -> restart(node));
        }
    }

    private void later(long nanos, Runnable action) {
        run.at(run.now() + RandomDuration.exponential(nanos).draw(randomness), action);
    }

    private void detect(NodeId survivor, NodeId node) {
        NodeSnapshot state = run.cluster().node(survivor);
        boolean isNews = down().contains(node) && !state.facts().suspected().contains(node);
        if (isNews && !down().contains(survivor) && !survivor.equals(node)) {
            run.apply(Choice.Tell.due(survivor, News.DETECT.of(node)));
        }
    }

    private void restart(NodeId node) {
        if (down().contains(node)) {
            counter.accept("restarts");
            run.apply(new Choice.Restart(node));
        }
    }

    void leave(NodeId node) {
        Cluster cluster = run.cluster();
        boolean isIdle = cluster.node(node).holding().isEmpty()
                && cluster.node(node).waiting().isEmpty();
        if (isIdle && !down().contains(node)) {
            counter.accept("leaves");
            run.apply(Choice.Tell.fault(node, Signal.LEAVE));
        }
    }

    /** Nodes that are down restart now, if they may. */
    void heal() {
        NodeSet crashed = down();
        for (int index = crashed.next(0); index >= 0 && comesBack; index = crashed.next(index + 1)) {
            restart(NodeId.of(index));
        }
    }
}
