// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.facts.ArmedTimer;
import io.quorate.lab.world.setup.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Where something was lost that nobody notices, only a time-out helps: finds out whether it does. Timers that outlast all routes
 * run out while nothing else happens, and everything arrives, in one order; nobody asks or gives back meanwhile.
 */
final class Recovery {
    /** So often what is waited for times out before somebody gets on, unless the kit of the protocol says otherwise. */
    static final int ROUNDS_MAX = 2;

    private static final int STEPS_MAX = 2_000;
    private static final Limits NOTHING_NEW = Limits.of(List.of());

    private Recovery() {}

    /** Whether something was lost in the run that was not noticed where it matters. */
    static boolean isNeeded(Cluster cluster) {
        return cluster.setup().hasOverlay()
                && (cluster.usage().hasCrashes() || (cluster.usage().hasResets() && waitsOnTheWay(cluster)));
    }

    private static boolean waitsOnTheWay(Cluster cluster) {
        return StandardChecks.kit(cluster.setup().protocol())
                .map(CheckKit::waitsOnTheWay)
                .orElse(false);
    }

    /** Whether it comes to a state as wanted. */
    static boolean leadsTo(Predicate<Cluster> wanted, Cluster cluster) {
        Cluster later = cluster.fork();
        int rounds = StandardChecks.kit(cluster.setup().protocol())
                .map(CheckKit::recoveryRounds)
                .orElse(ROUNDS_MAX);
        for (int round = 0; round < rounds; round++) {
            settle(later);
            if (wanted.test(later)) {
                return true;
            }
            fireAll(later);
        }
        return false;
    }

    private static void fireAll(Cluster cluster) {
        for (int index = 0; index < cluster.size(); index++) {
            for (ArmedTimer armed : List.copyOf(cluster.node(index).timers())) {
                boolean stillRuns = cluster.node(index).timers().contains(armed);
                if (stillRuns && armed.timer().outlastsRoutes()) {
                    cluster.apply(new Choice.Fire(
                            cluster.node(index).self(),
                            armed.lock(),
                            armed.timer().name(),
                            false));
                }
            }
        }
    }

    /** Takes all due steps, except releases of the lock and timers. */
    private static void settle(Cluster cluster) {
        for (int step = 0; step < STEPS_MAX; step++) {
            Choice next = firstDue(cluster.enabled(NOTHING_NEW));
            if (next == null) {
                return;
            }
            cluster.apply(next);
        }
    }

    private static @Nullable Choice firstDue(List<Choice> choices) {
        List<Choice> due = new ArrayList<>(choices);
        due.removeIf(
                choice -> choice.isOptional() || choice instanceof Choice.Fire || choice instanceof Choice.Release);
        return due.isEmpty() ? null : due.get(0);
    }
}
