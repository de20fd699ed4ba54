// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.Membership;
import io.quorate.node.net.Transport;
import io.quorate.node.net.TransportCounters;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A transport of a network in memory that can wait until its node has been handed everything that came before. Such a network
 * hands over in order, and a node can send to itself even while all its links are cut. So a frame to itself is the last.
 */
final class FlushableTransport implements Transport {
    private final Transport inner;
    private final NodeId self;
    private final Queue<CountDownLatch> flushes = new ConcurrentLinkedQueue<>();
    private final AtomicLong sentToOthers = new AtomicLong();
    private final AtomicLong passed = new AtomicLong();

    FlushableTransport(Transport inner, NodeId self) {
        this.inner = inner;
        this.self = self;
    }

    /** The latch opens when all that waits for the node now has been handed over. */
    CountDownLatch flush() {
        CountDownLatch flushed = new CountDownLatch(1);
        flushes.add(flushed);
        if (!inner.offer(self, new byte[0], 0)) {
            throw new IllegalStateException(self + " cannot be flushed: it is closed");
        }
        return flushed;
    }

    /** Frames that went to others. */
    long sentToOthers() {
        return sentToOthers.get();
    }

    /** Rises with each frame that the node sends, dropped or not, and with all that it is handed. */
    long passed() {
        return passed.get();
    }

    @Override
    public void open(Receiver receiver) {
        inner.open(new Receiver() {
            @Override
            public void received(NodeId from, byte[] bytes, int offset, int length) {
                if (from.equals(self)) {
                    flushes.remove().countDown();
                } else {
                    passed.incrementAndGet();
                    receiver.received(from, bytes, offset, length);
                }
            }

            @Override
            public void linkReset(NodeId peer) {
                passed.incrementAndGet();
                receiver.linkReset(peer);
            }

            @Override
            public void peerSuspected(NodeId peer) {
                passed.incrementAndGet();
                receiver.peerSuspected(peer);
            }

            @Override
            public void peerRestored(NodeId peer) {
                passed.incrementAndGet();
                receiver.peerRestored(peer);
            }

            @Override
            public void peerAccepts(NodeId peer) {
                receiver.peerAccepts(peer);
            }
        });
    }

    @Override
    public boolean offer(NodeId to, byte[] frame, int length) {
        passed.incrementAndGet();
        boolean sent = inner.offer(to, frame, length);
        if (sent) {
            sentToOthers.incrementAndGet();
        }
        return sent;
    }

    @Override
    public void follow(Membership next) {
        inner.follow(next);
    }

    @Override
    public TransportCounters counters() {
        return inner.counters();
    }

    @Override
    public void close() {
        inner.close();
    }
}
