// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.node;

import io.quorate.core.lock.Fence;
import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Message;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.part.NodePart;
import io.quorate.core.lock.part.PartHost;
import io.quorate.core.lock.part.PartOrder;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Key;
import io.quorate.overlay.Overlay;
import io.quorate.overlay.OverlayMessage;
import io.quorate.overlay.OverlayOutbox;
import io.quorate.overlay.OverlayTimer;
import io.quorate.overlay.Passage;
import io.quorate.overlay.Routed;
import io.quorate.overlay.Router;
import io.quorate.overlay.Traveller;
import java.time.Duration;
import java.util.List;

/**
 * A node's place in an overlay: carries its messages to the owners of keys, and sees to it that nothing is granted for keys that
 * have just come to belong to the node (V3), or of which it cannot know (V5, V6, V7).
 */
public final class OverlayPart<M extends Message> implements NodePart, OverlayOutbox {
    private final OverlayProtocol<M> protocol;
    private final PartHost<M> host;
    private final Place place;
    private final Overlay overlay;
    private final Router<M> router;

    /** The keys that this node would own if only its live neighbours existed. */
    private Region heard;

    /** The keys that the node owned when its locks were last told, without those that are others' by hearsay (V7). */
    private Region region;

    /**
     * V5, V6: whether the node had neighbours and has lost all, or has not heard the next ones for a lease. It ends when it hears one;
     * not by whatever else changes, such as that it forgets others: then it would wait for two leases, and grant.
     */
    private boolean lonely;

    /** Whether the overlay has changed since the locks were last told. */
    private boolean changed;

    /** Whether the node begins an overlay with others, rather than to take over what others had. */
    private boolean beginning;

    /** Whether the node has come in since the locks were last told. */
    private boolean joined;

    OverlayPart(OverlayProtocol<M> protocol, PartHost<M> host) {
        this.protocol = protocol;
        this.host = host;
        this.place = Place.of(host.context());
        this.overlay = place.overlay();
        if (!protocol.keeps(PlaceRule.V7_NOT_WHAT_OTHERS_HAVE_BY_HEARSAY)) {
            place.ignoreHearsay();
        }
        this.router = new Router<>(overlay);
        this.heard = Region.of(overlay);
        this.region = heard.among(place.hearsay(), overlay.self());
    }

    /** That of a node that was started with an {@link OverlayStart}. */
    public static OverlayPart<?> of(LockNode<?> node) {
        return node.part(OverlayPart.class);
    }

    @Override
    public void copyFrom(NodePart other) {
        lonely = ((OverlayPart<?>) other).lonely;
    }

    /** The overlay that this node is part of, to look at. */
    public Overlay overlay() {
        return overlay;
    }

    /** Whether the key belongs to this node, as far as it knows: then it is this node that votes for a replica there. */
    public boolean owns(Key key) {
        return place.owns(key);
    }

    /** Becomes part of its overlay together with the others that begin it; the first of all begins it alone. */
    public void begin() {
        beginning = true;
        overlay.begin(this);
        review();
    }

    /** Becomes part of an overlay that is there, with the help of one of these. */
    public void join(List<Handle> contacts) {
        beginning = false;
        overlay.join(contacts, this);
        review();
    }

    /** Says good-bye: nothing belongs to this node any more, and it grants nothing until it has joined again. */
    @Override
    public void leave() {
        overlay.leave(this);
        host.giveUpVoting();
        heard = Region.of(overlay);
        region = heard;
        lonely = false;
        changed = false;
        tellLocks();
    }

    private void tellLocks() {
        host.forEveryLock((machine, out) -> routed(machine).ownershipChanged(out));
    }

    private RoutedMachine<M> routed(LockMachine<M> machine) {
        return (RoutedMachine<M>) machine;
    }

    /** A message that another node has routed here, or that is about the overlay. */
    @Override
    @SuppressWarnings("unchecked") // what is routed was read by the protocol's own codec
    public boolean receive(NodeId from, LockName lock, Message message) {
        if (message instanceof RoutedMessage<?> onItsWay) {
            receive(from, lock, ((RoutedMessage<M>) onItsWay).routed());
            return true;
        }
        if (message instanceof Upkeep ofOverlay) {
            receive(from, ofOverlay.message());
            return true;
        }
        return false;
    }

    private void receive(NodeId from, OverlayMessage message) {
        overlay.receive(from, message, this);
        review();
        if (heard.isNextTo(from)) {
            if (protocol.keeps(PlaceRule.V6_ONLY_WHILE_NEIGHBOURS_ARE_HEARD)) {
                host.witnessHeard();
            }
            if (lonely) {
                lonely = false;
                host.pauseVoting();
            }
        }
    }

