package io.quorate.node;

import io.quorate.api.LockStatistics;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.core.protocol.LossReason;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.net.Roster;
import io.quorate.node.net.Transport;
import io.quorate.node.net.TransportException;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A node of a cluster at work: the machine of {@link LockNode}, driven by a transport, by time and by the application. */
final class RunningNode implements Transport.Receiver, Turns.Host<LocalClaim>, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(RunningNode.class.getName());

    final Roster roster;
    final NodeNames names;
    final NodeId self;
    final NodeSettings settings;
    final Availability availability;
    private final Transport transport;
    private final CeilingStore ceilings;
    private final NodeState state;
    private final Turns<LocalClaim> turns;
    private final TimerThread timers;
    private final Queries queries;
    private final InboxLimit inboxLimit;
    private final Callbacks callbacks;
    private final Inspection inspection;
    private final Inquiries inquiries;
    private final Reception reception;
    private final Observers observers;
    private final FrameInPlace frameInPlace = new FrameInPlace();
    private final AtomicLong lastClaimId = new AtomicLong();
    private final AtomicLong framesKept = new AtomicLong();
    private final RefusedFrames framesRefused;
    private final AtomicLong failures = new AtomicLong();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final Joining joining = new Joining(this);

    RunningNode(
            NodeNames names,
            LockNode<?> node,
            Availability availability,
            Transport transport,
            NodeSettings settings,
            NodeTime time,
            CeilingStore ceilings) {
        this.roster = names.roster();
        this.self = node.self();
        this.settings = settings;
        this.availability = availability;
        this.transport = transport;
        this.names = names;
        String id = names.of(self);
        this.callbacks = new Callbacks("quorate-callback-" + id);
        this.queries = new Queries(transport);
        this.framesRefused = new RefusedFrames(names);
        this.inboxLimit = new InboxLimit(names);
        this.observers = new Observers(id, time.clock());
        this.ceilings = ceilings;
        this.inspection = new Inspection(node, names, time.clock(), callbacks);
        this.state = new NodeState(
                node, transport, time, ceilings, availability, settings.unavailableAfter(), this::tellListeners);
        this.turns = new Turns<>(this);
        this.inquiries = new Inquiries(
                names,
                self,
                queries,
                settings.describeTimeout(),
                availability::reachablePeers,
                inquiry -> inTurn(() -> inspection.answer(inquiry)));
        this.reception = new Reception("quorate-visit-" + id, inquiries);
        this.timers = new TimerThread("quorate-timer-" + id, time.clock(), state.wheel, turns::run);
    }

    /** Begins to work; {@link #awaitQuorum} says when others can be counted on. */
    void open() {
        timers.start();
        try {
            transport.open(this);
        } catch (TransportException failure) {
            close();
            throw failure;
        }
        turns.run();
    }

    /** Returns when enough nodes are there to decide about locks; else closes this one and throws. */
    void awaitQuorum() {
        joining.awaitQuorum();
    }

    /** By the clock of this node. */
    long now() {
        return state.time.now();
    }

    /** Returns when enough nodes grant, too. */
    void awaitVotes() {
        if (state.time.isLeased()) {
            joining.awaitVotes(settings.lease().memoryNanos());
        }
    }

    /** Asks for the lock; the claim is settled now or later, and its asker woken. */
    LocalClaim ask(LockName lock, Mode mode, Patience patience, @Nullable PendingHold future) {
        LocalClaim claim = new LocalClaim(state, lock, mode, lastClaimId.incrementAndGet(), patience, future);
        observers.asked(claim);
        turns.bring(claim);
        return claim;
    }

    /** Gives the lock back; false if it was not held any more, by the clock or by what turns have learnt. */
    boolean release(LocalClaim claim) {
        claim.endInterrupts();
        boolean expired = claim.isExpired();
        if (claim.move(LocalClaim.State.HELD, expired ? LocalClaim.State.LOST : LocalClaim.State.RELEASED)) {
            observers.ended(claim, expired ? LossReason.QUORUM_LOST : null);
            turns.bring(claim);
            return !expired;
        }
        return false;
    }

    /** Takes the lock from whoever of this node holds it; false if nobody does. */
    boolean revoke(LockName lock) {
        return inTurn(() -> state.revoke(lock));
    }

    /** Gives up; the claim is settled soon, as abandoned unless something else ended it first. */
    void abandon(LocalClaim claim) {
        turns.bring(new Turns.Input() {
            @Override
            void apply() {
                state.abandon(claim);
                observers.abandoned(claim);
            }
        });
    }

    Callbacks callbacks() {
        return callbacks;
    }

    boolean isClosed() {
        return closing.get();
    }

    Inquiries inquiries() {
        return inquiries;
    }

    @Override
    public void visited(Transport.Visitor visitor, byte[] bytes, int offset, int length) {
        reception.asked(visitor, bytes, offset, length);
    }

    Observers observers() {
        return observers;
    }

    LockStatistics statistics() {
        return inTurn(() ->
                inspection.statistics(counters(state), state.holds.nearest(), transport.counters(), availability));
    }

    NodeCounters counters() {
        return inTurn(() -> counters(state));
    }

    private NodeCounters counters(NodeState now) {
        return now.counters(framesKept.get(), framesRefused.count(), inboxLimit.dropped(), failures.get());
    }

    /** Computes something in a turn, and waits for it. */
    <T> T inTurn(Supplier<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        turns.bring(new Turns.Input() {
            @Override
            void apply() {
                try {
                    answer.complete(question.get());
                } catch (RuntimeException failure) {
                    answer.completeExceptionally(failure);
                }
            }
        });
        return answer.join();
    }

    @Override
    public void received(NodeId from, byte[] bytes, int offset, int length) {
        if (length > 0 && bytes[offset] == Queries.ANSWER) {
            framesRefused.guard(from, () -> queries.answered(from, bytes, offset, length));
        } else if (turns.enter()) {
            frameInPlace.aimAt(from, bytes, offset, length);
            turns.finish(frameInPlace);
        } else if (inboxLimit.admits(from, length)) {
            framesKept.incrementAndGet();
            FrameInPlace kept = new FrameInPlace();
            byte[] copy = new byte[length];
            System.arraycopy(bytes, offset, copy, 0, length);
            kept.aimAt(from, copy, 0, length);
            turns.bring(kept);
        } else if (inboxLimit.needsReset(from)) {
            bringNews(() -> {
                inboxLimit.resetIsRead(from);
                state.linkReset(from);
            });
        }
    }

    /** A frame as an input. The one that is read where it lies is used again and again: only one is in a turn at a time. */
    private final class FrameInPlace extends Turns.Input {
        private static final byte[] NOTHING = {};

        private NodeId from = self;
        private byte[] bytes = NOTHING;
        private int offset;
        private int length;

        void aimAt(NodeId sender, byte[] source, int start, int count) {
            from = sender;
            bytes = source;
            offset = start;
            length = count;
        }

        @Override
        void apply() {
            byte[] frame = bytes;
            bytes = NOTHING;
            if (this != frameInPlace) {
                inboxLimit.left(from, length);
            }
            if (length > 0 && frame[offset] == Queries.QUERY) {
                framesRefused.guard(from, () -> answer(frame));
            } else {
                read(frame);
            }
        }

        private void read(byte[] frame) {
            try {
                state.receive(from, frame, offset, length);
            } catch (MalformedFrameException malformed) {
                framesRefused.add(from, malformed);
            }
        }

        private void answer(byte[] frame) {
            Queries.Question question = Queries.readQuestion(frame, offset, length);
            queries.answer(from, question, inspection.answer(question.inquiry()));
        }
    }

    /** News about a peer. */
    private void bringNews(Runnable news) {
        turns.bring(new Turns.Input() {
            @Override
            void apply() {
                news.run();
            }
        });
    }

    @Override
    public void linkReset(NodeId peer) {
        bringNews(() -> state.linkReset(peer));
    }

    @Override
    public void peerSuspected(NodeId peer) {
        queries.peerSuspected(peer);
        if (names.isGuest(peer)) {
            names.guestLeft(peer); // nobody counts on it, so nobody need do without it
            inboxLimit.forget(peer);
        } else {
            bringNews(() -> state.peerSuspected(peer));
        }
    }

    @Override
    public void peerTrusted(NodeId peer) {
        if (!names.isGuest(peer)) {
            bringNews(() -> state.peerTrusted(peer));
        }
    }

    @Override
    public void guestCame(NodeId guest, String name) {
        names.guestCame(guest, name);
    }

    @Override
    public void refused(String why) {
        joining.refused(why);
    }

    @Override
    public void beginTurn() {
        state.beginTurn();
    }

    @Override
    public @Nullable LocalClaim endTurn() {
        return state.endTurn();
    }

    @Override
    public void afterTurn(@Nullable LocalClaim settled) {
        LocalClaim claim = settled;
        while (claim != null) {
            LocalClaim next = claim.nextSettled;
            claim.nextSettled = null;
            observers.settled(claim);
            if (claim.future == null) {
                claim.wake();
            } else {
                callbacks.settled(this, claim);
            }
            claim = next;
        }
        timers.timersChanged();
        joining.look();
    }

    @Override
    public void failed(Throwable failure) {
        if (failures.incrementAndGet() == 1) {
            if (failure instanceof StoreFailedException && isClosed()) {
                LOG.log(Level.DEBUG, "a turn after the end", failure);
            } else if (failure instanceof StoreFailedException) {
                LOG.log(
                        Level.ERROR,
                        "This node stops, so that no fence is used twice; to the others it is gone: {0}.",
                        failure.getMessage());
            } else {
                LOG.log(
                        Level.ERROR,
                        "This node has met a bug and stops, so that it gives no lock away wrongly; to the others it is gone."
                                + " Please report this.",
                        failure);
            }
            state.halt();
            callbacks.run(this::close);
        }
    }

    @Override
    public void newsFailed(Throwable failure) {
        LOG.log(Level.ERROR, "Somebody who waits at this node could not be told. Please report this.", failure);
    }

    /** Whether this node has met a bug, and stopped. */
    boolean hasFailed() {
        return failures.get() > 0;
    }

    @Override
    public boolean relieve() {
        return timers.ring();
    }

    private void tellListeners(LocalClaim claim, LossReason reason) {
        callbacks.lost(claim, reason);
        callbacks.run(() -> observers.ended(claim, reason));
    }

    /** Gives everything back, tells everybody here, and ends. */
    @Override
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        inTurn(() -> {
            state.close();
            return true;
        });
        if (!hasFailed()) {
            Farewell.say(queries, availability.reachablePeers(), names);
        }
        reception.close();
        transport.close();
        timers.close();
        callbacks.close();
        ceilings.close();
    }
}
