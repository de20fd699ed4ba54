// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.link;

import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.Transport;
import io.quorate.node.net.TransportMeter;
import io.quorate.node.net.roles.PeerRights;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One {@link Wire} from its first packet to its last. Frames are numbered from 1 in each connection, the dropped ones too, so the
 * other side sees a gap whenever one is missing; the beat tells the last number, so even the loss of the last one shows.
 *
 * <p>Nothing here blocks: what is sent and not yet confirmed stays below a window that fits into the socket's buffers. More
 * waits for the peer to confirm, and is then sent by the thread that has read so; what exceeds a limit is dropped.
 */
public final class PeerConnection {
    private static final EventLog LOG = EventLog.of(PeerConnection.class);

    private static final byte[] NOT_NEEDED = new Refusal(Refusal.Reason.NOT_NEEDED, "idle").toBytes();

    /** Maximum number of bytes in flight. */
    private static final long WINDOW_BYTES = 256 * 1024;

    /** Maximum number of bytes that wait: enough to repeat the state of many locks in one turn. */
    private static final long WAITING_BYTES_MAX = 16 * 1024 * 1024;

    /** The cost of a frame in addition to its bytes: its header, and the cost of a small write. */
    private static final long FRAME_COST = 128;

    /** A receiver confirms at the latest after this number of bytes. */
    private static final long CONFIRM_BYTES = WINDOW_BYTES / 4;

    /** The times in beats are counted from here. */
    private static final long ORIGIN = System.nanoTime();

    /** The link that this node called for; null if the other side called. */
    final @Nullable Link calledFor;

    final long openedAt = System.nanoTime();

    private final Wire wire;
    private final AtomicReference<Lobby.@Nullable Place> place;
    private final TransportMeter meter;
    private final ReentrantLock sending = new ReentrantLock();
    private final Packet outgoing = new Packet();
    private final byte[] beatTime = new byte[Long.BYTES];
    private final ArrayDeque<WaitingFrame> waiting = new ArrayDeque<>();
    private long waitingBytes;
    private long lastNumber;
    private long lastWrittenNumber;
    private volatile boolean someWait;

    private volatile long sentBytes;
    private volatile long confirmedBytes;

    /** Written by the reading thread only, as is {@link #receivedBytes}. */
    private long lastReceivedNumber;

    private volatile long receivedBytes;
    private volatile long receivedBytesTold;
    private volatile long heardAt = openedAt;
    /** Null for members: only their own limit counts. */
    private volatile @Nullable Budget budget;

    /** The wire level of the peer, once its hello was read. */
    private volatile WireLevel level = WireLevel.OURS;

    private volatile @Nullable Link link;
    private volatile @Nullable AdminHello client;
    private volatile boolean refused;
    private volatile boolean quietEnd;
    private volatile boolean ending;
    private volatile boolean closed;

    /** In the lobby of those who have not said who they are, unless this node has called. */
    PeerConnection(Wire wire, @Nullable Link calledFor, Lobby.@Nullable Place place, TransportMeter meter) {
        this.wire = wire;
        this.calledFor = calledFor;
        this.place = new AtomicReference<>(place);
        this.meter = meter;
    }

    /** The link that this connection serves; null before the hello was accepted. */
    @Nullable
    Link link() {
        return link;
    }

    /** The other side talks this. */
    void speaks(WireLevel theirs) {
        level = theirs;
    }

    WireLevel level() {
        return level;
    }

    void accept(Link forLink) {
        budget = forLink.budget();
        link = forLink;
        wire.settle(forLink.isMember());
    }

    /** The caller is no node, and only asks. */
    void receive(AdminHello hello, Budget forClients) {
        budget = forClients;
        client = hello;
        wire.settle(false);
    }

    /** The place that it had in the lobby, the first time; null if it had none. */
    Lobby.@Nullable Place leavesLobby() {
        return place.getAndSet(null);
    }

    /** From where the other side talks; null if that is unknown. */
    @Nullable
    InetAddress address() {
        return wire.address();
    }

    /** Whether a certificate proves who is there. */
    boolean isAuthenticated() {
        return wire.isAuthenticated();
    }

    /** Hangs up after what was said last, so that the other side can still read it. */
    void end() {
        ending = true;
        wire.end();
    }

    boolean isEnding() {
        return ending;
    }

    /** Whether it was closed; the supervisor learns that a moment later. */
    boolean isClosed() {
        return closed;
    }

    /** The peer, as far as it has identified itself. */
    String name() {
        Link served = link;
        AdminHello asks = client;
        return served != null ? served.member().id() : asks != null ? asks.id() : "";
    }

    /** Null if this is none. */
    @Nullable
    AdminHello client() {
        return client;
    }

