// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.link;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.GuardedReceiver;
import io.quorate.node.net.RateLimit;
import io.quorate.node.net.Roster;
import io.quorate.node.net.TransportMeter;
import io.quorate.node.store.Incarnations;
import io.quorate.node.time.PeerClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The relation of this node to one peer: at most one accepted {@link PeerConnection} at a time, and the calls for a new one. All that
 * the receiver is told about the peer is told under this object's lock, so it comes one by one and in order.
 */
public class Link {
    private static final EventLog LOG = EventLog.of(Link.class);

    /** Between two calls while the peer is away: at first, and doubled up to. */
    private static final long CALL_AGAIN_NANOS = Duration.ofMillis(50).toNanos();

    private static final long CALL_AGAIN_MAX_NANOS = Duration.ofSeconds(1).toNanos();

    /** After a refusal somebody has to change something first; so there is time. */
    private static final long CALL_REFUSER_AGAIN_NANOS = Duration.ofSeconds(2).toNanos();

    /** Each new connection makes both nodes say again all that is true: a peer must not be able to ask for that all the time. */
    private static final int SESSIONS_AT_ONCE = 64;

    private static final int SESSIONS_A_SECOND = 8;

    private final NodeId peer;
    private volatile Roster.Member member;

    /** Of two nodes the first in the roster calls; the other one only when that lasts, and at its start. */
    private volatile boolean callsFirst;

    /** The peer is no longer in the roster: its connections cause no more events. */
    private boolean retired;

    private final RateLimit newSessions = new RateLimit(SESSIONS_AT_ONCE, SESSIONS_A_SECOND, System.nanoTime());

    /** Of unauthenticated connections: they must not use up the limit of the peer itself. */
    private final RateLimit unprovenSessions = new RateLimit(SESSIONS_AT_ONCE, SESSIONS_A_SECOND, System.nanoTime());

    /** Each start of a guest is another guest, whose incarnation is drawn by chance. */
    private final boolean isGuest;

    /** The limit of bytes that wait for guests; null for members. */
    private final PeerConnection.@Nullable Budget budget;

    private final GuardedReceiver receiver;
    private final TransportMeter meter;
    private volatile @Nullable PeerConnection current;

    /** The connection over which the peer is known to accept this node. */
    private @Nullable PeerConnection acceptedOver;

    private @Nullable PeerConnection calling;
    private @Nullable Hello lastPeer;

    /** The connection on which it was heard. */
    private @Nullable PeerConnection lastUsed;

    /** The highest configuration that the peer was heard in since it showed its key. */
    private int highest;

    /** Where the peer's host was found last. */
    private volatile List<InetAddress> addresses = List.of();

    /** Null before the first beat that tells the peer's clock, or if clocks do not matter. */
    private @Nullable PeerClock clock;

    private PeerClock.Verdict clockVerdict = PeerClock.Verdict.WELL;

    /** While it is, nothing is sent to the peer, and no frame of it is heard. */
    private volatile boolean clockIsOff;

    private long hellosSaid;
    private boolean busyCalling;
    private long callAt = System.nanoTime();
    private int failedCalls;

    /** With a peer that may be called there. */
    protected Link(
            NodeId peer, Roster.Member member, boolean callsFirst, GuardedReceiver receiver, TransportMeter meter) {
        this(peer, member, callsFirst, null, receiver, meter);
    }

    /** With one that is in no roster, and is never called. */
    static Link withGuest(
            NodeId peer, String name, PeerConnection.Budget ofGuests, GuardedReceiver receiver, TransportMeter meter) {
        return new Link(peer, new Roster.Member(name, "nowhere", 1), false, ofGuests, receiver, meter);
    }

    private Link(
            NodeId peer,
            Roster.Member member,
            boolean callsFirst,
            PeerConnection.@Nullable Budget ofGuests,
            GuardedReceiver receiver,
            TransportMeter meter) {
        this.peer = peer;
        this.member = member;
        this.callsFirst = callsFirst;
        this.isGuest = ofGuests != null;
        this.budget = ofGuests;
        this.receiver = receiver;
        this.meter = meter;
    }

    public final NodeId peer() {
        return peer;
    }

