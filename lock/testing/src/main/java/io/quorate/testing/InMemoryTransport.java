// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.Frame;
import io.quorate.node.net.GuardedReceiver;
import io.quorate.node.net.Membership;
import io.quorate.node.net.ThreadEnd;
import io.quorate.node.net.Transport;
import io.quorate.node.net.TransportCounters;
import io.quorate.node.net.TransportException;
import io.quorate.node.net.TransportMeter;
import org.jspecify.annotations.Nullable;

/** One node's end of an {@link InMemoryNetwork}. */
final class InMemoryTransport implements Transport {
    final NodeId self;
    final InMemoryInbox inbox;
    private final InMemoryNetwork network;
    private final TransportMeter meter = new TransportMeter();
    private @Nullable Thread deliverer;
    private @Nullable GuardedReceiver receiver;
    private boolean closed;

    InMemoryTransport(InMemoryNetwork network, NodeId self) {
        this.network = network;
        this.self = self;
        this.inbox = new InMemoryInbox();
    }

    @Override
    public synchronized void open(Receiver listener) {
        if (closed || deliverer != null) {
            throw new TransportException("this transport was opened before: make a new one for each start of a node");
        }
        network.opened(this);
        GuardedReceiver guarded = new GuardedReceiver(listener, meter);
        receiver = guarded;
        Thread thread = new Thread(() -> inbox.deliverTo(guarded), "quorate-memory-" + self);
        thread.setDaemon(true);
        deliverer = thread;
        thread.start();
    }

    @Override
    public boolean offer(NodeId to, byte[] frame, int length) {
        boolean sent = length <= Frame.LENGTH_MAX && !inbox.isClosed() && network.pass(self, to, frame, length);
        if (sent) {
            meter.sent(length);
        } else {
            meter.framesDropped.increment();
        }
        return sent;
    }

    /** All nodes of the network have links: those that become members are told of once more, as such. */
    @Override
    public void follow(Membership next) {
        network.tellOfMembers(this, next.nodes().without(self));
    }

    @Override
    public TransportCounters counters() {
        return meter.counters();
    }

    @Override
    public void close() {
        Thread thread;
        synchronized (this) {
            closed = true;
            thread = deliverer;
            if (receiver != null) {
                receiver.close();
            }
        }
        network.closed(this);
        inbox.close();
        if (thread != null && thread != Thread.currentThread()) {
            ThreadEnd.await(thread);
        }
    }
}
