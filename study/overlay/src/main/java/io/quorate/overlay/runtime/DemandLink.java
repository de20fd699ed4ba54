// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.runtime;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.Roster;
import io.quorate.node.net.link.Hello;
import io.quorate.node.net.link.Link;
import io.quorate.node.net.link.PeerConnection;
import io.quorate.node.net.link.Refusal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A link with a node of an overlay: made when there is something to send, and given up when it was idle. Frames that are sent before it is
 * connected wait for it; if it fails, they are dropped, and the peer is suspected.
 */
final class DemandLink extends Link {
    /** So long a frame waits for a connection, and for somebody to say where the peer is. */
    private static final long TIMEOUT_NANOS = Duration.ofSeconds(3).toNanos();

    private static final long WAITING_BYTES_MAX = 256 * 1024;

    /** After this number of failed calls the peer counts as gone. */
    private static final int CALLS_MAX = 3;

    /** Between two calls: at first, and doubled. */
    private static final long CALL_AGAIN_NANOS = Duration.ofMillis(50).toNanos();

    /** When a connection breaks, one of the two calls at once, and the other one leaves it so much time. */
    private static final long AFTER_YOU_NANOS = Duration.ofMillis(100).toNanos();

    /** Nodes that may know the peer's address are asked this number of times. */
    private static final long ASK_AGAIN_NANOS = Duration.ofMillis(500).toNanos();

    /** Says that this link is given up, and another one must be made. */
    static final Refusal RETIRED = new Refusal(Refusal.Reason.OTHER_CALL_GOES_ON, "this link was given up");

    private final OverlayPeers peers;
    private final AddressBook book;
    private final long silenceNanos;
    private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
    private long waitingBytes;
    private Roster.Member member;
    private boolean wanted;
    private long wantedSince;
    private long askedAt;
    private volatile long usedAt = System.nanoTime();
    private boolean retired;
    private boolean isThere;

    DemandLink(OverlayPeers peers, NodeId peer, boolean callsFirst, long silenceNanos) {
        super(peer, new Roster.Member(peer.toString(), "nowhere", 1), callsFirst, peers.receiver, peers.meter);
        this.peers = peers;
        this.book = peers.book;
        this.silenceNanos = silenceNanos;
        this.member = super.member();
        this.askedAt = usedAt - ASK_AGAIN_NANOS;
    }

    @Override
    public synchronized Roster.Member member() {
        return member;
    }

    /** When a frame last went or came. */
    long usedAt() {
        return usedAt;
    }

    synchronized boolean isRetired() {
        return retired;
    }

    @Override
    protected boolean offer(byte[] frame, int length) {
        usedAt = System.nanoTime();
        return current() == null ? keep(frame, length) : super.offer(frame, length);
    }

    private synchronized boolean keep(byte[] frame, int length) {
        if (current() != null) {
            return super.offer(frame, length); // a connection came up just now
        }
        if (retired || waitingBytes + PeerConnection.cost(length) > WAITING_BYTES_MAX) {
            return false;
        }
        waiting.add(Arrays.copyOf(frame, length));
        waitingBytes += PeerConnection.cost(length);
        want();
        return true;
    }

    private void want() {
        if (!wanted) {
            wanted = true;
            wantedSince = System.nanoTime();
            peers.lookSoon();
        }
    }

    @Override
    protected void frameCame() {
        usedAt = System.nanoTime();
    }

    @Override
    protected synchronized @Nullable Refusal establish(
            PeerConnection session, Hello theirs, Hello mine, long staleNanos) {
        return retired ? RETIRED : super.establish(session, theirs, mine, staleNanos);
    }

    @Override
    protected void beginsUse(PeerConnection session, Hello theirs) {
        book.heardFrom(peer(), Objects.requireNonNull(theirs.reachedAt(), "such are refused"));
        wanted = false;
        usedAt = System.nanoTime();
        for (byte[] frame : waiting) {
            session.sendFrame(frame, frame.length);
        }
        forgetWaiting();
    }

    private void forgetWaiting() {
        waiting.clear();
        waitingBytes = 0;
    }

    /** Called now and then. */
    synchronized void look(long now) {
        if (current() != null || isCalling() || retired) {
            return;
        }
        if (!wanted) {
            retire();
        } else if (now - wantedSince > TIMEOUT_NANOS) {
            giveUp();
        } else if (book.memberAt(peer()) == null && now - askedAt > ASK_AGAIN_NANOS) {
            askedAt = now;
            peers.receiver.addressWanted(peer());
        }
    }

    @Override
    protected synchronized boolean beginsCall(long now) {
        Roster.Member known = book.memberAt(peer());
        if (known == null || !wanted || retired || !super.beginsCall(now)) {
            return false;
        }
        member = known;
        isThere = false;
        return true;
    }

    /** The peer has answered, perhaps with a refusal. */
    synchronized void isThere() {
        isThere = true;
    }

    @Override
    protected synchronized void callFailed(boolean refused) {
        super.callFailed(refused);
        if (current() == null && (refused || failedCalls() >= CALLS_MAX)) {
            if (!isThere) {
                book.isNotAt(peer(), member);
            }
            giveUp();
        }
    }

    @Override
    protected long pauseNanos() {
        return CALL_AGAIN_NANOS << Math.min(failedCalls(), CALLS_MAX);
    }

    /** A node that ends an unused connection says so; any other end is a reason to connect again at once. */
    @Override
    protected void lost(PeerConnection session, long now) {
        if (session.endsQuietly() && !session.hasUnconfirmed()) {
            retire();
            return;
        }
        want();
        callNotBefore(now + (callsFirst() ? 0 : AFTER_YOU_NANOS));
        if (session.silenceNanos(now) > silenceNanos) {
            giveUp();
        }
    }

    private void giveUp() {
        peers.meter.dropped(waiting.size());
        retire();
        peers.receiver.peerSuspected(peer());
    }

    private void retire() {
        forgetWaiting();
        wanted = false;
        retired = true;
        peers.forget(this);
    }
}
