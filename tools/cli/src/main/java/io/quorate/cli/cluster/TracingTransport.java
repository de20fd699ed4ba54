// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.cluster;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.Membership;
import io.quorate.node.net.Transport;
import io.quorate.node.net.TransportCounters;
import io.quorate.node.net.roles.PeerRights;
import io.quorate.node.watch.LastWords;
import io.quorate.node.watch.Pulse;
import org.jspecify.annotations.Nullable;

/** Another transport, with a {@link FrameTrace} of what passes through it. */
public final class TracingTransport implements Transport {
    private final Transport inner;
    private final FrameTrace trace;

    public TracingTransport(Transport inner, FrameTrace trace) {
        this.inner = inner;
        this.trace = trace;
    }

    @Override
    public void open(Receiver receiver) {
        inner.open(new TracingReceiver(receiver));
    }

    /** Taken down before it is sent: afterwards, the answer might be there first. */
    @Override
    public boolean offer(NodeId to, byte[] frame, int length) {
        trace.sent(to, frame, length);
        return inner.offer(to, frame, length);
    }

    @Override
    public void follow(Membership next) {
        inner.follow(next);
    }

    @Override
    public String keyOf(NodeId member) {
        return inner.keyOf(member);
    }

    @Override
    public TransportCounters counters() {
        return inner.counters();
    }

    @Override
    public void close() {
        inner.close();
    }

    private final class TracingReceiver implements Receiver {
        private final Receiver inner;

        TracingReceiver(Receiver inner) {
            this.inner = inner;
        }

        @Override
        public void received(NodeId from, byte[] bytes, int offset, int length) {
            trace.received(from, bytes, offset, length);
            inner.received(from, bytes, offset, length);
        }

        @Override
        public void linkReset(NodeId peer) {
            inner.linkReset(peer);
        }

        @Override
        public void peerSuspected(NodeId peer) {
            inner.peerSuspected(peer);
        }

        @Override
        public void peerRestored(NodeId peer) {
            inner.peerRestored(peer);
        }

        @Override
        public void peerAccepts(NodeId peer) {
            inner.peerAccepts(peer);
        }

        @Override
        public void guestCame(NodeId guest, String name, PeerRights rights) {
            inner.guestCame(guest, name, rights);
        }

        @Override
        public void refused(String why) {
            inner.refused(why);
        }

        @Override
        public void refusedBy(NodeId peer) {
            inner.refusedBy(peer);
        }

        @Override
        public void addressWanted(NodeId peer) {
            inner.addressWanted(peer);
        }

        @Override
        public void idTaken(String why) {
            inner.idTaken(why);
        }

        @Override
        public void twinSeen(NodeId peer) {
            inner.twinSeen(peer);
        }

        @Override
        public void failed(LastWords why, @Nullable Throwable failure) {
            inner.failed(why, failure);
        }

        @Override
        public void watch(Pulse pulse) {
            inner.watch(pulse);
        }

        @Override
        public void timePasses() {
            inner.timePasses();
        }

        @Override
        public void adminRequested(AdminCaller client, byte[] bytes, int offset, int length) {
            inner.adminRequested(client, bytes, offset, length);
        }
    }
}