    /** The peer's id and address. */
    public Roster.Member member() {
        return member;
    }

    /**
     * The roster has changed: the peer is there from now on, and this node calls it first or does not. Only a connection with another
     * address than before ends.
     */
    final void follow(Roster.Member now, boolean callsFirstNow) {
        PeerConnection outdated;
        synchronized (this) {
            boolean moved = !now.address().equals(member.address());
            outdated = moved ? current : null;
            member = now;
            callsFirst = callsFirstNow;
            addresses = moved ? List.of() : addresses;
            callAt = System.nanoTime();
            failedCalls = 0;
        }
        if (outdated != null) {
            outdated.close();
        }
    }

    /** The peer is in the roster no more: its connection ends, and it is not called again. */
    final void retire() {
        PeerConnection present;
        PeerConnection called;
        synchronized (this) {
            retired = true;
            present = current;
            called = calling;
            current = null;
            calling = null;
            if (present != null) {
                receiver.peerSuspected(peer);
            }
        }
        if (present != null) {
            present.close();
        }
        if (called != null) {
            called.close();
        }
    }

    /** Whether the peer is one of the nodes that vote, and no guest. */
    final boolean isMember() {
        return !isGuest;
    }

    /** The wire level of the peer; null if it never connected. */
    final synchronized @Nullable WireLevel level() {
        PeerConnection used = lastUsed;
        return used == null ? null : used.level();
    }

    /** The limit of bytes that wait for this guest and others; null for a member. */
    final PeerConnection.@Nullable Budget budget() {
        return budget;
    }

    /** Looks the peer's host up, which can block for seconds. */
    final List<InetAddress> lookUp() throws UnknownHostException {
        List<InetAddress> found = List.of(InetAddress.getAllByName(member().host()));
        addresses = found;
        return found;
    }

    /** Connects to the first address of the peer's host that answers. */
    final Wire connect(WireSource source) throws IOException {
        Roster.Member called = member();
        IOException lastFailure = new UnknownHostException(called.host());
        for (InetAddress address : lookUp()) { // at every call: addresses change
            try {
                return source.connect(called, address);
            } catch (IOException unreachable) {
                lastFailure = unreachable;
            }
        }
        throw lastFailure;
    }

    /** Whether the peer's host has this address, as far as was found out. */
    public final boolean isAt(InetAddress address) {
        return addresses.contains(address);
    }

    /** The connection in use; null if there is none. */
    public final @Nullable PeerConnection current() {
        return current;
    }

    /** The peer says in which configuration it is. */
    final synchronized void heardIn(int configuration) {
        highest = Math.max(highest, configuration);
    }

    /** Which process of the peer was heard within this time; 0 if none was. */
    final synchronized long instanceHeard(long now, long within) {
        PeerConnection connection = current;
        Hello theirs = lastPeer;
        if (connection == null || theirs == null || connection.silenceNanos(now) >= within) {
            return 0;
        }
        return theirs.instance();
    }

    /** The key of the peer's data directory; empty if it has shown none. */
    final synchronized String keyShown() {
        Hello theirs = lastPeer;
        return theirs == null ? "" : theirs.place().key();
    }

    /** For how long the peer has had the connection in use; 0 if it has none. */
    final long connectedFor(long now) {
        PeerConnection connection = current;
        return connection == null ? 0 : now - connection.openedAt;
    }

    /** From where the peer is heard. */
    final String whereHeard() {
        PeerConnection connection = current;
        return connection == null ? "an unknown address" : connection.remote();
    }

    /** T1: tells the process at the other end that there is another with its id. */
    final void tellToEnd(String why) {
        PeerConnection connection = current;
        if (connection != null) {
            connection.sendWord(Packet.Kind.REFUSED, new Refusal(Refusal.Reason.TWIN, why).toBytes());
            connection.end();
        }
    }

    /** Sends a frame; false if it was dropped. */
    protected boolean offer(byte[] frame, int length) {
        PeerConnection connection = current;
        return connection != null && !clockIsOff && connection.sendFrame(frame, length);
    }

