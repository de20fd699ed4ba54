// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.embedded;

import io.quorate.api.Health;
import io.quorate.api.LockRefusedException;
import io.quorate.api.LockStatistics;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.LocksClosedException;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.node.admin.AdminRequest;
import io.quorate.node.admin.AdminServer;
import io.quorate.node.admin.ClusterQuery;
import io.quorate.node.admin.Inspection;
import io.quorate.node.admin.NodeReport;
import io.quorate.node.admin.NodeStatistics;
import io.quorate.node.admin.PeerRequests;
import io.quorate.node.admin.RosterRequests;
import io.quorate.node.health.HealthWatch;
import io.quorate.node.journal.JournalKeeper;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.Transport;
import io.quorate.node.net.TransportException;
import io.quorate.node.net.roles.PeerRights;
import io.quorate.node.net.roles.Permissions;
import io.quorate.node.part.DrivenNode;
import io.quorate.node.part.PartDesk;
import io.quorate.node.part.PartNode;
import io.quorate.node.roster.RosterDesk;
import io.quorate.node.roster.RosterEffects;
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
import io.quorate.node.turn.OpenHolds.Limits;
import io.quorate.node.turn.Turns;
import io.quorate.node.watch.LastWords;
import io.quorate.node.watch.Pulse;
import io.quorate.node.watch.Supervisor;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A node of a cluster at work: the machine of {@link LockNode}, driven by a transport, by time and by the application. */
public final class RunningNode implements Transport.Receiver, Turns.Host<LocalClaim>, AutoCloseable {
    private static final EventLog LOG = EventLog.of(RunningNode.class);

    private static final LastWords TURN_FAILED = LastWords.of("a turn has failed");

    /** A thread that waits for a turn checks at this interval. */
    private static final long LOOK_MILLIS = 500;

    /** A turn that does not end is waited for so long at the end of the node; then those who wait are told without it. */
    private static final long LAST_TURN_NANOS = TimeUnit.SECONDS.toNanos(1);

    public final NodeNames names;
    public final NodeId self;
    final NodeSettings settings;
    public final Availability availability;
    private final Transport transport;
    private final CeilingWriter ceilings;
    private final Supervisor supervisor;
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

    public final RosterDesk rosterDesk;
    private final ClusterQuery clusterQuery;
    private final AdminServer adminServer;
    private final Observers observers;
    private final ClaimNews news;
    final JournalKeeper journal;
    private final AtomicLong lastClaimId = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final Ending ending;
    private final HealthWatch health;
    final Joining joining = new Joining(this);

    /** Made before it is needed: the last thing that is done in turns if this node ends by itself. */
    private final Turns.Input halting = new Turns.Input() {
        @Override
        public void apply() {
            state.halt();
        }
    };

