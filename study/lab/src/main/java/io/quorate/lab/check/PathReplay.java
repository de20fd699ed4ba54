// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

import io.quorate.core.model.NodeId;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.Possibilities;
import io.quorate.lab.world.Trace;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.net.Channel;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.step.RememberingStepper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Turns a path of the search into a run of a live cluster. The two differ in one point: in a network without order the
 * search keeps channels sorted, so a frame may stand at another position there.
 */
final class PathReplay {
    private final CheckSystem system;
    private final Possibilities possibilities;
    private final RememberingStepper stepper;
    private final Cluster searched;
    private final Cluster live;

    /** With the stepper of the search: its numbers decide how channels are sorted. */
    PathReplay(CheckSystem system, Possibilities possibilities, RememberingStepper stepper) {
        this.system = system;
        this.possibilities = possibilities;
        this.stepper = stepper;
        this.searched = new Cluster(system.setup(), stepper, ClusterObserver.NONE);
        this.live = Cluster.of(system.setup());
    }

    /** The run, after making sure that a live cluster shows the same. */
    Counterexample confirm(Property property, int[] path) {
        List<Choice> run = new ArrayList<>(system.prefix());
        run.forEach(searched::apply);
        run.forEach(live::apply);
        for (int place : path) {
            List<Choice> choices = new ArrayList<>();
            possibilities.list(searched, choices);
            Choice choice = choices.get(place);
            Choice translated = translate(choice);
            searched.apply(choice);
            possibilities.reduce(searched, stepper);
            live.apply(translated);
            run.add(translated);
        }
        if (property.holds().test(live)) {
            throw new IllegalStateException("the search and a live run of the same choices do not agree on \""
                    + property.sentence() + "\" (please report it): "
                    + new Trace(system.setup(), run).toText());
        }
        return new Counterexample(property, new Trace(system.setup(), run));
    }

    private Choice translate(Choice choice) {
        if (choice instanceof Choice.Deliver deliver) {
            return new Choice.Deliver(
                    deliver.from(), deliver.to(), livePosition(deliver.from(), deliver.to(), deliver.position()));
        }
        if (choice instanceof Choice.Duplicate duplicate) {
            return new Choice.Duplicate(
                    duplicate.from(),
                    duplicate.to(),
                    livePosition(duplicate.from(), duplicate.to(), duplicate.position()));
        }
        return choice;
    }

    private int livePosition(NodeId from, NodeId to, int position) {
        FrameInFlight wanted = searched.channel(from, to).at(position);
        Channel channel = live.channel(from, to);
        for (int each = 1; each <= channel.size(); each++) {
            if (Arrays.equals(channel.at(each).bytes(), wanted.bytes())) {
                return each;
            }
        }
        // The search has forgotten the clocks, so another frame that says the same stands for it.
        for (int each = 1; each <= channel.size(); each++) {
            if (channel.at(each).saysTheSameAs(wanted)) {
                return each;
            }
        }
        throw new IllegalStateException("a live run lacks the frame " + wanted + " (please report it)");
    }
}
