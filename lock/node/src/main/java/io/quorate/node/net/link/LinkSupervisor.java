// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.link;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.GuardedReceiver;
import io.quorate.node.net.GuestName;
import io.quorate.node.net.IdTakenException;
import io.quorate.node.net.LinkSettings;
import io.quorate.node.net.LogThrottle;
import io.quorate.node.net.Membership;
import io.quorate.node.net.Roster;
import io.quorate.node.net.ThreadEnd;
import io.quorate.node.net.TransportException;
import io.quorate.node.net.TransportMeter;
import io.quorate.node.time.PeerClock;
import io.quorate.node.watch.LastWords;
import io.quorate.node.watch.Pulse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the links of one node: calls peers that are away, admits callers, sends heartbeats, and gives up silent peers. One thread
 * keeps time; a few more connect, since connecting can block for seconds. The reading threads pass their frames to this object.
 */
public final class LinkSupervisor {
    private static final EventLog LOG = EventLog.of(LinkSupervisor.class);

    /** A member's host name is looked up again so often, to know from which addresses it may call. */
    private static final long LOOK_UP_NANOS = Duration.ofMinutes(1).toNanos();

    /** The message of an operating system when a process has reached its limit of open files. */
    private static final String NO_DESCRIPTOR = "Too many open files";

    /** Maximum time for a handshake. */
    private static final long HELLO_MAX_NANOS = Duration.ofSeconds(2).toNanos();

    /** And so long to shake hands before that, on a machine that is busy. */
    private static final long TLS_HELLO_MAX_NANOS = Duration.ofSeconds(5).toNanos();

    /** How often standing connections are compared with the roles and certificates of now. */
    private static final long REVIEW_NANOS = Duration.ofSeconds(1).toNanos();

    /** How often the timekeeper looks after links that are away. */
    private static final long TICK_NANOS = Duration.ofMillis(25).toNanos();

    /** Opening waits for the first calls, but not for a host that does not answer. */
    private static final Duration FIRST_CALLS_MAX = Duration.ofMillis(300);

    /** The first handshake of a process takes its time. */
    private static final Duration FIRST_TLS_CALLS_MAX = Duration.ofSeconds(1);

    private static final int CALLERS_MAX = 4;

    /** The timekeeper comes round at least this often. */
    private static final long ROUND_NANOS = Duration.ofMillis(250).toNanos();

    private static final LastWords EXHAUSTED = LastWords.of(LogEvent.EXHAUSTED_BRIEFLY);

    private static final LastWords FAILED = LastWords.of("something failed; going on. Please report this as a bug");

    /** The present hello of this node. */
    private volatile Hello hello;

    private final Peers peers;
    private final GuardedReceiver receiver;
    private final TransportMeter meter;
    private final Duration firstCallsMax;
    private final boolean waitsForPeers;
    private final long helloMaxNanos;
    private final long beatNanos;
    private final long silenceNanos;

    /** A peer that was silent for so long gives way to a newcomer with its id. */
    private final long staleNanos;

    private final Set<PeerConnection> connections = ConcurrentHashMap.newKeySet();
    private final ThreadPoolExecutor callers;
    private final Thread timekeeper;
    private final Pulse pulse;
    private final Lobby lobby;
    private final LogThrottle logThrottle = new LogThrottle();
    private final CountDownLatch firstCalls;
    private final Handshakes handshakes;
    private final AdminConnections adminConnections;
    private final Starts starts;

    /** When this process last stood still for longer than a heartbeat; touched by the thread that keeps time only. */
    private long stoodStillAt = System.nanoTime();

    /** Whether this node is one of those that vote. */
    private volatile boolean isMember;

    /** Null if clocks do not matter. */
    private final @Nullable Supplier<PeerClock> clocks;

    private volatile @Nullable WireSource source;
    private volatile boolean closed;

