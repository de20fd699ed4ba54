package io.quorate.node.net.link;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.net.GuardedReceiver;
import io.quorate.node.net.IdTakenException;
import io.quorate.node.net.LinkSettings;
import io.quorate.node.net.ThreadEnd;
import io.quorate.node.net.TransportException;
import io.quorate.node.net.TransportMeter;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the links of one node: calls those that are away, greets those that call, beats, and gives up those that are
 * silent. One thread keeps time; a few more call, since calling can take a while; and each connection has its reader.
 */
public final class LinkSupervisor {
    private static final System.Logger LOG = System.getLogger(LinkSupervisor.class.getName());

    /** Maximum number of pending handshakes; further connections are closed at once. */
    private static final int STRANGERS_MAX = 64;

    /** A stranger has so long to say hello. */
    private static final long HELLO_MAX_NANOS = Duration.ofSeconds(2).toNanos();

    /** And so long to shake hands before that, on a machine that is busy. */
    private static final long TLS_HELLO_MAX_NANOS = Duration.ofSeconds(5).toNanos();

    /** How often the timekeeper looks after links that are away. */
    private static final long TICK_NANOS = Duration.ofMillis(25).toNanos();

    /** Opening waits for the first calls, but not for a host that does not answer. */
    private static final Duration FIRST_CALLS_MAX = Duration.ofMillis(300);

    /** The first handshake of a process takes its time. */
    private static final Duration FIRST_TLS_CALLS_MAX = Duration.ofSeconds(1);

    private static final int CALLERS_MAX = 4;

    private final Hello hello;
    private final Peers peers;
    private final GuardedReceiver receiver;
    private final TransportMeter meter;
    private final Duration firstCallsMax;
    private final long helloMaxNanos;
    private final long beatNanos;
    private final long silenceNanos;

    /** A peer that was silent for so long gives way to a newcomer with its id. */
    private final long staleNanos;

    private final Set<PeerConnection> connections = ConcurrentHashMap.newKeySet();
    private final ThreadPoolExecutor callers;
    private final Thread timekeeper;
    private final WriteWatch writeWatch;
    private final CountDownLatch firstCalls;
    private final Handshakes handshakes;
    private final AdminConnections adminConnections;
    private volatile @Nullable WireSource source;
    private volatile boolean closed;

    public LinkSupervisor(
            Peers peers, Hello hello, LinkSettings settings, GuardedReceiver receiver, TransportMeter meter) {
        this.peers = peers;
        this.hello = hello;
        this.receiver = receiver;
        this.meter = meter;
        this.firstCallsMax = settings.tls() == null ? FIRST_CALLS_MAX : FIRST_TLS_CALLS_MAX;
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
        this.writeWatch = new WriteWatch(connections, silenceNanos, this, prefix + "watch");
        this.firstCalls = new CountDownLatch(peers.firstCalls());
        this.handshakes = new Handshakes(peers, hello, staleNanos, meter, receiver);
        this.adminConnections = new AdminConnections(hello, receiver, meter);
        peers.wakeBy(() -> LockSupport.unpark(timekeeper));
    }

    /** Sends a frame, now or as soon as there is a connection; false if it was dropped. */
    boolean offer(NodeId to, byte[] frame, int length) {
        return peers.offer(to, frame, length);
    }

    void start(WireSource.Starter starter) {
        source = starter.start(this);
        if (closed) { // while it started
            close();
            throw new TransportException("closed while starting: make a new transport to start again");
        }
        timekeeper.start();
        writeWatch.start();
        try {
            boolean all = firstCalls.await(firstCallsMax.toMillis(), TimeUnit.MILLISECONDS);
            LOG.log(Level.DEBUG, all ? "every peer was called" : "some peers do not answer yet");
            String taken = handshakes.awaitOwnId(Duration.ofNanos(2 * staleNanos));
            if (taken != null) {
                throw new IdTakenException(taken);
            }
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new TransportException("interrupted while starting: start again", interruption);
        }
    }

    void close() {
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
        writeWatch.close();
        if (running != null) {
            running.awaitEnd();
        }
    }