    /** The two nodes will not talk until somebody changes something. */
    void markRefused() {
        refused = true;
    }

    boolean wasRefused() {
        return refused;
    }

    /** One of the two sides has said that nobody needs this connection any more. */
    void markQuietEnd() {
        quietEnd = true;
    }

    /** Ends this session because nobody needs it for now, and says so. */
    public void endAsNotNeeded() {
        markQuietEnd();
        sendWord(Packet.Kind.REFUSED, NOT_NEEDED);
        end();
    }

    /** The peer for which this node has called; null if it was called. */
    public @Nullable Link calledFor() {
        return calledFor;
    }

    /** Whether one of the two sides has said that nobody needs this session any more. */
    public boolean endsQuietly() {
        return quietEnd;
    }

    /** Whether anything that was sent may not have arrived. */
    public boolean hasUnconfirmed() {
        return sentBytes != confirmedBytes || someWait;
    }

    /** Whether frames wait until the other side has read what was sent before. */
    boolean someWait() {
        return someWait;
    }

    /** How long ago anything was heard. */
    public long silenceNanos(long now) {
        return now - heardAt;
    }

    /** Why the other side cannot be this member; null if it can, as far as the wire tells. */
    public @Nullable String objectionTo(String memberId) {
        return wire.objectionTo(memberId);
    }

    /** Why the certificate of the other side is good no more; null if it is. That of a member counts until the connection ends. */
    @Nullable
    String objectionNow() {
        Link served = link;
        return wire.objectionNow(served == null || !served.isMember());
    }

    /** Whether this node has a newer certificate than the one that the other side has seen. */
    boolean isOutdated() {
        return wire.isOutdated();
    }

    /** The rights of the peer. */
    public PeerRights rights() {
        return wire.rights();
    }

    public String remote() {
        return wire.remote();
    }

    /** Copies a frame and sends it, now or later; false if it had to be dropped, which leaves a gap in the numbers. */
    public boolean sendFrame(byte[] frame, int length) {
        sending.lock();
        try {
            long number = ++lastNumber;
            if (closed) {
                return false;
            }
            if (waiting.isEmpty() && fits(length)) {
                return writeFrame(number, frame, length);
            }
            if (!mayWait(cost(length))) {
                return false;
            }
            waiting.add(new WaitingFrame(number, Arrays.copyOf(frame, length)));
            waitingBytes += cost(length);
            someWait = true;
            writeWaiting(); // the peer may have confirmed since, and nobody saw that somebody waits
            return true;
        } finally {
            sending.unlock();
        }
    }

    /** Whether this number of further bytes may wait; the lock is held. */
    private boolean mayWait(long cost) {
        Budget present = budget;
        return present == null ? waitingBytes + cost <= WAITING_BYTES_MAX : present.take(this, cost);
    }

    private void sendWaiting() {
        sending.lock();
        try {
            writeWaiting();
        } finally {
            sending.unlock();
        }
    }

    private void writeWaiting() {
        WaitingFrame first = waiting.peek();
        while (first != null && !closed && fits(first.bytes.length)) {
            waiting.remove();
            waitingBytes -= cost(first.bytes.length);
            giveBack(cost(first.bytes.length));
            writeFrame(first.number, first.bytes, first.bytes.length);
            first = waiting.peek();
        }
        someWait = first != null;
    }

    private void giveBack(long cost) {
        Budget present = budget;
        if (present != null) {
            present.giveBack(this, cost);
        }
    }

    /** After the end: nothing waits any more, and somebody else may use the memory. */
    void forgetWaiting() {
        sending.lock();
        try {
            waiting.clear();
            waitingBytes = 0;
            giveBack(Long.MAX_VALUE);
        } finally {
            sending.unlock();
        }
    }

    private boolean fits(int length) {
        return sentBytes + cost(length) - confirmedBytes <= WINDOW_BYTES;
    }

    /** The size of a frame of this length in windows and queues. */
    public static long cost(int length) {
        return length + FRAME_COST;
    }

    private boolean writeFrame(long number, byte[] frame, int length) {
        long sent = sentBytes + cost(length);
        sentBytes = sent; // only ever written under the lock
        lastWrittenNumber = number;
        return write(Packet.Kind.FRAME, number, frame, length);
    }

    /** Sends a hello or a refusal. */
    public boolean sendWord(Packet.Kind kind, byte[] content) {
        sending.lock();
        try {
            return !closed && write(kind, 0, content, content.length);
        } finally {
            sending.unlock();
        }
    }

