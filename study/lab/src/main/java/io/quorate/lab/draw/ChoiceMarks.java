// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.draw;

import io.quorate.core.model.NodeId;
import io.quorate.lab.world.event.Choice;

/** Puts into words what a choice means for a node, where nothing else in a diagram shows that it happened. */
final class ChoiceMarks implements Choice.Performer {
    private final Target target;

    /** Takes down a mark at a node, or between two. */
    interface Target {
        void mark(NodeId node, NodeId peer, String text);
    }

    ChoiceMarks(Target target) {
        this.target = target;
    }

    private void at(NodeId node, String text) {
        target.mark(node, node, text);
    }

    @Override
    public void reset(Choice.Reset reset) {
        String who = reset.bothNotice() ? "link reset" : "link reset, only " + reset.one() + " notices";
        target.mark(reset.one(), reset.other(), who);
    }

    @Override
    public void suspect(Choice.Suspect suspect) {
        at(suspect.node(), "suspects " + suspect.peer());
    }

    @Override
    public void unsuspect(Choice.Unsuspect trust) {
        at(trust.node(), "trusts " + trust.peer());
    }

    @Override
    public void fire(Choice.Fire fire) {
        at(fire.node(), "timer " + fire.timer());
    }

    @Override
    public void detect(Choice.Detect detect) {
        at(detect.node(), "learns that " + detect.peer() + " has crashed");
    }

    @Override
    public void leave(Choice.Leave leave) {
        at(leave.node(), "leaves the group");
    }

    @Override
    public void distrust(Choice.Distrust distrust) {
        at(distrust.node(), "lease with " + distrust.voter() + " runs out");
    }

    @Override
    public void expire(Choice.Expire expire) {
        at(expire.voter(), "forgets the session of " + expire.owner());
    }

    @Override
    public void vote(Choice.Vote vote) {
        at(vote.node(), "votes again");
    }

    @Override
    public void hint(Choice.Hint hint) {
        at(
                hint.node(),
                switch (hint.kind()) {
                    case SLOW -> "finds " + hint.peer() + " slow";
                    case FAST -> "finds " + hint.peer() + " slow no longer";
                    case TWIN -> "learns that there are two of " + hint.peer();
                    case SINGLE -> "learns that there is one " + hint.peer();
                    default -> throw new IllegalArgumentException("this is no hint: " + hint);
                });
    }

    @Override
    public void change(Choice.Change change) {
        at(
                change.node(),
                switch (change.kind()) {
                    case RISE -> "goes up to configuration " + change.number();
                    case OVER -> "the old roster is over";
                    case THAW -> "the time for moving is over";
                });
    }

    @Override
    public void freeze(Choice.Freeze freeze) {
        at(freeze.node(), "freezes");
    }

    @Override
    public void stop(Choice.Stop stop) {
        at(stop.node(), "is told to stop");
    }

    /** Seen as the beginning of a time in which the node is down. */
    @Override
    public void end(Choice.End end) {}

    /** Seen as the beginning of a wait. */
    @Override
    public void acquire(Choice.Acquire acquire) {}

    /** Seen as the end of a hold. */
    @Override
    public void release(Choice.Release release) {}

    /** Seen as the end of a wait. */
    @Override
    public void abandon(Choice.Abandon abandon) {}

    /** Seen as the end of an arrow. */
    @Override
    public void deliver(Choice.Deliver deliver) {}

    /** Seen as another arrow. */
    @Override
    public void duplicate(Choice.Duplicate duplicate) {}

    /** Seen as an arrow that ends nowhere. */
    @Override
    public void drop(Choice.Drop drop) {}

    /** Seen as the beginning of a time in which the node is down. */
    @Override
    public void crash(Choice.Crash crash) {}

    /** Seen as the end of a time in which the node is down. */
    @Override
    public void restart(Choice.Restart restart) {}
}
