package io.quorate.node;

import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.node.LockNode;
import io.quorate.core.protocol.LossReason;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.net.Roster;
import io.quorate.node.net.Transport;
import io.quorate.node.net.TransportException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A node of a cluster at work: the machine of {@link LockNode}, driven by a transport, by time and by the application. */
final class RunningNode implements Transport.Receiver, Turns.Host<LocalClaim>, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(RunningNode.class.getName());

    /** How long {@link #close} waits until the others have what was given back. */
    private static final Duration FAREWELL = Duration.ofMillis(500);

    /** What {@link #close} asks the others about: any answer will do. */
    private static final LockName NO_LOCK = LockName.of("?");

    final Roster roster;
    final NodeId self;
    final NodeSettings settings;
    final Availability availability;
    private final Transport transport;
    private final NodeState state;
    private final Turns<LocalClaim> turns;
    private final TimerThread timers;
    private final Queries queries;
    private final InboxLimit inboxLimit;
    private final Callbacks callbacks;
    private final FrameInPlace frameInPlace = new FrameInPlace();
    private final AtomicLong lastClaimId = new AtomicLong();
    private final AtomicLong framesKept = new AtomicLong();
    private final AtomicLong framesRefused = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CountDownLatch quorate = new CountDownLatch(1);

    /** Why this node and another do not talk with each other, if that has happened. */
    private volatile String lastRefusal = "";

    RunningNode(
            Roster roster,
            LockNode<?> node,
            Availability availability,
            Transport transport,
            NodeSettings settings,
            NanoClock clock) {
        this.roster = roster;
        this.self = node.self();
        this.settings = settings;
        this.availability = availability;
        this.transport = transport;
        String id = roster.member(self).id();
        this.callbacks = new Callbacks("quorate-callback-" + id);
        this.queries = new Queries(transport);
        this.inboxLimit = new InboxLimit(roster);
        this.state =
                new NodeState(node, transport, clock, availability, settings.unavailableAfter(), this::tellListeners);
        this.turns = new Turns<>(this);
        this.timers = new TimerThread("quorate-timer-" + id, clock, state.wheel, turns::run);
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
        Duration patience = settings.joinTimeout();
        try {
            if (quorate.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        }
        close();
        String refusal = lastRefusal;
        throw availability.failure(
                "",
                "This node could not join the cluster " + roster.cluster() + " within " + patience.toMillis() + " ms"
                        + (refusal.isEmpty() ? "" : " (it does not fit with one of the others: " + refusal + ")"));
    }

    /** Asks for the lock; the claim is settled now or later, and its asker woken. */
    LocalClaim ask(LockName lock, Mode mode, Patience patience, @Nullable PendingHold future) {
        LocalClaim claim = new LocalClaim(state, lock, mode, lastClaimId.incrementAndGet(), patience, future);
        turns.bring(claim);
        return claim;
    }

    /** Gives the lock back; false if it was not held any more. */
    boolean release(LocalClaim claim) {
        boolean held = claim.move(LocalClaim.State.HELD, LocalClaim.State.RELEASED);
        if (held) {
            turns.bring(claim);
        }
        return held;
    }

    /** Gives up; the claim is settled soon, as abandoned unless something else ended it first. */
    void abandon(LocalClaim claim) {
        turns.bring(new Turns.Input() {
            @Override
            void apply() {
                state.abandon(claim);
            }
        });
    }

    Callbacks callbacks() {
        return callbacks;
    }

    boolean isClosed() {
        return closing.get();
    }

    /** What this node knows of the lock, and what the others say that can be reached. */
    Map<NodeId, LockView> describe(LockName lock) {
        Map<NodeId, LockView> views = queries.ask(lock, availability.reachablePeers(), settings.describeTimeout())
                .views();
        views.put(self, inTurn(() -> state.view(lock)));
        return views;
    }

    NodeCounters counters() {
        return inTurn(
                () -> state.counters(framesKept.get(), framesRefused.get(), inboxLimit.dropped(), failures.get()));
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
            readGuarded(from, () -> queries.answered(from, bytes, offset, length));
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
                readGuarded(from, () -> answer(frame));
            } else {
                read(frame);
            }
        }

        private void read(byte[] frame) {
            try {
                state.receive(from, frame, offset, length);
            } catch (MalformedFrameException malformed) {
                refused(from, malformed);
            }
        }

        private void answer(byte[] frame) {
            Queries.Question question = Queries.readQuestion(frame, offset, length);
            queries.answer(from, question, state.view(question.lock()));
        }
    }

    private void readGuarded(NodeId from, Runnable reading) {
        try {
            reading.run();
        } catch (MalformedFrameException malformed) {
            refused(from, malformed);
        }
    }

    private void refused(NodeId from, MalformedFrameException malformed) {
        long count = framesRefused.incrementAndGet();
        if (isWorthLogging(count)) {
            LOG.log(
                    Level.WARNING,
                    "Refused frame number {0} from node {1}: {2}. Check that all nodes run the same version.",
                    count,
                    roster.member(from).id(),
                    malformed.getMessage());
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
        bringNews(() -> state.peerSuspected(peer));
        queries.peerSuspected(peer);
    }

    @Override
    public void peerTrusted(NodeId peer) {
        bringNews(() -> state.peerTrusted(peer));
    }

    @Override
    public void refused(String why) {
        lastRefusal = why;
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
            if (claim.future == null) {
                claim.wake();
            } else {
                callbacks.settled(this, claim);
            }
            claim = next;
        }
        timers.timersChanged();
        if (quorate.getCount() > 0 && availability.isAvailable()) {
            quorate.countDown();
        }
    }

    @Override
    public void failed(Throwable failure) {
        if (failures.incrementAndGet() == 1) {
            LOG.log(
                    Level.ERROR,
                    "This node has met a bug and stops, so that it gives no lock away wrongly; to the others it is gone."
                            + " Please report this. Stop all nodes before you start it again.",
                    failure);
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

    /** The first, the second, the fourth ... of its kind: what comes again and again must not fill the log. */
    private static boolean isWorthLogging(long count) {
        return Long.bitCount(count) == 1;
    }

    @Override
    public boolean relieve() {
        return timers.ring();
    }

    private void tellListeners(LocalClaim claim, LossReason reason) {
        callbacks.lost(claim, reason);
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
        sayFarewell();
        transport.close();
        timers.close();
        callbacks.close();
    }

    /** No frame may be lost that gives a lock back, be it of long before: the others would keep it for us for ever. */
    private void sayFarewell() {
        NodeSet peers = availability.reachablePeers();
        if (peers.isEmpty() || hasFailed()) {
            return;
        }
        boolean interrupted = Thread.interrupted(); // who is told to end and closes has to wait this moment, too
        NodeSet silent = queries.ask(NO_LOCK, peers, FAREWELL).silent();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        for (int index = silent.next(0); index >= 0; index = silent.next(index + 1)) {
            LOG.log(
                    Level.WARNING,
                    "Node {0} did not confirm within {1} ms that this node has left; if it missed what was given back"
                            + " last, that stays taken.",
                    roster.member(NodeId.of(index)).id(),
                    FAREWELL.toMillis());
        }
    }
}
