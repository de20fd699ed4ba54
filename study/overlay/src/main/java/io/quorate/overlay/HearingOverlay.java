// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The common part of overlays: how a node joins, watches its neighbours, and leaves. One rule keeps dead nodes out: a node is known
 * only if it was heard itself. A node that others report is asked first, and never taken as alive on their word.
 */
public abstract class HearingOverlay implements Overlay {
    /** How far a node has come. */
    private enum Standing {
        OUT,
        JOINING,
        /** It knows where it belongs, and waits for its neighbours to answer. */
        WELCOMED,
        JOINED
    }

    private final Handle self;
    private final OverlayTiming timing;

    /** The neighbours, and the nodes that were asked and have not answered yet. */
    private final Silences silences;

    private final Contacts contacts;

    /** Those between this node and its neighbours whom only others hear. */
    private final Hearsay hearsay;

    private Standing standing = Standing.OUT;

    protected HearingOverlay(Handle self, OverlayTiming timing) {
        this.self = self;
        this.timing = timing;
        this.silences = new Silences();
        this.contacts = new Contacts();
        this.hearsay = new Hearsay(timing);
    }

    protected HearingOverlay(HearingOverlay other) {
        self = other.self;
        timing = other.timing;
        silences = other.silences.copy();
        standing = other.standing;
        contacts = new Contacts(other.contacts);
        hearsay = new Hearsay(other.hearsay);
    }

    /** Whether there is a place for this node, which is not known yet. */
    protected abstract boolean wants(Handle node);

    /** The node was heard, and there is a place for it. */
    protected abstract void take(Handle node, OverlayOutbox out);

    /** The node is gone. Does nothing if it is not known. */
    protected abstract void drop(NodeId node, OverlayOutbox out);

    protected abstract void dropAll();

    /** As {@link #nextHop(Key)}, but not over this node. */
    protected abstract Handle nextHop(Key key, @Nullable NodeId without);

    /** This node's answer to a request for that row of its table. */
    protected abstract List<Handle> told(int row);

    /** Work of each round beside the keep-alives. */
    protected abstract void maintain(OverlayOutbox out);

    /** Whether no other node is {@link #known}. */
    protected abstract boolean isAlone();

    /** Whether this neighbour is told in each round of all the others: so it finds nodes that came in between. */
    protected abstract boolean exchangesWith(NodeId neighbour);

    /** This node is part of the overlay now, or is still there. */
    private OverlayMessage alive(NodeId to) {
        return new OverlayMessage.Alive(self.key(), exchangesWith(to) ? toldOfNeighbours() : List.of());
    }

    /** Others rely on it that this node hears those whom it names, so not those who may be gone. */
    private List<Handle> toldOfNeighbours() {
        List<Handle> told = new ArrayList<>(told(OverlayMessage.Wanted.NEIGHBOURS));
        told.removeIf(node -> !isHeard(node));
        return told;
    }

    /** Whether this neighbour was heard in the last two rounds. */
    final boolean isHeard(Handle neighbour) {
        return silences.roundsOf(neighbour.node()) <= 1;
    }

    /** The rows, from this one on, that a node on a joiner's route sends to it. */
    protected List<Handle> usefulTo(Handle joiner, int row) {
        return List.of();
    }

    /** The first row that the nodes after this one on the way of a joiner should tell it. */
    protected int rowAfter(Handle joiner, int row) {
        return row;
    }

    @Override
    public final Handle self() {
        return self;
    }

    @Override
    public final boolean isJoined() {
        return standing == Standing.JOINED;
    }

    @Override
    public final Handle nextHop(Key key) {
        return nextHop(key, null);
    }

    @Override
    public final List<Handle> hearsay() {
        return hearsay.nodes();
    }

    @Override
    public final void begin(OverlayOutbox out) {
        standing = Standing.JOINED;
        out.startTimer(OverlayTimer.ROUND, timing.round(), timing.jitter());
        out.joined();
    }

    @Override
    public final void join(List<Handle> members, OverlayOutbox out) {
        if (members.isEmpty()) {
            throw new IllegalArgumentException(
                    "nobody can let " + self + " in: name at least one node that is in, or begin an overlay");
        }
        standing = Standing.JOINING;
        contacts.replaceBy(members);
        tryToJoin(out);
    }

    private void tryToJoin(OverlayOutbox out) {
        contacts.knock(self, out);
        out.startTimer(OverlayTimer.JOIN, timing.round(), timing.jitter());
    }

