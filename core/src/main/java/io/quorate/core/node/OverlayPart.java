package io.quorate.core.node;

import io.quorate.core.engine.LockEngine;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.overlay.Handle;
import io.quorate.core.overlay.Key;
import io.quorate.core.overlay.Overlay;
import io.quorate.core.overlay.OverlayMessage;
import io.quorate.core.overlay.OverlayOutbox;
import io.quorate.core.overlay.OverlayTimer;
import io.quorate.core.overlay.Passage;
import io.quorate.core.overlay.Routed;
import io.quorate.core.overlay.Router;
import io.quorate.core.overlay.Traveller;
import io.quorate.core.protocol.MachineContext;
import io.quorate.core.protocol.Message;
import io.quorate.core.protocol.NodeStart;
import io.quorate.core.protocol.PlaceRule;
import io.quorate.core.protocol.Protocol;
import io.quorate.core.protocol.StateWriter;
import io.quorate.core.protocol.Waypoint;
import java.time.Duration;
import java.util.List;

/**
 * A node's place in an overlay: carries its messages to the owners of keys, and sees to it that nothing is granted for keys that
 * have just come to belong to the node (V3), or of which it cannot know (V5, V6, V7).
 */
final class OverlayPart<M extends Message> implements OverlayOutbox {
    private final Protocol<M> protocol;
    private final MachineContext context;
    private final Overlay overlay;
    private final LockEngine<M> engine;
    private final DestinationBatches batches;
    private final TurnNews<M> news;
    private final VotingPart voting;
    private final Router<M> router;

    /** What would belong to the node if there were nobody but those whom it hears. */
    private Region heard;

    /** What belonged to the node when its locks were last told: not what is others' by hearsay (V7). */
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

    OverlayPart(
            Protocol<M> protocol,
            MachineContext context,
            LockEngine<M> engine,
            DestinationBatches batches,
            TurnNews<M> news,
            VotingPart voting) {
        this.protocol = protocol;
        this.context = context;
        this.overlay = context.overlay();
        this.engine = engine;
        this.batches = batches;
        this.news = news;
        this.voting = voting;
        this.router = new Router<>(overlay);
        this.heard = Region.of(overlay);
        this.region = heard.among(context.hearsay(), overlay.self());
    }

    static void requireIfNeeded(Protocol<?> protocol, NodeStart start) {
        if (protocol.needsOverlay() && start.overlay() == null) {
            throw new IllegalArgumentException("with " + protocol.name() + " nodes find each other by an overlay, and "
                    + start.self() + " was started without: say which, or take another protocol");
        }
        if (!protocol.needsOverlay() && start.overlay() != null) {
            throw new IllegalArgumentException("with " + protocol.name() + " nodes know each other, and " + start.self()
                    + " was started with an overlay: leave it out, or take a protocol that needs one");
        }
    }

    /** Makes this new part equal to another, whose overlay it has a copy of. */
    void copyFrom(OverlayPart<M> other) {
        lonely = other.lonely;
    }

    void begin() {
        beginning = true;
        overlay.begin(this);
        review();
    }

    void join(List<Handle> contacts) {
        beginning = false;
        overlay.join(contacts, this);
        review();
    }

    void leave() {
        overlay.leave(this);
        voting.giveUp();
        heard = Region.of(overlay);
        region = heard;
        lonely = false;
        changed = false;
        engine.ownershipChanged();
    }

    /** What another node has routed here, or says of the overlay. */
    void receive(NodeId from, OverlayMessage message) {
        overlay.receive(from, message, this);
        review();
        if (heard.isNextTo(from)) {
            if (protocol.keeps(PlaceRule.V6_ONLY_WHILE_NEIGHBOURS_ARE_HEARD)) {
                voting.neighbourHeard();
            }
            if (lonely) {
                lonely = false;
                voting.pause();
            }
        }
    }

    /**
     * V6: no node next to this one was heard for a lease, be it that this one stood still. They may count it as gone, and others
     * will vote for its replicas; so it grants nothing, and its own votes count no longer. Nor does it confirm what it has granted (V4):
     * whoever has its votes may hear it still.
     */
    void cutOff() {
        lonely = true;
        voting.giveUp();
        engine.trustEnded(overlay.self().node());
    }

    void receive(NodeId from, LockName lock, Routed<M> message) {
        router.arrived(from, message, new Journey(lock));
        review();
    }

    void timerFired(OverlayTimer timer) {
        overlay.timerFired(timer, this);
        review();
    }

    void peerGone(NodeId peer) {
        overlay.peerGone(peer, this);
        review();
    }

    void peerBack(NodeId peer) {
        overlay.peerBack(peer, this);
        review();
    }

    /** From a machine of this node, which has ended its step. */
    void route(LockName lock, Key key, M message) {
        router.route(key, message, new Journey(lock));
    }

    long lostCount() {
        return router.lostCount();
    }

    /** Draws the conclusions from the news of the overlay, if there are any; not in the midst of a step of a machine. */
    void review() {
        if (!changed) {
            return;
        }
        changed = false;
        Region before = region;
        boolean hadOthers = !heard.isWholeRing();
        heard = Region.of(overlay);
        region = heard.among(context.hearsay(), overlay.self());
        if (hadOthers && heard.isWholeRing() && protocol.keeps(PlaceRule.V5_NOT_ALONE)) {
            cutOff();
        } else if (entersWhatOthersHad() || (lonely && !hadOthers && !heard.isWholeRing())) {
            lonely = false;
            voting.pause();
        } else if (!lonely && before.growsTo(region, overlay.self())) {
            voting.pause();
        }
        joined = false;
        beginning = false;
        engine.ownershipChanged();
    }

    private boolean entersWhatOthersHad() {
        return joined && !(beginning && context.isFirstStart());
    }

    void describeTo(StateWriter writer) {
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
        batches.add(to, Upkeep.LOCK, new Upkeep(message));
    }

    @Override
    public void startTimer(OverlayTimer timer, Duration delay, Duration jitter) {
        news.startTimer(Upkeep.LOCK, UpkeepTimer.of(timer), delay, jitter);
    }

    @Override
    public void stopTimer(OverlayTimer timer) {
        news.stopTimer(Upkeep.LOCK, UpkeepTimer.of(timer));
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
            return engine.passing(at(message, previous, next), lock, message.content());
        }

        @Override
        public void deliver(Routed<M> message, NodeId previous) {
            engine.delivered(at(message, previous, overlay.self()), lock, message.content());
        }

        @Override
        public void send(NodeId to, Routed<M> message) {
            batches.add(to, lock, new RoutedMessage<>(message));
            overlay.relyOn(to, OverlayPart.this);
        }
    }
}