    /** When {@link #halting} was brought; 0 before. Of the thread that sees the end through only. */
    private long haltingSince;

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
        this.news = new ClaimNews(this, callbacks, observers);
        this.supervisor =
                new Supervisor(id, time.isLeased() ? Duration.ofNanos(time.leaseNanos()) : Duration.ZERO, this::tidyUp);
        this.ceilings = new CeilingWriter(
                "quorate-disk-" + id, ceilings, this::ceilingIsDurable, this::rosterIsDurable, this::diskFailed);
        this.health = new HealthWatch(node, availability, names, time, joining::lastRefusalInWords, callbacks::run);
        this.inspection = new Inspection(
                node,
                names,
                time.clock(),
                callbacks::releaseRequestedInTurn,
                () -> health.now().toLine());
        this.state = new NodeState(
                node,
                transport,
                time,
                ceilings.ceiling(),
                this.ceilings::write,
                availability,
                settings.unavailableAfter(),
                supervisor,
                news::lost);
        this.journal =
                new JournalKeeper(node, names, availability, settings, time, state.holds, joining::lastRefusalInWords);
        this.turns = new Turns<>(this);
        this.rosterDesk = new RosterDesk(node, names, availability, transport, time, turns, callbacks::runFromTurn);
        state.leadTo(new RosterEffects(state, this.ceilings, rosterDesk));
        this.desk = desks == null ? null : desks.apply(new DrivenNode(node, turns, transport));
        Permissions permissions = new Permissions();
        this.guestRights = new GuestRights(names, inspection, peerRequests, permissions);
        this.arrivals = new Arrivals(names, self, turns, state, peerRequests, inspection, guestRights, desk);
        this.clusterQuery = new ClusterQuery(
                names, self, peerRequests, settings.describeTimeout(), availability::reachablePeers, this::answer);
        this.adminServer = new AdminServer("quorate-admin-" + id, clusterQuery, permissions);
        this.timers = new TimerThread(
                "quorate-timer-" + id, time.clock(), state.wheel, turns::run, this::doChores, supervisor);
        this.ending = new Ending(this, state, transport, timers, this.ceilings, adminServer, peerRequests);
        supervisor.watch(turns.pulse);
        supervisor.watch(this.ceilings.pulse);
    }

    private NodeReport answer(AdminRequest request) {
        if (desk != null && request.kind() == AdminRequest.Kind.WHERE) {
            return NodeReport.inWords(desk.where(request.name(), settings.describeTimeout()));
        }
        if (desk != null && request.kind() == AdminRequest.Kind.PLACE) {
            return NodeReport.inWords(desk.place());
        }
        return RosterRequests.concern(request)
                ? RosterRequests.answer(request, rosterDesk, () -> inTurn(rosterDesk::report))
                : inTurn(() -> inspection.answer(request));
    }

    private void ceilingIsDurable(long ceiling) {
        turns.bring(() -> state.ceilingIsDurable(ceiling));
    }

    private void rosterIsDurable(long write) {
        turns.bring(() -> state.rosterIsDurable(write));
    }

    private void diskFailed(Throwable failure) {
        if (isClosed() && failure instanceof StoreFailedException) {
            LOG.sayWith(LogEvent.WRITE_AFTER_END, failure);
        } else {
            supervisor.end(LastWords.of("its data directory has failed: " + failure.getMessage()), failure);
        }
    }

    /** Periodic work, on the thread of the timers. */
    private void doChores() {
        news.tellAgain();
        callbacks.revive(false);
        health.tellNews();
        if (!isClosed()) {
            journal.look(turns::bring);
        }
    }

    /** Begins to work; {@link #awaitQuorum} says when others can be counted on. */
    public void open() {
        try {
            timers.start();
            ceilings.start();
            transport.open(this);
            turns.run();
            joining.goOn();
        } catch (TransportException failure) {
            close();
            throw failure;
        } catch (OutOfMemoryError noThread) {
            close();
            throw new TransportException(
                    "cannot start a thread (" + noThread + "): raise the limits of this process (ulimit -u, -Xmx)",
                    noThread);
        }
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
            joining.awaitVotes(state.time.memoryNanos());
        }
    }

    /** Asks for the lock; the claim is settled now or later, and its asker woken. */
    LocalClaim ask(LockName lock, Mode mode, AcquireTimeout timeout, Limits limits, @Nullable PendingHold future) {
        LocalClaim claim = new LocalClaim(state, lock, mode, lastClaimId.incrementAndGet(), timeout, limits, future);
        if (settings.traceHolds()) {
            claim.takenAt = new Throwable("the lock was asked for here");
        }
        observers.asked(claim);
        turns.bring(claim);
        if (claim.giveUpIfNodeHasEnded() && future != null) { // there may be no turn any more
            callbacks.settled(this, claim);
        }
        return claim;
    }

    /** The claim, if it got its lock; otherwise throws why not. */
    LocalClaim held(LocalClaim claim) {
        String name = claim.lock().toString();
        return switch (claim.state()) {
            case HELD, RELEASED, LOST -> claim;
            case TIMED_OUT -> throw timeout(claim, name);
            case UNAVAILABLE ->
                throw availability.failure(
                        name, "The lock \"" + name + "\" cannot be decided about" + joining.lastRefusalInWords());
            case CLOSED -> throw closedException(name);
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

    /** Looks at what only turns touch. */
    public <T> T look(Function<NodeState, T> question) {
        return inTurn(() -> question.apply(state));
    }

    /** Why this node no longer gives out locks. */
    LocksClosedException closedException(String lockName) {
        String why = supervisor.why();
        if (why != null || health.now().state() == Health.State.TWIN) {
            return LocksClosedException.byFailure(lockName, why == null ? "another process uses its id" : why);
        }
        return ending.isDraining() ? LocksClosedException.byShutdown(lockName) : LocksClosedException.byOwner(lockName);
    }

    /** Gives the lock back; false if it was not held any more, by the clock or by what turns have learnt. */
    boolean release(LocalClaim claim) {
        claim.endInterrupts();
        boolean expired = claim.isExpired();
        if (claim.move(LocalClaim.State.HELD, expired ? LocalClaim.State.LOST : LocalClaim.State.RELEASED)) {
            try {
                if (expired) {
                    journal.lost(claim, claim.whyLost());
                }
                observers.ended(claim, expired ? claim.whyLost() : null);
            } finally {
                turns.bring(claim); // whatever a listener throws
            }
            return !expired;
        }
        return false;
    }

    /** Revokes the hold of this node; false if there is none. */
    public boolean revoke(LockName lock) {
        return inTurn(() -> state.revoke(lock));
    }

    /** Gives up; the claim is settled soon. */
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
        return ending.isClosed();
    }

    public ClusterQuery clusterQuery() {
        return clusterQuery;
    }

    @Override
    public void adminRequested(Transport.AdminCaller client, byte[] bytes, int offset, int length) {
        adminServer.asked(client, bytes, offset, length);
    }

    /** Knows what this node can do. */
    public HealthWatch healthWatch() {
        return health;
    }

    /** Joins without anybody's waiting for it; {@link #healthWatch} says how far it is. Before {@link #open}. */
    public void joinInBackground() {
        joining.inBackground(state.time.isLeased(), Thread::new);
    }

    Observers observers() {
        return observers;
    }

    LockStatistics statistics() {
        if (!supervisor.hasEnded()) {
            try {
                return statisticsInTurn();
            } catch (LocksClosedException ended) {
                LOG.sayWith(LogEvent.ENDED_MEANWHILE, ended);
            }
        }
        return NodeStatistics.ofEndedNode(
                String.valueOf(supervisor.why()),
                counters(state), // no turn changes them any more
                availability.suspected().size() + availability.reachablePeers().size(),
                transport.counters(),
                callbacks.refusedCount());
    }

    private LockStatistics statisticsInTurn() {
        return inTurn(() -> inspection.statistics(
                counters(state), state.holds.nearest(), transport.counters(), availability, callbacks.refusedCount()));
    }

    public NodeCounters counters() {
        return supervisor.hasEnded() ? counters(state) : inTurn(() -> counters(state));
    }

    private NodeCounters counters(NodeState now) {
        return now.counters(
                arrivals.kept(), arrivals.refused(), arrivals.dropped(), arrivals.notPermitted(), failures.get());
    }

    /** Computes something in a turn, and waits for it. Throws {@link LocksClosedException} if the node ends by itself first. */
    public <T> T inTurn(Supplier<T> question) {
        CompletableFuture<T> answer = turns.ask(question);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return answer.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException notYet) {
                    if (supervisor.hasEnded()) {
                        throw closedException("");
                    }
                } catch (InterruptedException interruption) {
                    interrupted = true;
                } catch (ExecutionException failure) {
                    throw new CompletionException(failure.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
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
        if (desk != null || names.isGuest(peer)) {
            arrivals.forget(peer);
        }
        if (names.isGuest(peer)) {
            names.guestLeft(peer); // no node counts on it, so none has to leave it
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
    public void peerAccepts(NodeId peer) {
        joining.acceptedBy(peer);
        rosterDesk.met(peer);
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
        ending.neverCallItClean();
        health.ended(
                Health.State.TWIN,
                "Another process uses the id of this node, so this one has ended: " + why
                        + ". Decide which of the two should run, and prevent a restart of the other.");
        shutDown("another node uses its id", why);
    }

    @Override
    public void twinSeen(NodeId peer) {
        turns.bring(() -> state.twinSeen(peer));
    }

    @Override
    public void failed(LastWords why, @Nullable Throwable failure) {
        supervisor.end(why, failure);
    }

    @Override
    public void watch(Pulse pulse) {
        supervisor.watch(pulse);
    }

    @Override
    public void timePasses() {
        supervisor.lookAfter(timers.pulse);
    }

    private void shutDown(String reason, String detail) {
        if (!isClosed()) {
            LOG.say(LogEvent.SHUTTING_DOWN, reason, detail);
            joining.refused(detail);
            callbacks.runAtOnce(this::close);
        }
    }

    @Override
    public void refused(String why) {
        joining.refused(why);
    }

    @Override
    public void refusedBy(NodeId peer) {
        joining.refusedBy(peer);
    }

    @Override
    public void beginTurn() {
        state.beginTurn();
    }

    @Override
    public @Nullable LocalClaim endTurn() {
        LocalClaim settled = state.endTurn();
        health.look();
        return settled;
    }

    @Override
    public void afterTurn(@Nullable LocalClaim settled) {
        news.settled(settled);
        timers.timersChanged();
        joining.look();
        health.tellNews();
        rosterDesk.tellNews();
    }

    @Override
    public void failed(Throwable failure) {
        failures.incrementAndGet();
        supervisor.end(TURN_FAILED, failure);
        try {
            state.halt();
        } catch (RuntimeException | Error again) {
            ClaimNews.ONE_NOT_TOLD.say(LOG, again); // tidyUp goes on with it
        }
    }

    @Override
    public void newsFailed(Throwable failure) {
        supervisor.end(TURN_FAILED, failure); // somebody may not have been told
    }

    /** Why this node has ended by itself; null if it has not. */
    public @Nullable String failure() {
        return supervisor.why();
    }

    /** This node has ended by itself: tells everybody, and closes what is open. Called on one thread until it says true. */
    private boolean tidyUp() {
        if (haltingSince == 0) {
            haltingSince = System.nanoTime();
            turns.bring(halting);
        }
        if (!state.isHalted()) {
            if (System.nanoTime() - haltingSince < LAST_TURN_NANOS) {
                turns.run();
                return false;
            }
            state.halt(); // somebody is in a turn and does not come out of it, or has left it by a way that nobody
            // thought of
            afterTurn(state.takeSettled());
        }
        news.tellAgain();
        boolean allRun = callbacks.revive(true);
        health.ended(Health.State.CLOSED, "This node has ended, because " + failure() + ". Start it again.");
        ending.closeAll(false);
        return allRun && news.allAreTold() && health.allIsTold();
    }

    @Override
    public boolean relieve() {
        return timers.ring();
    }

    /** Ends without a word to anybody, as if the process were killed: for trials. */
    public void crash() {
        ending.crash();
    }

    /** Gives everything back, tells everybody here, and ends. */
    @Override
    public void close() {
        ending.close();
    }

    /** The process is about to end: as {@link #close()}, but no hold that is open is given back; waits for those. */
    public void closeWithProcess(Duration grace) {
        ending.closeWithProcess(grace);
    }
}