    public LinkSupervisor(
            Peers peers, Hello hello, LinkSettings settings, GuardedReceiver receiver, TransportMeter meter) {
        this.peers = peers;
        this.hello = hello;
        this.receiver = receiver;
        this.meter = meter;
        this.firstCallsMax = settings.tls() == null ? FIRST_CALLS_MAX : FIRST_TLS_CALLS_MAX;
        this.waitsForPeers = settings.waitsForPeers();
        this.helloMaxNanos = settings.tls() == null ? HELLO_MAX_NANOS : TLS_HELLO_MAX_NANOS;
        this.beatNanos = settings.beat().toNanos();
        this.silenceNanos = settings.silenceMax().toNanos();
        this.staleNanos = 2 * beatNanos + beatNanos / 2;
        String prefix = "quorate-net-" + hello.memberId() + "-";
        this.callers = new ThreadPoolExecutor(
                CALLERS_MAX, CALLERS_MAX, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    Thread thread = new Thread(work, prefix + "caller");
                    thread.setDaemon(true);
                    return thread;
                });
        callers.allowCoreThreadTimeOut(true);
        callers.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy()); // it rejects only after the end
        this.timekeeper = new Thread(this::keepTime, prefix + "timekeeper");
        timekeeper.setDaemon(true);
        this.pulse = new Pulse("the thread " + prefix + "timekeeper");
        receiver.watch(pulse);
        this.lobby = new Lobby(peers.firstCalls());
        this.firstCalls = new CountDownLatch(peers.firstCalls());
        this.handshakes = new Handshakes(peers, () -> this.hello, staleNanos, meter, receiver);
        this.adminConnections = new AdminConnections(() -> this.hello, receiver, meter);
        this.starts = new Starts(
                hello.memberId(),
                peers,
                receiver,
                beatNanos,
                silenceNanos,
                () -> this.hello.place().configuration());
        this.isMember = GuestName.read(hello.memberId()) == null;
        this.clocks = settings.driftPerMille() == 0
                ? null
                : () -> new PeerClock(settings.clockWindow(), settings.driftPerMille());
        peers.wakeBy(() -> LockSupport.unpark(timekeeper));
    }

    /** The members are others from now on, or elsewhere, and this node says so. */
    public void follow(Membership next, Hello saying) {
        hello = saying;
        isMember = GuestName.read(saying.memberId()) == null;
        peers.follow(next);
        peers.listed().forEach(link -> callers.execute(() -> lookUp(link)));
        LockSupport.unpark(timekeeper); // to call those that are new
    }

    /** The key of the data directory of this member, as it has shown it; empty if it has shown none. */
    public String keyOf(NodeId member) {
        return peers.keyOf(member);
    }

    /** Sends a frame, now or as soon as there is a connection; false if it was dropped. */
    public boolean offer(NodeId to, byte[] frame, int length) {
        return peers.offer(to, frame, length);
    }

    /** Starts, or says why not and what to do. */
    public void start(WireSource.Starter starter) {
        source = starter.start(this);
        if (closed) { // while it started
            close();
            throw new TransportException("closed while starting: make a new transport to start again");
        }
        timekeeper.start();
        if (waitsForPeers) {
            awaitFirstCalls();
            return;
        }
        Thread waiting = new Thread(this::awaitFirstCallsLater, "quorate-net-" + hello.memberId() + "-opening");
        waiting.setDaemon(true);
        waiting.start();
    }

    private void awaitFirstCallsLater() {
        try {
            awaitFirstCalls();
        } catch (IdTakenException taken) {
            receiver.idTaken(String.valueOf(taken.getMessage()));
        }
    }

    /** Waits until every peer was called; throws {@link IdTakenException} if one of them knows another node with this id. */
    private void awaitFirstCalls() {
        try {
            boolean all = firstCalls.await(firstCallsMax.toMillis(), TimeUnit.MILLISECONDS);
            LOG.say(LogEvent.FIRST_CALLS, all ? "every peer was called" : "some peers do not answer yet");
            String taken = handshakes.awaitOwnId(Duration.ofNanos(2 * staleNanos));
            if (taken != null) {
                throw new IdTakenException(taken);
            }
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new TransportException("interrupted while starting: start again", interruption);
        }
    }

    public void close() {
        closed = true;
        receiver.close();
        callers.shutdownNow();
        WireSource running = source;
        if (running != null) {
            running.stop();
        }
        connections.forEach(PeerConnection::close);
        LockSupport.unpark(timekeeper);
        if (Thread.currentThread() != timekeeper) {
            ThreadEnd.await(timekeeper);
        }
        if (running != null) {
            running.awaitEnd();
        }
    }

    private void keepTime() {
        pulse.begin();
        try {
            keepTimeUntilClosed();
            pulse.end();
        } catch (RuntimeException | Error failure) {
            dead(pulse, failure);
        }
    }

    private void keepTimeUntilClosed() {
        long lastBeat = System.nanoTime();
        long lastLook = lastBeat;
        long lastLookUp = lastBeat - LOOK_UP_NANOS;
        long lastReview = lastBeat;
        while (!closed) {
            pulse.beat();
            receiver.timePasses();
            long now = System.nanoTime();
            boolean beatDue = now - lastBeat >= beatNanos;
            stoodStillAt = now - lastLook > beatNanos ? now : stoodStillAt;
            boolean slept = now - lastLook > silenceNanos / 2; // this process was stopped: silence proves nothing
            lastBeat = beatDue ? now : lastBeat;
            lastLook = now;
            boolean anyAway = true;
            try {
                peers.look(now);
                anyAway = callTheAbsent(now);
                for (PeerConnection connection : connections) {
                    lookAfter(connection, now, beatDue, slept);
                }
                if (now - lastReview >= REVIEW_NANOS) {
                    lastReview = now;
                    review();
                }
                if (now - lastLookUp >= LOOK_UP_NANOS) {
                    lastLookUp = now;
                    peers.listed().forEach(link -> callers.execute(() -> lookUp(link)));
                }
            } catch (RuntimeException | Error failure) { // without this thread the node would never connect again
                failed("keeping the links", failure);
            }
            LockSupport.parkNanos(
                    this, anyAway ? Math.min(TICK_NANOS, beatNanos) : Math.min(ROUND_NANOS, beatNanos / 2));
        }
    }

    /** Ends connections of those who have lost their roles, or whom this node does not trust any more. */
    private void review() {
        WireSource running = source;
        if (running != null) {
            running.look();
        }
        boolean renewed = isMember; // a member is asked for its certificate when it connects
        for (PeerConnection connection : connections) {
            handshakes.review(connection);
            if (!renewed && connection.link() != null && connection.isOutdated()) {
                renewed = true; // one at a time, so that a guest is never without all of its voters
                LOG.say(LogEvent.NEW_CERTIFICATE_SHOWN, hello.memberId(), connection.remote());
                connection.close();
            }
        }
    }

    private boolean callTheAbsent(long now) {
        boolean anyAway = false;
        for (Link link : peers.called()) {
            if (link.current() == null) {
                anyAway = true;
                if (link.beginsCall(now)) {
                    callSoon(link);
                }
            }
        }
        return anyAway;
    }

    private void callSoon(Link link) {
        try {
            callers.execute(() -> call(link));
        } catch (OutOfMemoryError noThreadLeft) {
            link.callFailed(false);
            exhausted("start a thread", noThreadLeft);
        }
    }

    private void lookAfter(PeerConnection connection, long now, boolean beatDue, boolean slept) {
        if (connection.client() != null) {
            adminConnections.lookAfter(connection, now);
            return;
        }
        if (connection.link() == null || connection.isEnding()) {
            if (now - connection.openedAt > helloMaxNanos && !connection.isClosed()) {
                if (!connection.isEnding() && connection.calledFor != null) {
                    unresponsive(connection.calledFor, connection.remote());
                } else if (!connection.isEnding()) {
                    malformed(connection.remote(), new MalformedFrameException("no hello came in time"));
                }
                connection.close();
            }
            return;
        }
        if (!slept && connection.silenceNanos(now) > silenceNanos) {
            connection.close();
        } else if (beatDue) {
            connection.sendBeat();
            tellStarts(connection, now);
        }
    }

    /** A member accepts connections, which its operating system does for it, but sends no hello: its process is probably stopped. */
    private void unresponsive(Link link, String remote) {
        boolean loud = logThrottle.isWorthSaying("unresponsive " + link.member().id(), System.nanoTime());
        LOG.sayIf(loud, LogEvent.PEER_UNRESPONSIVE, link.member().id(), remote);
    }

    /** T1: the heartbeat to a member also tells which processes of the others are heard. */
    private void tellStarts(PeerConnection connection, long now) {
        Link link = connection.link();
        boolean wasAwake = now - stoodStillAt > beatNanos; // else what was heard before may have ended unnoticed
        if (wasAwake && isMember && link != null && link.isMember()) {
            connection.sendWord(Packet.Kind.STARTS, starts.forMember(link.peer(), now));
        }
    }

    private void call(Link link) {
        PeerConnection connection = null;
        try {
            WireSource running = source;
            if (running == null || closed) {
                return;
            }
            Wire wire = link.connect(running);
            connection = new PeerConnection(wire, link, null, meter);
            Hello numbered = link.calls(connection, hello);
            if (numbered == null) {
                connection.close();
                firstCalls.countDown();
                return;
            }
            begin(connection, wire);
            connection.sendWord(Packet.Kind.HELLO, numbered.toBytes());
        } catch (IOException | RuntimeException | Error unreachable) {
            if (connection == null) {
                link.callFailed(false);
                firstCalls.countDown();
            } else {
                closed(connection);
            }
            sayUnreachable(link, unreachable);
        }
    }

    private void sayUnreachable(Link link, Throwable unreachable) {
        if (unreachable instanceof OutOfMemoryError || isExhaustion(unreachable)) {
            exhausted("call another node", unreachable);
        } else if (unreachable instanceof Error) {
            failed("calling another node", unreachable);
        } else {
            LOG.say(LogEvent.UNREACHABLE, link.member(), unreachable);
        }
    }

    private static void lookUp(Link link) {
        try {
            link.lookUp();
        } catch (UnknownHostException unknown) {
            LOG.say(LogEvent.UNKNOWN_HOST, link.member(), unknown);
        }
    }

    private void begin(PeerConnection connection, Wire wire) {
        connections.add(connection);
        wire.startReading(connection);
        if (closed) {
            connection.close();
        }
    }

    /** Whether a caller from this address may say who it is. */
    public enum Admission {
        /** From the address of a member. */
        KNOWN,
        /** From any other address. */
        OTHER,
        /** Not now: too many others have not yet said who they are. */
        NONE
    }

    /** Takes a place for a caller from this address; {@link #accepted} must follow unless there is none. */
    public Admission admit(InetAddress from) {
        boolean known = peers.isMemberAddress(from);
        Lobby.Entry entry = closed
                ? new Lobby.Entry(false, null)
                : lobby.enter(from, known ? Lobby.Place.KNOWN : Lobby.Place.OTHER);
        PeerConnection evicted = entry.evicted();
        if (evicted != null) {
            turnedAway(evicted.remote());
            evicted.close();
        }
        if (!entry.admitted()) {
            turnedAway(from.getHostAddress());
            return Admission.NONE;
        }
        return known ? Admission.KNOWN : Admission.OTHER;
    }

    /** Gives back the place of a caller that {@link #accepted} was not called for. */
    public void gaveUp(InetAddress from, Admission admission) {
        lobby.leave(from, place(admission), null);
    }

    private static Lobby.Place place(Admission admission) {
        return admission == Admission.KNOWN ? Lobby.Place.KNOWN : Lobby.Place.OTHER;
    }

    /** A connection for a wire that somebody else began; its hello has to come first. */
    public PeerConnection accepted(Wire wire, Admission admission) {
        PeerConnection connection = new PeerConnection(wire, null, place(admission), meter);
        connections.add(connection);
        if (admission == Admission.OTHER && wire.address() != null) {
            lobby.seat(connection);
        }
        return connection;
    }

    private void leaveLobby(PeerConnection connection) {
        Lobby.Place place = connection.leavesLobby();
        InetAddress from = connection.address();
        if (place != null && from != null) {
            lobby.leave(from, place, connection);
        }
    }

    private void turnedAway(String from) {
        meter.strangersTurnedAway.increment();
        long times = meter.counters().strangersTurnedAway();
        boolean loud = Long.bitCount(times) == 1 && !closed;
        LOG.sayIf(loud, LogEvent.TURNED_AWAY, hello.memberId(), from, times);
    }

    /** The system refuses a descriptor, a thread or memory. Existing connections continue, and the rest is tried again. */
    public void exhausted(String what, Throwable failure) {
        try {
            boolean loud = logThrottle.isWorthSaying(what, System.nanoTime());
            LOG.sayIf(loud, LogEvent.EXHAUSTED, hello.memberId(), what, failure);
        } catch (RuntimeException | Error noMemory) {
            EXHAUSTED.say(LOG, noMemory);
        }
    }

    /** A member is at an address that may not be called in plain text. */
    public void insecure(Roster.Member member, InetAddress address) {
        boolean loud = logThrottle.isWorthSaying("insecure " + member + address, System.nanoTime());
        LOG.sayIf(loud, LogEvent.INSECURE_CALL, hello.memberId(), member, address.getHostAddress());
    }

    private static boolean isExhaustion(Throwable failure) {
        String text = failure.getMessage();
        return text != null && text.contains(NO_DESCRIPTOR);
    }

    /** Something failed that should not; it goes on without it. */
    public void failed(String what, Throwable failure) {
        if (failure instanceof OutOfMemoryError) {
            exhausted(what, failure);
        } else {
            FAILED.sayAs(LOG, LogEvent.LINKS_FAILED, what, failure);
        }
    }

    /** A thread without which this node would only limp on has ended: so the node ends. */
    public void dead(Pulse what, Throwable failure) {
        receiver.failed(what.lastWords(), failure);
    }

    /** A thread of the sockets is to be watched from now on. */
    public void watch(Pulse what) {
        receiver.watch(what);
    }

    /** A packet has come. About one connection one call at a time. */
    public void received(PeerConnection connection, Packet packet) {
        connection.heard(packet);
        Link link = connection.link();
        switch (packet.kind()) {
            case FRAME, BEAT, OPTIONAL -> {
                if (link == null) {
                    adminConnections.received(connection, packet);
                } else {
                    link.received(connection, packet, clocks);
                }
            }
            case STARTS -> {
                if (link == null || !link.isMember()) {
                    throw new MalformedFrameException("only a member tells whom it hears from");
                }
                starts.told(link, packet.content(), System.nanoTime());
            }
            case HELLO -> {
                requireFirst(connection);
                handshakes.hello(connection, packet.content());
                if (connection.link() != null) {
                    leaveLobby(connection);
                }
                firstCallIsOver(connection);
            }
            case ADMIN -> {
                requireFirst(connection);
                adminConnections.hello(connection, packet.content());
                if (connection.client() != null) {
                    leaveLobby(connection);
                }
            }
            case REFUSED -> {
                if (link == null && connection.calledFor == null) {
                    throw new MalformedFrameException(
                            "a refusal of no call"); // else anybody could say why we cannot join
                }
                handshakes.refused(connection, Refusal.read(packet.content()));
                firstCallIsOver(connection);
            }
        }
    }

    private static void requireFirst(PeerConnection connection) {
        if (connection.link() != null || connection.client() != null) {
            throw new MalformedFrameException("a second hello");
        }
    }

    private void firstCallIsOver(PeerConnection connection) {
        if (connection.calledFor != null) {
            firstCalls.countDown(); // later calls count too; by then nobody waits
        }
    }

    /** The peer sent data that is not of this protocol; it is cut off. */
    public void malformed(String remote, Exception what) {
        meter.framesMalformed.increment();
        long times = meter.counters().framesMalformed();
        // Logged once, twice, four times, ...: a peer that sends garbage must not fill the log.
        boolean loud = Long.bitCount(times) == 1;
        LOG.sayIf(loud, LogEvent.CUT_OFF, hello.memberId(), remote, what.getMessage(), times);
    }

    /** The peer could not be authenticated, so no frame was sent or read; the connection ends. */
    public void notTrusted(PeerConnection connection, String why) {
        handshakes.notTrusted(connection, why);
        firstCallIsOver(connection);
    }

    /** The wire is no more. May be called on any thread. */
    public void closed(PeerConnection connection) {
        connection.close();
        connection.forgetWaiting();
        if (connections.remove(connection)) {
            leaveLobby(connection);
            adminConnections.closed(connection);
        }
        Link served = connection.link();
        Link link = served == null ? connection.calledFor : served;
        if (link != null) {
            peers.ended(link, connection);
            firstCallIsOver(connection);
            LockSupport.unpark(timekeeper); // to call again at once
        }
    }
}
