// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.replay;

import io.quorate.lab.audit.Audit;
import io.quorate.lab.audit.AuditFailure;
import io.quorate.lab.simulate.Simulator;
import io.quorate.lab.simulate.TraceHash;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.ClusterObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Plays a saved run again: nothing is drawn, every step comes when it came. */
public final class Replay {
    private final SavedRun run;
    private long now;

    private Replay(SavedRun run) {
        this.run = run;
    }

    /**
     * The outcome.
     *
     * @param hash the trace hash; that of the run, if the protocol still does the same
     * @param broken the promise that was broken this time
     */
    public record Outcome(long hash, @Nullable String broken) {}

    /**
     * Plays it, told about to an observer that is made from the clock of the run.
     *
     * @throws IllegalArgumentException if a step is not possible any more
     */
    public static Outcome play(SavedRun run, Function<LongSupplier, ClusterObserver> watcher) {
        return new Replay(run).play(watcher);
    }

    private Outcome play(Function<LongSupplier, ClusterObserver> watchers) {
        TraceHash hash = new TraceHash(() -> now);
        ClusterObserver watcher = watchers.apply(() -> now);
        List<Audit> audits = Simulator.audits(run.setup());
        List<ClusterObserver> observers = new ArrayList<>(List.of(hash, watcher));
        observers.addAll(audits);
        Cluster cluster = Cluster.of(run.setup(), ClusterObserver.all(observers.toArray(new ClusterObserver[0])));
        try {
            for (int place = 0; place < run.steps().size(); place++) {
                take(cluster, watcher, place);
            }
            audits.forEach(audit -> audit.whenQuiet(cluster));
        } catch (AuditFailure | IllegalStateException broken) {
            return new Outcome(hash.value(), String.valueOf(broken.getMessage()));
        }
        return new Outcome(hash.value(), null);
    }

    private void take(Cluster cluster, ClusterObserver watcher, int place) {
        SavedRun.Step step = run.steps().get(place);
        now = step.time();
        if (step instanceof SavedRun.Link link) {
            if (link.isCut()) {
                watcher.cut(link.from(), link.to());
            } else {
                watcher.mended(link.from(), link.to());
            }
            return;
        }
        try {
            cluster.apply(((SavedRun.Chosen) step).choice());
        } catch (IllegalArgumentException impossible) {
            throw new IllegalArgumentException(
                    "step " + (place + 1)
                            + " of the run cannot be taken any more, so the protocol does something else than"
                            + " when the run was saved: " + impossible.getMessage(),
                    impossible);
        }
    }
}