    /**
     * V6: no node next to this one was heard for a lease; perhaps this one was paused. They may count it as gone, and others
     * will vote for its replicas; so it grants nothing, and its own votes count no longer. Nor does it confirm what it has granted (V4):
     * the owners of its votes may still hear it.
     */
    @Override
    public void cutOff() {
        lonely = true;
        host.giveUpVoting();
        host.trustEnded(overlay.self().node());
    }

    private void receive(NodeId from, LockName lock, Routed<M> message) {
        router.arrived(from, message, new Journey(lock));
        review();
    }

    @Override
    public boolean timerFired(TimerName timer) {
        if (timer instanceof UpkeepTimer ofOverlay) {
            overlay.timerFired(ofOverlay.timer(), this);
            review();
            return true;
        }
        return false;
    }

    @Override
    public void peerGone(NodeId peer) {
        overlay.peerGone(peer, this);
        review();
    }

    @Override
    public void peerBack(NodeId peer) {
        overlay.peerBack(peer, this);
        review();
    }

    @Override
    @SuppressWarnings("unchecked") // machines of this node route messages of their own protocol
    public void handOver(LockName lock, PartOrder order) {
        RouteOrder<M> route = (RouteOrder<M>) order;
        router.route(route.key(), route.message(), new Journey(lock));
    }

    /**
     * Messages from nodes that this node does not know. Their fences are below its clock, if clocks follow true time: it has
     * waited for longer than they differ.
     */
    @Override
    public void votingBegan() {
        MachineContext context = host.context();
        context.raiseFenceFloor(Fence.after(context.clock().counter()));
    }

    @Override
    public void endTurn() {
        review();
    }

    long lostCount() {
        return router.lostCount();
    }

    /** Draws the conclusions from the news of the overlay, if there are any; not in the midst of a step of a machine. */
    private void review() {
        if (!changed) {
            return;
        }
        changed = false;
        Region before = region;
        boolean hadOthers = !heard.isWholeRing();
        heard = Region.of(overlay);
        region = heard.among(place.hearsay(), overlay.self());
        if (hadOthers && heard.isWholeRing() && protocol.keeps(PlaceRule.V5_NOT_ALONE)) {
            cutOff();
        } else if (entersWhatOthersHad() || (lonely && !hadOthers && !heard.isWholeRing())) {
            lonely = false;
            host.pauseVoting();
        } else if (!lonely && before.growsTo(region, overlay.self())) {
            host.pauseVoting();
        }
        joined = false;
        beginning = false;
        tellLocks();
    }

    private boolean entersWhatOthersHad() {
        return joined && !(beginning && host.context().isFirstStart());
    }

    @Override
    public void describeTo(StateWriter writer) {
        writer.begin(""); // parts with names are locks
        writer.flag("lonely", lonely);
        overlay.describeTo(writer);
        writer.end();
    }

    @Override
    public void send(NodeId to, OverlayMessage message) {
        if (message instanceof OverlayMessage.Rumour && !protocol.keeps(PlaceRule.V8_HEARSAY_IS_PASSED_ON)) {
            return;
        }
        host.send(to, Upkeep.LOCK, new Upkeep(message));
    }

    @Override
    public void startTimer(OverlayTimer timer, Duration delay, Duration jitter) {
        host.startTimer(Upkeep.LOCK, UpkeepTimer.of(timer), delay, jitter);
    }

    @Override
    public void stopTimer(OverlayTimer timer) {
        host.stopTimer(Upkeep.LOCK, UpkeepTimer.of(timer));
    }

    @Override
    public void joined() {
        joined = true;
        changed = true;
    }

    @Override
    public void neighbourCame(Handle neighbour) {
        changed = true;
    }

    @Override
    public void neighbourWent(Handle neighbour) {
        changed = true;
    }

    @Override
    public void hearsayChanged() {
        changed = true;
    }

    /** Of a message of this lock, through this node. */
    private final class Journey implements Traveller<M> {
        private final LockName lock;

        Journey(LockName lock) {
            this.lock = lock;
        }

        private Waypoint at(Routed<M> message, NodeId previous, Handle next) {
            return new Waypoint(message.key(), message.origin(), previous, next.node(), message.hops());
        }

        @Override
        public Passage<M> passing(Routed<M> message, NodeId previous, Handle next) {
            Waypoint here = at(message, previous, next);
            return host.step(
                    previous,
                    lock,
                    (machine, out) -> routed(machine).passing(here, message.content(), out),
                    Passage.forward(message.content())); // without room for the lock the message still goes on
        }

        @Override
        public void deliver(Routed<M> message, NodeId previous) {
            Waypoint here = at(message, previous, overlay.self());
            host.step(
                    previous,
                    lock,
                    (machine, out) -> {
                        routed(machine).delivered(here, message.content(), out);
                        return true;
                    },
                    false);
        }

        @Override
        public void send(NodeId to, Routed<M> message) {
            host.send(to, lock, new RoutedMessage<>(message));
            overlay.relyOn(to, OverlayPart.this);
        }
    }
}
