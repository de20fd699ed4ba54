// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.draw;

import io.quorate.core.model.NodeId;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.event.Event;
import io.quorate.lab.world.event.Event.Signal;

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
    public void tell(Choice.Tell choice) {
        at(choice.node(), choice.event() instanceof Event.OfPeer told ? of(told) : ofItself(choice));
    }

    private static String of(Event.OfPeer told) {
        NodeId peer = told.peer();
        return switch (told.news()) {
            case SUSPECT -> "suspects " + peer;
            case UNSUSPECT -> "trusts " + peer;
            case DETECT -> "learns that " + peer + " has crashed";
            case DISTRUST -> "lease with " + peer + " runs out";
            case SLOW -> "finds " + peer + " slow";
            case FAST -> "finds " + peer + " slow no longer";
            case TWIN -> "learns that there are two of " + peer;
            case SINGLE -> "learns that there is one " + peer;
            case RESET -> "loses its link with " + peer;
            case GREET -> "hears a heartbeat of " + peer;
        };
    }

    private static String ofItself(Choice.Tell choice) {
        if (choice.event() == Signal.LEAVE) {
            return "leaves the group";
        }
        return choice.event() == Signal.VOTE ? "votes again" : "is told to stop";
    }

    @Override
    public void fire(Choice.Fire fire) {
        at(fire.node(), "timer " + fire.timer());
    }

    @Override
    public void expire(Choice.Expire expire) {
        at(expire.voter(), "forgets the session of " + expire.owner());
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
