package io.quorate.testing;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.node.net.Transport;
import io.quorate.node.net.TransportException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Many nodes in one process, with links that can be cut. Frames are always copied, so nodes share nothing but bytes, and
 * they arrive in the order in which they were sent.
 *
 * <p>Each open node has one thread that hands over what comes, as a socket's reading thread would. Handing over on the
 * thread that offers would be faster by one wake-up, but it would let an application's thread be kept busy with the work of
 * other nodes without end, and let a node be called by itself in the middle of its own turn.
 */
public final class InMemoryNetwork {
    private final @Nullable InMemoryTransport[] open;
    private final NodeSet[] cutFrom;
    private final boolean[] paused;
    private final Tap tap;
    private final AtomicLong activity = new AtomicLong();

    /** Hears of the frames that pass; called on the threads that carry them. */
    public interface Tap {
        /** Hears nothing. */
        Tap NONE = (from, to, frame, length) -> () -> {};

        /** This frame was sent; its bytes may be used until this returns. What it gives is run when the frame arrives. */
        Runnable sent(NodeId from, NodeId to, byte[] frame, int length);
    }

    /** A network for the nodes with index 0 to {@code size - 1}. */
    public InMemoryNetwork(int size) {
        this(size, Tap.NONE);
    }

    /** The same, and somebody listens. */
    public InMemoryNetwork(int size, Tap tap) {
        this.tap = tap;
        open = new @Nullable InMemoryTransport[size];
        cutFrom = new NodeSet[size];
        paused = new boolean[size];
        for (int index = 0; index < size; index++) {
            cutFrom[index] = NodeSet.EMPTY;
        }
    }

    /** A transport for this node, still to be opened. At any time only one transport of a node is open. */
    public Transport transport(NodeId self) {
        if (self.index() >= open.length) {
            throw new TransportException(
                    self + " is not in this network of " + open.length + " nodes: make a larger network");
        }
        return new InMemoryTransport(this, self);
    }

    /** From now on nothing passes between the two, in either direction; they suspect each other. */
    public synchronized void cut(NodeId one, NodeId other) {
        if (cutFrom[one.index()].contains(other)) {
            return;
        }
        cutFrom[one.index()] = cutFrom[one.index()].with(other);
        cutFrom[other.index()] = cutFrom[other.index()].with(one);
        tellSuspected(one, other);
        tellSuspected(other, one);
    }

    /** Ends a {@link #cut}: both hear of a link reset and trust each other. */
    public synchronized void heal(NodeId one, NodeId other) {
        if (!cutFrom[one.index()].contains(other)) {
            return;
        }
        cutFrom[one.index()] = cutFrom[one.index()].without(other);
        cutFrom[other.index()] = cutFrom[other.index()].without(one);
        tellConnected(one, other);
    }

    /** Cuts the node off from all others, in one step. */
    public synchronized void cutOff(NodeId node) {
        for (int index = 0; index < open.length; index++) {
            if (index != node.index()) {
                cut(node, NodeId.of(index));
            }
        }
    }

    /** Ends {@link #cutOff}. */
    public synchronized void reconnect(NodeId node) {
        for (int index = 0; index < open.length; index++) {
            if (index != node.index()) {
                heal(node, NodeId.of(index));
            }
        }
    }

    /** What comes to the node waits from now on, as if its process were stopped; nobody is told. */
    public synchronized void pause(NodeId node) {
        paused[node.index()] = true;
        InMemoryTransport transport = open[node.index()];
        if (transport != null) {
            transport.inbox.pause(true);
        }
    }

    /** Ends a {@link #pause}: what has waited is handed over. */
    public synchronized void resume(NodeId node) {
        paused[node.index()] = false;
        InMemoryTransport transport = open[node.index()];
        if (transport != null) {
            transport.inbox.pause(false);
        }
    }

    /** Rises with everything that nodes are told and send, also if it gets lost. */
    public long activity() {
        return activity.get();
    }

    /**
     * Waits until every node was handed all that came for it. What waits for the end of a pause does not count. False if that takes longer.
     */
    public boolean awaitQuiet(long timeoutMillis) {
        for (int index = 0; index < open.length; index++) {
            InMemoryTransport transport;
            synchronized (this) {
                transport = open[index];
            }
            if (transport != null && !transport.inbox.awaitQuiet(timeoutMillis)) {
                return false;
            }
        }
        return true;
    }

    synchronized void opened(InMemoryTransport transport) {
        NodeId self = transport.self;
        if (open[self.index()] != null) {
            throw new TransportException(
                    self + " is already open in this network: close that transport, or open another node");
        }
        open[self.index()] = transport;
        transport.inbox.pause(paused[self.index()]);
        for (int index = 0; index < open.length; index++) {
            if (index != self.index() && !cutFrom[index].contains(self)) {
                tellConnected(self, NodeId.of(index));
            }
        }
    }

    synchronized void closed(InMemoryTransport transport) {
        NodeId self = transport.self;
        if (open[self.index()] != transport) {
            return;
        }
        open[self.index()] = null;
        for (int index = 0; index < open.length; index++) {
            if (index != self.index() && !cutFrom[index].contains(self)) {
                tellSuspected(NodeId.of(index), self);
            }
        }
    }

    /** The other end, if frames can pass to it now. Its lock orders frames with the news about the link. */
    synchronized boolean pass(NodeId from, NodeId to, byte[] frame, int length) {
        activity.incrementAndGet();
        Runnable arrived = tap.sent(from, to, frame, length);
        if (to.index() >= open.length || cutFrom[from.index()].contains(to)) {
            return false;
        }
        InMemoryTransport target = open[to.index()];
        return target != null && target.inbox.addFrame(from, frame, length, arrived);
    }

    private void tellSuspected(NodeId listener, NodeId peer) {
        InMemoryTransport transport = open[listener.index()];
        if (transport != null) {
            activity.incrementAndGet();
            transport.inbox.addNews(receiver -> receiver.peerSuspected(peer));
        }
    }

    private void tellConnected(NodeId one, NodeId other) {
        InMemoryTransport first = open[one.index()];
        InMemoryTransport second = open[other.index()];
        if (first != null && second != null) {
            activity.incrementAndGet();
            first.inbox.addNews(receiver -> connect(receiver, other));
            second.inbox.addNews(receiver -> connect(receiver, one));
        }
    }

    private static void connect(Transport.Receiver receiver, NodeId peer) {
        receiver.linkReset(peer);
        receiver.peerRestored(peer);
    }
}