    /** All asked nodes have answered, or had enough time: others may learn of this node from now on. */
    private void complete(OverlayOutbox out) {
        out.stopTimer(OverlayTimer.JOIN);
        begin(out);
        for (Handle node : known()) {
            out.send(node.node(), alive(node.node()));
        }
    }

    @Override
    public final void leave(OverlayOutbox out) {
        if (isJoined()) {
            OverlayMessage farewell = new OverlayMessage.Leaving(self.key(), neighbours());
            for (Handle node : known()) {
                out.send(node.node(), farewell);
            }
        }
        standing = Standing.OUT;
        contacts.replaceBy(List.of());
        silences.clear();
        hearsay.clear();
        dropAll();
        out.stopTimer(OverlayTimer.ROUND);
        out.stopTimer(OverlayTimer.JOIN);
    }

    @Override
    public final void timerFired(OverlayTimer timer, OverlayOutbox out) {
        switch (timer) {
            case JOIN -> {
                if (standing == Standing.WELCOMED) {
                    complete(out);
                } else if (standing == Standing.JOINING) {
                    tryToJoin(out);
                }
            }
            case ROUND -> {
                if (isJoined()) {
                    round(out);
                }
            }
        }
    }

    private void round(OverlayOutbox out) {
        silences.watchOnly(neighbours());
        List<NodeId> gone = new ArrayList<>();
        for (int place = 0; place < silences.size(); place++) {
            NodeId node = silences.nodeAt(place);
            int silent = silences.addRoundAt(place);
            if (silent > timing.silentRoundsMax()) {
                gone.add(node);
            } else if (silent > 1) {
                out.send(node, new OverlayMessage.Probe(self.key(), true));
            } else {
                out.send(node, alive(node));
            }
        }
        gone.forEach(node -> peerGone(node, out));
        hearsay.addRound(out);
        hearsay.passOn(this, out);
        if (contacts.isDueInThisRound(isAlone())) {
            contacts.knock(self, out);
        }
        maintain(out);
        out.startTimer(OverlayTimer.ROUND, timing.round(), timing.jitter());
    }

    @Override
    public final void peerGone(NodeId peer, OverlayOutbox out) {
        List<Handle> before = known();
        forget(peer, out);
        for (Handle node : before) {
            if (node.node().equals(peer)) {
                contacts.lost(node, isAlone());
            }
        }
    }

    private void forget(NodeId peer, OverlayOutbox out) {
        silences.forget(peer);
        drop(peer, out);
    }

    @Override
    public final void relyOn(NodeId next, OverlayOutbox out) {
        ask(next, out);
    }

    /** A node that is not in yet listens only to those who let it in. */
    @Override
    public final void receive(NodeId from, OverlayMessage message, OverlayOutbox out) {
        boolean heeded = isJoined()
                || (standing != Standing.OUT
                        && (message instanceof OverlayMessage.Welcome
                                || message instanceof OverlayMessage.Known
                                || message instanceof OverlayMessage.Here));
        if (heeded && !from.equals(self.node())) {
            handle(message, new Handle(from, message.sender()), out);
        }
    }

    private void handle(OverlayMessage message, Handle from, OverlayOutbox out) {
        if (message instanceof OverlayMessage.Alive alive) {
            onAlive(alive, from, out);
        } else if (message instanceof OverlayMessage.Probe probe) {
            onProbe(probe, from, out);
        } else if (message instanceof OverlayMessage.Here) {
            onHere(from, out);
        } else if (message instanceof OverlayMessage.Join join) {
            onJoin(join, from, out);
        } else if (message instanceof OverlayMessage.Welcome welcome) {
            onWelcome(welcome, from, out);
        } else if (message instanceof OverlayMessage.Known known) {
            onKnown(known, from, out);
        } else if (message instanceof OverlayMessage.Wanted wanted) {
            onWanted(wanted, from, out);
        } else if (message instanceof OverlayMessage.Missed missed) {
            onMissed(missed, from, out);
        } else if (message instanceof OverlayMessage.Leaving leaving) {
            onLeaving(leaving, from, out);
        } else if (message instanceof OverlayMessage.Rumour rumour) {
            onRumour(rumour, from, out);
        }
    }

    /** The node itself has said something, so it is there. */
    private void heard(Handle node, OverlayOutbox out) {
        silences.heard(node.node());
        hearsay.forget(node, out);
        if (wants(node)) {
            take(node, out);
        }
    }

    /** Somebody speaks of a node: it is asked, unless there is no place for it. Says whether it was not known. */
    private boolean heardOf(Handle node, OverlayOutbox out) {
        boolean isNews = !node.node().equals(self.node()) && wants(node);
        if (isNews) {
            ask(node.node(), out);
        }
        return isNews;
    }

