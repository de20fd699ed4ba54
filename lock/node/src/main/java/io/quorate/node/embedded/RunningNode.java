package io.quorate.node.embedded;

import io.quorate.api.Hold;
import io.quorate.api.LockRefusedException;
import io.quorate.api.LockStatistics;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.LocksClosedException;
import io.quorate.core.lock.LossReason;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.node.admin.AdminRequest;
import io.quorate.node.admin.AdminServer;
import io.quorate.node.admin.ClusterQuery;
import io.quorate.node.admin.Inspection;
import io.quorate.node.admin.NodeReport;
import io.quorate.node.admin.PeerRequests;
import io.quorate.node.net.Transport;
import io.quorate.node.net.TransportException;
import io.quorate.node.net.roles.PeerRights;
import io.quorate.node.net.roles.Permissions;
import io.quorate.node.part.PartDesk;
import io.quorate.node.part.PartNode;
import io.quorate.node.store.CeilingStore;
import io.quorate.node.store.CeilingWriter;
import io.quorate.node.store.StoreFailedException;
import io.quorate.node.time.NodeTime;
import io.quorate.node.time.TimerThread;
import io.quorate.node.turn.AcquireTimeout;
import io.quorate.node.turn.Availability;
import io.quorate.node.turn.LocalClaim;
import io.quorate.node.turn.NodeCounters;
import io.quorate.node.turn.NodeNames;
import io.quorate.node.turn.NodeSettings;
import io.quorate.node.turn.NodeState;
import io.quorate.node.turn.Observers;
import io.quorate.node.turn.Turns;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A node of a cluster at work: the machine of {@link LockNode}, driven by a transport, by time and by the application. */
public final class RunningNode implements Transport.Receiver, Turns.Host<LocalClaim>, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(RunningNode.class.getName());

    public final NodeNames names;
    public final NodeId self;
    final NodeSettings settings;
    public final Availability availability;
    private final Transport transport;
    private final CeilingWriter ceilings;
    private final NodeState state;
    private final Turns<LocalClaim> turns;
    private final TimerThread timers;
    private final PeerRequests peerRequests;
    private final Callbacks callbacks;
    private final Inspection inspection;
    private final GuestRights guestRights;
    private final Arrivals arrivals;

    /** Null if the protocol has no part. */
    private final @Nullable PartDesk desk;

    private final ClusterQuery clusterQuery;
    private final AdminServer adminServer;
    private final Observers observers;
    private final AtomicLong lastClaimId = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final Joining joining = new Joining(this);

    public RunningNode(
            NodeNames names,
            LockNode<?> node,
            Availability availability,
            Transport transport,
            NodeSettings settings,
            NodeTime time,
            CeilingStore ceilings,
            @Nullable Function<PartNode, PartDesk> desks) {
        this.self = node.self();
        this.settings = settings;
        this.availability = availability;
        this.transport = transport;
        this.names = names;
        String id = names.of(self);
        this.callbacks = new Callbacks(id, settings.callbackExecutor(), Callbacks.QUEUED_MAX);
        this.peerRequests = new PeerRequests(transport);
        this.observers = new Observers(id, time.clock());
        this.ceilings = new CeilingWriter("quorate-disk-" + id, ceilings, this::ceilingIsDurable, this::diskFailed);
        this.inspection = new Inspection(node, names, time.clock(), callbacks::releaseRequested);
        this.state = new NodeState(
                node,
                transport,
                time,
                ceilings.ceiling(),
                this.ceilings::write,
                availability,
                settings.unavailableAfter(),
                this::tellListeners);
        this.turns = new Turns<>(this);
        this.desk = desks == null ? null : desks.apply(new Reached(node, turns, transport));
        Permissions permissions = new Permissions();
        this.guestRights = new GuestRights(names, inspection, peerRequests, permissions);
        this.arrivals = new Arrivals(names, self, turns, state, peerRequests, inspection, guestRights, desk);
        this.clusterQuery = new ClusterQuery(
                names, self, peerRequests, settings.describeTimeout(), availability::reachablePeers, this::answer);
        this.adminServer = new AdminServer("quorate-admin-" + id, clusterQuery, permissions);
        this.timers = new TimerThread("quorate-timer-" + id, time.clock(), state.wheel, turns::run);
    }

    private NodeReport answer(AdminRequest request) {
        if (desk != null && request.kind() == AdminRequest.Kind.WHERE) {
            return NodeReport.inWords(desk.where(request.name(), settings.describeTimeout()));
        }
        if (desk != null && request.kind() == AdminRequest.Kind.PLACE) {
            return NodeReport.inWords(desk.place());
        }
        return inTurn(() -> inspection.answer(request));
    }

    /** This node, as its desk sees it. */
    private record Reached(LockNode<?> node, Turns<?> turns, Transport transport) implements PartNode {
        @Override
        public void bring(Runnable work) {
            turns.bring(work);
        }

        @Override
        public boolean offer(NodeId to, byte[] frame, int length) {
            return transport.offer(to, frame, length);
        }
    }

    private void ceilingIsDurable(long ceiling) {
        turns.bring(() -> state.ceilingIsDurable(ceiling));
    }

    private void diskFailed(Throwable failure) {
        turns.bring(() -> failed(failure));
    }

    /** Begins to work; {@link #awaitQuorum} says when others can be counted on. */
    public void open() {
        timers.start();
        ceilings.start();
        try {
            transport.open(this);
        } catch (TransportException failure) {
            close();
            throw failure;
        }
        turns.run();
    }

    /** Returns when enough nodes are there to decide about locks; else closes this one and throws. */
    public void awaitQuorum() {
        joining.awaitQuorum();
    }

    /** By the clock of this node. */
    long now() {
        return state.time.now();
    }

    /** Returns when enough nodes grant, too. */
    public void awaitVotes() {
        if (state.time.isLeased()) {
            joining.awaitVotes(settings.lease().memoryNanos());
        }
    }

    /** Asks for the lock; the claim is settled now or later, and its asker woken. */
    LocalClaim ask(LockName lock, Mode mode, AcquireTimeout timeout, @Nullable CompletableFuture<Hold> future) {
        LocalClaim claim = new LocalClaim(state, lock, mode, lastClaimId.incrementAndGet(), timeout, future);
        observers.asked(claim);
        turns.bring(claim);
        return claim;
    }

    /** The claim, if it got its lock; otherwise throws why not. */
    LocalClaim held(LocalClaim claim) {
        String name = claim.lock().toString();
        return switch (claim.state()) {
            case HELD, RELEASED, LOST -> claim;
            case TIMED_OUT -> throw timeout(claim, name);
            case UNAVAILABLE -> throw availability.failure(name, "The lock \"" + name + "\" cannot be decided about");
            case CLOSED ->
                throw hasFailed() ? LocksClosedException.byFailure(name) : LocksClosedException.byOwner(name);
            case REFUSED -> throw new LockRefusedException(name, claim.refusal);
            case WAITING, ABANDONED ->
                throw new IllegalStateException("The claim for \"" + name + "\" is not settled: " + claim.state());
        };
    }

    private LockTimeoutException timeout(LocalClaim claim, String name) {
        Duration timeout = Duration.ofNanos(claim.timeout.nanos());
        NodeId holder = claim.busyHolder;
        return holder == null
                ? new LockTimeoutException(name, timeout)
                : new LockTimeoutException(name, timeout, names.of(holder));
    }

    /** V3: whether the hold has more votes than it needs. */
    boolean hasSpareVotes(LocalClaim claim) {
        return inTurn(() -> state.hasSpareVotes(claim));
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
    public boolean revoke(LockName lock) {
        return inTurn(() -> state.revoke(lock));
    }

    /** Gives up; the claim is settled soon, as abandoned unless something else ended it first. */
    void abandon(LocalClaim claim) {
        turns.bring(() -> {
            state.abandon(claim);
            observers.abandoned(claim);
        });
    }

    Callbacks callbacks() {
        return callbacks;
    }

    public boolean isClosed() {
        return closing.get();
    }

    public ClusterQuery clusterQuery() {
        return clusterQuery;
    }

    @Override
    public void adminRequested(Transport.AdminCaller client, byte[] bytes, int offset, int length) {
        adminServer.asked(client, bytes, offset, length);
    }

    Observers observers() {
        return observers;
    }

    LockStatistics statistics() {
        return inTurn(() -> inspection.statistics(
                counters(state), state.holds.nearest(), transport.counters(), availability, callbacks.refusedCount()));
    }

    public NodeCounters counters() {
        return inTurn(() -> counters(state));
    }

    private NodeCounters counters(NodeState now) {
        return now.counters(
                arrivals.kept(), arrivals.refused(), arrivals.dropped(), arrivals.notPermitted(), failures.get());
    }

    /** Computes something in a turn, and waits for it. */
    public <T> T inTurn(Supplier<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        turns.bring(() -> {
            try {
                answer.complete(question.get());
            } catch (RuntimeException failure) {
                answer.completeExceptionally(failure);
            }
        });
        return answer.join();
    }

    @Override
    public void received(NodeId from, byte[] bytes, int offset, int length) {
        arrivals.received(from, bytes, offset, length);
    }

    @Override
    public void linkReset(NodeId peer) {
        turns.bring(() -> state.linkReset(peer));
    }

    @Override
    public void peerSuspected(NodeId peer) {
        peerRequests.peerSuspected(peer);
        if (desk != null) {
            arrivals.forget(peer);
        }
        if (names.isGuest(peer)) {
            names.guestLeft(peer); // nobody counts on it, so nobody need do without it
            arrivals.forget(peer);
        } else {
            turns.bring(() -> state.peerSuspected(peer));
        }
    }

    @Override
    public void peerRestored(NodeId peer) {
        if (!names.isGuest(peer)) {
            turns.bring(() -> state.peerRestored(peer));
        }
    }

    @Override
    public void guestCame(NodeId guest, String name, PeerRights rights) {
        guestRights.came(guest, rights);
        names.guestCame(guest, name);
    }

    @Override
    public void addressWanted(NodeId peer) {
        if (desk != null) {
            desk.addressWanted(peer);
        }
    }

    @Override
    public void idTaken(String why) {
        shutDown("another node uses its id", why);
    }

    @Override
    public void twinSeen(NodeId peer) {
        turns.bring(() -> state.twinSeen(peer));
    }

    @Override
    public void failed(String why) {
        shutDown("it cannot talk with others any more", why);
    }

    private void shutDown(String reason, String detail) {
        if (!isClosed()) {
            LOG.log(Level.ERROR, "Shutting down this node, because {0}: {1}.", reason, detail);
            joining.refused(detail);
            callbacks.runAtOnce(this::close);
        }
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
            callbacks.runAtOnce(this::close);
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
        callbacks.runAtOnce(() -> observers.ended(claim, reason));
    }

    /** Ends without a word to anybody, as if the process were killed: for trials. */
    public void crash() {
        transport.close();
        close();
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
            ShutdownNotice.send(peerRequests, availability.reachablePeers(), names);
        }
        adminServer.close();
        transport.close();
        timers.close();
        callbacks.close();
        ceilings.close();
    }
}
