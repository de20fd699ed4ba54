// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.replay;

import io.quorate.core.model.NodeId;
import io.quorate.lab.world.Trace;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.setup.Setup;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run of the simulator, as it was: it can be played again without drawing anything.
 *
 * @param madeBy the command that made it
 * @param setup the cluster
 * @param steps what happened, in the order of time
 * @param hash the trace hash of the run
 * @param broken which promise it broke, in one sentence; null if none
 */
public record SavedRun(
        String madeBy,
        Setup setup,
        List<Step> steps,
        long hash,
        @Nullable String broken) {
    public SavedRun {
        steps = List.copyOf(steps);
    }

    /** Something that happened, in nanoseconds of virtual time. */
    public sealed interface Step {
        long time();
    }

    /** A step of the cluster. */
    public record Chosen(long time, Choice choice) implements Step {}

    /** From now on nothing gets from the one to the other, or it does again. The cluster knows nothing of it: it is there to be drawn. */
    public record Link(long time, NodeId from, NodeId to, boolean isCut) implements Step {}

    /** The steps of the cluster. */
    public List<Chosen> choices() {
        return steps.stream()
                .filter(Chosen.class::isInstance)
                .map(Chosen.class::cast)
                .toList();
    }

    /** The same without times. */
    public Trace trace() {
        return new Trace(setup, choices().stream().map(Chosen::choice).toList());
    }
}
