// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.link.Hello;
import io.quorate.node.net.link.Link;
import io.quorate.node.net.link.PeerConnection;
import io.quorate.node.net.link.Peers;
import io.quorate.node.net.link.Refusal;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** Peers whose threads meet errors when the test wants. */
final class FaultyPeers implements Peers {
    private final Peers inner;
    private final Faults faults;

    /** What they meet. */
    static final class Faults {
        /** Met by the thread that accepts. */
        volatile @Nullable Error accepting;

        /** Met by the thread that keeps time. */
        volatile @Nullable Error looking;
    }

    FaultyPeers(Peers inner, Faults faults) {
        this.inner = inner;
        this.faults = faults;
    }

    private static void meet(@Nullable Error error) {
        if (error != null) {
            throw error;
        }
    }

    @Override
    public boolean isMemberAddress(InetAddress address) {
        meet(faults.accepting);
        return inner.isMemberAddress(address);
    }

    @Override
    public void look(long now) {
        meet(faults.looking);
        inner.look(now);
    }

    @Override
    public boolean offer(NodeId to, byte[] frame, int length) {
        return inner.offer(to, frame, length);
    }

    @Override
    public Iterable<? extends Link> called() {
        return inner.called();
    }

    @Override
    public Iterable<? extends Link> listed() {
        return inner.listed();
    }

    @Override
    public int firstCalls() {
        return inner.firstCalls();
    }

    @Override
    public @Nullable String objectionTo(PeerConnection connection, Hello theirs, Hello mine) {
        return inner.objectionTo(connection, theirs, mine);
    }

    @Override
    public @Nullable Refusal establish(PeerConnection connection, Hello theirs, Hello mine, long staleNanos) {
        return inner.establish(connection, theirs, mine, staleNanos);
    }

    @Override
    public void ended(Link link, PeerConnection connection) {
        inner.ended(link, connection);
    }
}