    /**
     * A frame or a beat has come; called by the connection's reading thread.
     *
     * @param clocks makes what compares the peer's clock with ours; null if clocks do not matter
     */
    void received(PeerConnection connection, Packet packet, @Nullable Supplier<PeerClock> clocks) {
        boolean isFrame = packet.kind() == Packet.Kind.FRAME;
        if (isFrame) {
            frameCame();
        }
        synchronized (this) {
            if (current != connection || (isFrame && clockIsOff)) {
                meter.framesDropped.add(isFrame ? 1 : 0); // another connection has taken over, and told of the reset
            } else if (isFrame) {
                isAcceptedBy(connection);
                connection.takeFrame(packet, this, receiver);
            } else {
                isAcceptedBy(connection);
                connection.takeBeat(packet, this, receiver);
                if (clocks != null && packet.sentAt() != Packet.NO_TIME) {
                    compareClocks(packet.sentAt(), clocks);
                }
            }
        }
        if (isFrame) {
            connection.confirm(packet);
        }
    }

    /** The peer has told its time; the lock is held. */
    private void compareClocks(long sentAt, Supplier<PeerClock> clocks) {
        PeerClock present = clock;
        if (present == null) {
            present = clocks.get();
            clock = present;
        }
        PeerClock.Verdict now = present.heard(sentAt, System.nanoTime());
        if (now == clockVerdict) {
            return;
        }
        clockVerdict = now;
        boolean wasOff = clockIsOff;
        clockIsOff = now == PeerClock.Verdict.OFF;
        String difference = Math.round(Math.abs(present.slowerPerMille())) + " per mille "
                + (present.slowerPerMille() > 0 ? "slower" : "faster");
        switch (now) {
            case WELL -> LOG.say(LogEvent.CLOCK_WELL, member.id());
            case SUSPICIOUS -> LOG.say(LogEvent.CLOCK_SUSPICIOUS, member.id(), difference);
            case OFF -> LOG.say(LogEvent.CLOCK_OFF, member.id(), difference);
        }
        if (clockIsOff) {
            receiver.peerSuspected(peer);
        } else if (wasOff) {
            receiver.linkReset(peer);
            receiver.peerRestored(peer);
        }
    }

    /** A frame has come, and will be handed on; the lock is not held. */
    protected void frameCame() {}

    /** Takes the connection into use, or says why not. The answer to a call goes out before anything else can. */
    protected synchronized @Nullable Refusal establish(
            PeerConnection connection, Hello theirs, Hello mine, long staleNanos) {
        boolean answersOurCall = connection.calledFor != null;
        if (retired) {
            return new Refusal(Refusal.Reason.NOT_NEEDED, "the roster has changed: call again");
        }
        if (answersOurCall && connection != calling) {
            throw new MalformedFrameException("an answer to no call");
        }
        boolean proven = proves(connection);
        Refusal refusal = !answersOurCall && callsFirst && calling != null
                ? new Refusal(Refusal.Reason.OTHER_CALL_GOES_ON, "both nodes called each other at once")
                : refusalOf(theirs, proven, connection.isAuthenticated(), staleNanos);
        RateLimit sessions = proven ? newSessions : unprovenSessions;
        if (refusal == null && !sessions.takeOne(System.nanoTime())) {
            refusal = new Refusal(
                    Refusal.Reason.TOO_OFTEN,
                    "member " + member.id() + " begins more than " + SESSIONS_A_SECOND
                            + " connections a second: look for what breaks them, or for a second process with its id");
        }
        if (refusal != null) {
            return refusal;
        }
        if (!answersOurCall) {
            connection.sendWord(Packet.Kind.HELLO, mine.numbered(++hellosSaid).toBytes());
        }
        PeerConnection before = current;
        lookForRestart(theirs);
        connection.accept(this);
        beginsUse(connection, theirs);
        current = connection;
        calling = null;
        Hello known = lastPeer;
        boolean isSame =
                known != null && known.place().key().equals(theirs.place().key());
        highest = Math.max(isSame ? highest : 0, theirs.place().configuration());
        lastPeer = theirs;
        lastUsed = connection;
        failedCalls = 0;
        tellThatItIsThere(connection, answersOurCall);
        if (before != null) {
            LOG.say(LogEvent.CONNECTION_REPLACED, member.id(), connection.remote(), before.remote());
            before.close();
        }
        return null;
    }

