package io.quorate.cli.cluster;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.Transport;
import io.quorate.node.net.TransportCounters;

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
        public void refused(String why) {
            inner.refused(why);
        }
    }
}
