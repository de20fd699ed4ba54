// SPDX-License-Identifier: Apache-2.0
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

    /** Observes the frames that pass; called on the threads that carry them. */
    public interface Tap {
        /** Observes nothing. */
        Tap NONE = (from, to, frame, length) -> () -> {};

        /**
         * Called for each frame that is sent. The bytes may be used until this returns.
         *
         * @param from the sender
         * @param to the receiver
         * @param frame the bytes
         * @param length how many of them belong to the frame
         * @return runs when the frame arrives
         */
        Runnable sent(NodeId from, NodeId to, byte[] frame, int length);
    }

    /**
     * Creates a network for the nodes with index 0 to {@code size - 1}.
     *
     * @param size the number of nodes
     */
    public InMemoryNetwork(int size) {
        this(size, Tap.NONE);
    }

    /**
     * Creates a network that is observed.
     *
     * @param size the number of nodes
     * @param tap observes the frames
     */
    public InMemoryNetwork(int size, Tap tap) {
        this.tap = tap;
        open = new @Nullable InMemoryTransport[size];
        cutFrom = new NodeSet[size];
        paused = new boolean[size];
        for (int index = 0; index < size; index++) {
            cutFrom[index] = NodeSet.EMPTY;
        }
    }

    /**
     * Creates a transport for a node. It is not open yet. At any time only one transport of a node may be open.
     *
     * @param self the node
     * @return its transport
     */
    public Transport transport(NodeId self) {
        if (self.index() >= open.length) {
            throw new TransportException(
                    self + " is not in this network of " + open.length + " nodes: make a larger network");
        }
        return new InMemoryTransport(this, self);
    }

    /**
     * Disconnects two nodes, in both directions; they suspect each other.
     *
     * @param one a node
     * @param other another node
     */
    public synchronized void cut(NodeId one, NodeId other) {
        if (cutFrom[one.index()].contains(other)) {
            return;
        }
        cutFrom[one.index()] = cutFrom[one.index()].with(other);
        cutFrom[other.index()] = cutFrom[other.index()].with(one);
        tellSuspected(one, other);
        tellSuspected(other, one);
    }

    /**
     * Ends a {@link #cut}: both get a link reset and trust each other.
     *
     * @param one a node
     * @param other another node
     */
    public synchronized void heal(NodeId one, NodeId other) {
        if (!cutFrom[one.index()].contains(other)) {
            return;
        }
        cutFrom[one.index()] = cutFrom[one.index()].without(other);
        cutFrom[other.index()] = cutFrom[other.index()].without(one);
        tellConnected(one, other);
    }

    /**
     * Disconnects a node from all others, in one step.
     *
     * @param node the node
     */
    public synchronized void cutOff(NodeId node) {
        for (int index = 0; index < open.length; index++) {
            if (index != node.index()) {
                cut(node, NodeId.of(index));
            }
        }
    }

    /**
     * Ends {@link #cutOff}.
     *
     * @param node the node
     */
    public synchronized void reconnect(NodeId node) {
        for (int index = 0; index < open.length; index++) {
            if (index != node.index()) {
                heal(node, NodeId.of(index));
            }
        }
    }

    /**
     * Holds back what arrives for a node, as if its process were paused. No node is told.
     *
     * @param node the node
     */
    public synchronized void pause(NodeId node) {
        paused[node.index()] = true;
        InMemoryTransport transport = open[node.index()];
        if (transport != null) {
            transport.inbox.pause(true);
        }
    }

    /**
     * Ends a {@link #pause}: what was held back is delivered.
     *
     * @param node the node
     */
    public synchronized void resume(NodeId node) {
        paused[node.index()] = false;
        InMemoryTransport transport = open[node.index()];
        if (transport != null) {
            transport.inbox.pause(false);
        }
    }

    /** {@return a number that rises with everything that nodes receive and send, even if it is lost} */
    public long activity() {
        return activity.get();
    }

    /**
     * Waits until everything that arrived was delivered. Frames held back by a pause do not count.
     *
     * @param timeoutMillis how long to wait
     * @return false if that takes longer
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

    /** These are members from now on: the node is told of those that are there. */
    synchronized void tellOfMembers(InMemoryTransport transport, NodeSet members) {
        for (int index = members.next(0); index >= 0; index = members.next(index + 1)) {
            NodeId member = NodeId.of(index);
            boolean isThere = index < open.length && open[index] != null;
            if (isThere && !cutFrom[transport.self.index()].contains(member)) {
                activity.incrementAndGet();
                transport.inbox.addNews(receiver -> isThere(receiver, member));
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
        isThere(receiver, peer);
    }

    private static void isThere(Transport.Receiver receiver, NodeId peer) {
        receiver.peerRestored(peer);
        receiver.peerAccepts(peer); // nobody refuses anybody here
    }
}