    private void tellThatItIsThere(PeerConnection connection, boolean answersOurCall) {
        receiver.linkReset(peer);
        if (!clockIsOff) {
            receiver.peerRestored(peer);
        }
        if (answersOurCall) {
            isAcceptedBy(connection); // a node that refuses a call does not answer with its hello
        }
    }

    /** The peer uses this connection, so it does not refuse this node; a call alone does not show that. The lock is held. */
    private void isAcceptedBy(PeerConnection connection) {
        if (acceptedOver != connection) {
            acceptedOver = connection;
            receiver.peerAccepts(peer);
        }
    }

    /** Takes note of another process than before; the lock is held. */
    private void lookForRestart(Hello theirs) {
        Hello known = lastPeer;
        if (known != null && known.instance() == theirs.instance()) {
            return;
        }
        String ahead = isGuest ? null : theirs.aheadOfClock();
        if (ahead != null) {
            LOG.say(LogEvent.AHEAD_OF_CLOCK, ahead);
        }
        if (known != null) {
            meter.peerRestarts.increment();
        }
        clock = null; // that of another process, maybe on another machine
        clockVerdict = PeerClock.Verdict.WELL;
        clockIsOff = false;
    }

    /** The connection will be used from now on; the lock is held. */
    protected void beginsUse(PeerConnection connection, Hello theirs) {}

    /**
     * Whether the other side is sure to be this peer: by its certificate, or else because it talks from where the peer is. Its hello proves
     * nothing, because anybody can learn its content.
     */
    private boolean proves(PeerConnection connection) {
        InetAddress from = connection.address();
        PeerConnection present = current;
        return connection.isAuthenticated()
                || from == null
                || isAt(from)
                || (isGuest && present != null && from.equals(present.address()));
    }

    /**
     * Why the connection is not taken into use; null if it is. A number from far ahead of the clock counts only if a certificate
     * proves whose it is: from anybody else it could keep the member out for as long.
     */
    private @Nullable Refusal refusalOf(Hello theirs, boolean proven, boolean authenticated, long staleNanos) {
        String ahead = isGuest ? null : theirs.aheadOfClock();
        if (ahead != null && !authenticated) {
            return new Refusal(Refusal.Reason.DOES_NOT_FIT, ahead);
        }
        Hello known = lastPeer;
        PeerConnection used = lastUsed;
        if (known == null || used == null || (proven && !proves(used))) {
            return null; // whatever somebody else has said in its name before
        }
        PeerConnection live = liveConnection(staleNanos);
        if (known.instance() == theirs.instance()) {
            return live == null ? null : refusalOfSecond(theirs, known, proven, live);
        }
        if (live != null) {
            return new Refusal(
                    Refusal.Reason.ID_IS_TAKEN,
                    "a node with id \"" + theirs.memberId() + "\" is already running at " + live.remote()
                            + ": stop it, or start this one with another id");
        }
        String forgotten = isGuest ? null : forgottenBy(theirs, known);
        if (forgotten != null) {
            return new Refusal(Refusal.Reason.DOES_NOT_FIT, forgotten);
        }
        if (!isGuest
                && theirs.incarnation() <= known.incarnation()
                && !(authenticated && isBack(theirs, known, used))) {
            return new Refusal(
                    Refusal.Reason.DOES_NOT_FIT,
                    "member " + theirs.memberId() + " started again with incarnation " + theirs.incarnation() + ", but "
                            + known.incarnation()
                            + " was seen before: each start needs a higher one. If the clock of its"
                            + " machine was set back by " + Incarnations.inWords(behind(theirs, known))
                            + ", wait that long, or restart this node. If its data directory was copied or brought back from a backup,"
                            + " replace the member");
        }
        return null;
    }