    /** Tells how far this side is, unless a frame is being sent this moment, which tells the same. */
    void sendBeat() {
        if (sending.tryLock()) {
            try {
                if (!closed) {
                    long received = receivedBytes;
                    long number = waiting.isEmpty() ? lastNumber : lastWrittenNumber;
                    outgoing.writeBeat(number, received, beatTime, Math.max(0, System.nanoTime() - ORIGIN));
                    sendOutgoing(received);
                }
            } finally {
                sending.unlock();
            }
        }
    }

    private boolean write(Packet.Kind kind, long number, byte[] content, int length) {
        long received = receivedBytes;
        outgoing.write(kind, number, received, content, length);
        return sendOutgoing(received);
    }

    private boolean sendOutgoing(long received) {
        try {
            wire.send(outgoing);
            receivedBytesTold = received;
            return true;
        } catch (IOException broken) {
            close(); // the reading thread notices, and reports it
            return false;
        }
    }

    /** Takes note of the numbers of a packet. To be called for every one, by the reading thread. */
    void heard(Packet packet) {
        heardAt = System.nanoTime();
        if (packet.received() > sentBytes) {
            throw new MalformedFrameException("the peer confirms more than was sent");
        }
        confirmedBytes = Math.max(confirmedBytes, packet.received());
        if (someWait) {
            sendWaiting();
        }
    }

    /** Hands over a frame of the peer; the link's lock is held. */
    void takeFrame(Packet packet, Link from, Transport.Receiver receiver) {
        long number = packet.number();
        if (number <= lastReceivedNumber) {
            meter.framesDropped.increment(); // come too late or twice; the gap was told
            return;
        }
        boolean gap = number != lastReceivedNumber + 1;
        lastReceivedNumber = number;
        if (gap) {
            receiver.linkReset(from.peer());
        }
        receiver.received(from.peer(), packet.bytes(), Packet.CONTENT_OFFSET, packet.contentLength());
    }

    /** The peer says how far it is; the link's lock is held. */
    void takeBeat(Packet packet, Link from, Transport.Receiver receiver) {
        if (packet.number() > lastReceivedNumber) {
            lastReceivedNumber = packet.number();
            receiver.linkReset(from.peer());
        }
    }

    /** A frame has left the buffers: makes room at the peer, in time. */
    void confirm(Packet packet) {
        long received = receivedBytes + cost(packet.contentLength());
        receivedBytes = received;
        if (received - receivedBytesTold > CONFIRM_BYTES) {
            sendBeat();
        }
    }

    /** Closes the connection; its reading thread ends, and says so. */
    public void close() {
        closed = true;
        wire.close();
    }

    /**
     * Bounds what waits for guests or clients that do not read: for each of them and for all together. Beyond it the one with most
     * bytes is disconnected.
     */
    static final class Budget {
        private final String whom;
        private final long oneMax;
        private final long allMax;
        private final Map<PeerConnection, Long> shares = new HashMap<>();
        private long all;
        private long hungUp;

        Budget(String whom, long oneMax, long allMax) {
            this.whom = whom;
            this.oneMax = oneMax;
            this.allMax = allMax;
        }

        /** Takes a number of bytes; false if that ends the connection itself. */
        boolean take(PeerConnection taker, long cost) {
            PeerConnection slowest = charge(taker, cost);
            if (slowest != null) {
                slowest.close();
            }
            return slowest != taker;
        }

        private synchronized @Nullable PeerConnection charge(PeerConnection taker, long cost) {
            long share = shares.merge(taker, cost, Long::sum);
            all += cost;
            if (share <= oneMax && all <= allMax) {
                return null;
            }
            PeerConnection slowest = share > oneMax
                    ? taker
                    : Collections.max(shares.entrySet(), Map.Entry.comparingByValue())
                            .getKey();
            long freed = giveBack(slowest, Long.MAX_VALUE);
            hungUp++;
            LOG.sayIf(
                    Long.bitCount(hungUp) == 1,
                    LogEvent.SLOW_READER,
                    whom,
                    slowest.name(),
                    slowest.remote(),
                    freed,
                    oneMax,
                    allMax,
                    hungUp);
            return slowest;
        }

        /** Gives back a number of bytes, or all if there are fewer; returns how many. */
        private synchronized long giveBack(PeerConnection taker, long cost) {
            long share = shares.getOrDefault(taker, 0L);
            long less = Math.min(share, cost);
            all -= less;
            if (less == share) {
                shares.remove(taker);
            } else {
                shares.put(taker, share - less);
            }
            return less;
        }

        /** The bytes that wait for all. */
        synchronized long taken() {
            return all;
        }
    }

    /** Not a record, for nobody compares it. */
    private static final class WaitingFrame {
        private final long number;
        private final byte[] bytes;

        WaitingFrame(long number, byte[] bytes) {
            this.number = number;
            this.bytes = bytes;
        }
    }
}