    private void keepTime() {
        long lastBeat = System.nanoTime();
        long lastLook = lastBeat;
        while (!closed) {
            long now = System.nanoTime();
            boolean beatDue = now - lastBeat >= beatNanos;
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
            } catch (RuntimeException | Error failure) { // without this thread the node would be alone for ever
                LOG.log(Level.ERROR, "keeping the links failed; going on. Please report this as a bug", failure);
            }
            LockSupport.parkNanos(this, anyAway ? Math.min(TICK_NANOS, beatNanos) : beatNanos / 2);
        }
    }

    private boolean callTheAbsent(long now) {
        WireSource running = source;
        boolean anyAway = false;
        for (Link link : peers.called()) {
            if (link.current() == null) {
                anyAway = true;
                if (running != null && running.canReach(link.member()) && link.beginsCall(now)) {
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
            throw noThreadLeft;
        }
    }

    private void lookAfter(PeerConnection connection, long now, boolean beatDue, boolean slept) {
        if (connection.client() != null) {
            if (AdminConnections.isOver(connection, now)) {
                connection.close();
            }
            return;
        }
        if (connection.link() == null) {
            if (now - connection.openedAt > helloMaxNanos) {
                malformed(connection.remote(), new MalformedFrameException("no hello came in time"));
                connection.close();
            }
            return;
        }
        if (!slept && connection.silenceNanos(now) > silenceNanos) {
            connection.close();
        } else if (beatDue) {
            connection.sendBeat();
        }
    }

    private void call(Link link) {
        PeerConnection connection = null;
        try {
            WireSource running = source;
            if (running == null || closed) {
                return;
            }
            Wire wire = running.connect(link.member());
            connection = new PeerConnection(wire, link, meter);
            Hello numbered = link.calls(connection, hello);
            if (numbered == null) {
                connection.close();
                firstCalls.countDown();
                return;
            }
            begin(connection, wire);
            connection.sendWord(Packet.Kind.HELLO, numbered.toBytes());
        } catch (Exception | OutOfMemoryError unreachable) { // or there is no thread left for it; later there may be
            LOG.log(Level.DEBUG, () -> "cannot reach " + link.member() + ": " + unreachable);
            if (connection == null) {
                link.callFailed(false);
                firstCalls.countDown();
            } else {
                closed(connection);
            }
        }
    }

    private void begin(PeerConnection connection, Wire wire) {
        connections.add(connection);
        wire.startReading(connection);
        if (closed) {
            connection.close();
        }
    }

    /** A connection for a wire that somebody else began; its hello has to come first. Null to hang up. */
    @Nullable
    public PeerConnection accepted(Wire wire) {
        if (closed || connections.size() >= peers.count() + STRANGERS_MAX) {
            turnedAway();
            return null;
        }
        PeerConnection connection = new PeerConnection(wire, null, meter);
        connections.add(connection);
        return connection;
    }

    private void turnedAway() {
        meter.strangersTurnedAway.increment();
        long times = meter.counters().strangersTurnedAway();
        LOG.log(
                Long.bitCount(times) == 1 && !closed ? Level.WARNING : Level.DEBUG,
                () -> hello.memberId() + " has hung up on a caller, for " + STRANGERS_MAX
                        + " others have not yet said who they are: keep strangers away from this port. Hung up on so far: "
                        + times);
    }

    /** A packet has come. About one connection one call at a time. */
    public void received(PeerConnection connection, Packet packet) {
        connection.heard(packet);
        Link link = connection.link();
        switch (packet.kind()) {
            case FRAME, BEAT -> {
                if (link == null) {
                    adminConnections.received(connection, packet);
                } else {
                    link.received(connection, packet);
                }
            }
            case HELLO -> {
                requireFirst(connection);
                handshakes.hello(connection, packet.content());
                firstCallIsOver(connection);
            }
            case ADMIN -> {
                requireFirst(connection);
                adminConnections.hello(connection, packet.content());
            }
            case REFUSED -> {
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

    /** What has come from there is not ours; it is cut off. */
    public void malformed(String remote, Exception what) {
        meter.framesMalformed.increment();
        long times = meter.counters().framesMalformed();
        // Once, twice, four times, ...: whoever sends rubbish shall not fill the log as well.
        LOG.log(
                Long.bitCount(times) == 1 ? Level.WARNING : Level.DEBUG,
                () -> hello.memberId() + " cut off the connection with " + remote + ": " + what.getMessage()
                        + ". Nothing of it was used. If it is no node of ours, keep it away from this port. Cut off "
                        + "so far: " + times);
    }

    /** Who is there could not be made sure of, so nothing was said and nothing heard; the wire ends. */
    public void notTrusted(PeerConnection connection, String why) {
        handshakes.notTrusted(connection, why);
        firstCallIsOver(connection);
    }

    /** The wire is no more. May be called on any thread. */
    public void closed(PeerConnection connection) {
        connection.close();
        connections.remove(connection);
        Link served = connection.link();
        Link link = served == null ? connection.calledFor : served;
        if (link != null) {
            peers.ended(link, connection);
            firstCallIsOver(connection);
            LockSupport.unpark(timekeeper); // to call again at once
        }
    }
}