    /** E1: a configuration only rises. A data directory that shows a lower one than before has forgotten promises, too. */
    private @Nullable String forgottenBy(Hello theirs, Hello known) {
        Hello.Place now = theirs.place();
        Hello.Place before = known.place();
        boolean forgot = !now.key().isEmpty() && now.key().equals(before.key()) && now.configuration() < highest;
        return forgot
                ? "member " + theirs.memberId() + " was in configuration " + highest + " and says "
                        + now.configuration()
                        + " now, so its data directory was brought back from a copy, and has forgotten"
                        + " what it promised. Never start it: give the node an empty directory, start it with --join, and"
                        + " run: quorate roster replace " + theirs.memberId()
                : null;
    }

    private static Duration behind(Hello theirs, Hello known) {
        return Incarnations.toDuration(known.incarnation() - theirs.incarnation());
    }

    /**
     * Whether the start that was known before had its number from a clock that was far ahead, and this one was begun after that
     * one was last heard.
     */
    private static boolean isBack(Hello theirs, Hello known, PeerConnection used) {
        long silence = Incarnations.in(Duration.ofNanos(used.silenceNanos(System.nanoTime())));
        return known.aheadOfClock() != null && theirs.incarnation() > Incarnations.byTheClock() - silence;
    }

    /** The connection in use, unless it has been silent for so long that the peer may be gone. */
    private @Nullable PeerConnection liveConnection(long staleNanos) {
        PeerConnection present = current;
        return present != null && present.silenceNanos(System.nanoTime()) < staleNanos ? present : null;
    }

    /** The process that has a live connection makes another one, or somebody says so. */
    private @Nullable Refusal refusalOfSecond(Hello theirs, Hello known, boolean proven, PeerConnection live) {
        if (!proven) {
            return new Refusal(
                    Refusal.Reason.NOT_PROVEN,
                    "a caller that says it is \"" + theirs.memberId() + "\" does not replace the live connection with "
                            + live.remote() + ": it calls from another address than the roster's, without a "
                            + "certificate. Use TLS, or correct the roster");
        }
        return theirs.number() < known.number() // it called before it answered our call, but that was read first
                ? new Refusal(Refusal.Reason.OTHER_CALL_GOES_ON, "both nodes called each other at once")
                : null;
    }

    /** A connection is over, whether it was accepted or not. */
    synchronized void ended(PeerConnection connection) {
        if (retired) {
            return; // told when it retired
        }
        if (calling == connection) {
            calling = null;
            callFailed(connection.wasRefused());
        }
        if (current == connection) {
            current = null;
            lost(connection, System.nanoTime());
        }
    }

    /** The connection that was in use is over; the lock is held. */
    protected void lost(PeerConnection connection, long now) {
        callAt = now + (callsFirst ? 0 : CALL_AGAIN_MAX_NANOS);
        receiver.peerSuspected(peer);
    }

    /** Whether of the two it is this node that calls first. */
    protected final boolean callsFirst() {
        return callsFirst;
    }

    /** How many calls in a row came to nothing. */
    protected final int failedCalls() {
        return failedCalls;
    }

    /** The lock is held. */
    protected final boolean isCalling() {
        return busyCalling || calling != null;
    }

    /** The lock is held. */
    protected final void callNotBefore(long time) {
        callAt = time;
    }

    /** True if it is time to call the peer; then {@link #calls} or {@link #callFailed} must follow. */
    protected synchronized boolean beginsCall(long now) {
        if (current != null || calling != null || busyCalling || now - callAt < 0) {
            return false;
        }
        busyCalling = true;
        return true;
    }

    /** The connection stands: what to say on it. Null if the peer was faster, and there is a connection by now. */
    synchronized @Nullable Hello calls(PeerConnection connection, Hello mine) {
        busyCalling = false;
        if (current != null || retired) {
            return null;
        }
        calling = connection;
        return mine.numbered(++hellosSaid);
    }

    /** Nobody answered, or the answer was no. */
    protected synchronized void callFailed(boolean refused) {
        busyCalling = false;
        failedCalls++;
        callAt = System.nanoTime() + (refused ? CALL_REFUSER_AGAIN_NANOS : pauseNanos());
    }

    /** Until the next call; the lock is held. */
    protected long pauseNanos() {
        long doubled = CALL_AGAIN_NANOS << Math.min(failedCalls, 5);
        return callsFirst ? Math.min(doubled, CALL_AGAIN_MAX_NANOS) : CALL_AGAIN_MAX_NANOS;
    }
}