    /** A node says that it hears these, or that others did this number of rounds ago. */
    private void named(List<Handle> nodes, int age, OverlayOutbox out) {
        for (Handle node : nodes) {
            if (heardOf(node, out) && isJoined()) {
                hearsay.named(node, age, out);
            }
        }
    }

    /** Asks a node whether it is there; if it never answers, it is gone. */
    protected final void ask(NodeId node, OverlayOutbox out) {
        if (silences.watch(node, 1)) {
            out.send(node, new OverlayMessage.Probe(self.key(), isJoined()));
        }
    }

    /** Asks a node for a row of its table; if it never answers, it is gone. */
    protected final void ask(NodeId node, int row, OverlayOutbox out) {
        silences.watch(node, 1);
        out.send(node, new OverlayMessage.Wanted(self.key(), row));
    }

    private void onJoin(OverlayMessage.Join message, Handle from, OverlayOutbox out) {
        Handle joiner = message.joiner();
        if (!from.node().equals(joiner.node())) {
            heard(from, out);
        }
        List<Handle> useful = usefulTo(joiner, message.row());
        if (!useful.isEmpty()) {
            out.send(joiner.node(), new OverlayMessage.Known(self.key(), false, useful));
        }
        Handle next = nextHop(joiner.key(), joiner.node());
        if (next.equals(self)) {
            out.send(joiner.node(), new OverlayMessage.Welcome(self.key(), toldOfNeighbours()));
        } else {
            out.send(next.node(), new OverlayMessage.Join(self.key(), joiner, rowAfter(joiner, message.row())));
            relyOn(next.node(), out);
        }
    }

    private void onWelcome(OverlayMessage.Welcome message, Handle from, OverlayOutbox out) {
        heard(from, out);
        named(message.neighbours(), 0, out);
        if (standing == Standing.JOINING) {
            standing = Standing.WELCOMED;
        }
        completeIfAnswered(out);
    }

    private void completeIfAnswered(OverlayOutbox out) {
        if (standing == Standing.WELCOMED && silences.allHeard()) {
            complete(out);
        }
    }

    private void onKnown(OverlayMessage.Known message, Handle from, OverlayOutbox out) {
        heard(from, out);
        if (message.neighbours()) {
            named(message.nodes(), 0, out);
        } else {
            message.nodes().forEach(node -> heardOf(node, out));
        }
    }

    private void onWanted(OverlayMessage.Wanted message, Handle from, OverlayOutbox out) {
        heard(from, out);
        boolean neighbours = message.row() == OverlayMessage.Wanted.NEIGHBOURS;
        List<Handle> told = neighbours ? toldOfNeighbours() : told(message.row());
        out.send(from.node(), new OverlayMessage.Known(self.key(), neighbours, told));
    }

    protected void onAlive(OverlayMessage.Alive message, Handle from, OverlayOutbox out) {
        heard(from, out);
        named(message.neighbours(), 0, out);
        if (!message.neighbours().isEmpty() && !exchangesWith(from.node())) {
            // It believes that it is next to this node, and this node knows some that are nearer.
            out.send(from.node(), new OverlayMessage.Known(self.key(), true, toldOfNeighbours()));
            hearsay.tell(from.node(), self, out);
        }
    }

    private void onProbe(OverlayMessage.Probe message, Handle from, OverlayOutbox out) {
        if (message.joined()) {
            heard(from, out);
        }
        out.send(from.node(), new OverlayMessage.Here(self.key()));
    }

    private void onHere(Handle from, OverlayOutbox out) {
        heard(from, out);
        completeIfAnswered(out);
    }

    private void onMissed(OverlayMessage.Missed message, Handle from, OverlayOutbox out) {
        heard(from, out);
        if (!message.node().node().equals(self.node()) && !wants(message.node())) {
            ask(message.node().node(), out);
        }
    }

    private void onLeaving(OverlayMessage.Leaving message, Handle from, OverlayOutbox out) {
        hearsay.forget(from, out);
        forget(from.node(), out);
        named(message.neighbours(), 0, out);
    }

    private void onRumour(OverlayMessage.Rumour message, Handle from, OverlayOutbox out) {
        heard(from, out);
        named(List.of(message.node()), message.age(), out);
    }

    @Override
    public void describeTo(StateWriter writer) {
        writer.word("standing", standing);
        contacts.describeTo(writer);
        silences.describeTo(writer);
        hearsay.describeTo(writer);
    }
}
