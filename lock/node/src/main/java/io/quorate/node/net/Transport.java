// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.roles.PeerRights;
import io.quorate.node.watch.LastWords;
import io.quorate.node.watch.Pulse;
import org.jspecify.annotations.Nullable;

/**
 * Carries frames between the nodes of a roster. Never blocks, and never throws for a peer's sake.
 *
 * <p>Its promise: a frame arrives whole, unchanged and from the node that it names, or not at all. Loss is never silent:
 * when a frame was lost between two nodes that both live, at least one of them is told {@link Receiver#linkReset} after the
 * link works again. Every other node counts as suspected until it is first said to be trusted.
 */
public interface Transport extends AutoCloseable {
    /** Starts. The exception says what happened and what to do; the transport is closed then. Opens once only. */
    void open(Receiver receiver) throws TransportException;

    /**
     * Sends the first {@code length} bytes, which are copied. False if they were not sent, because the peer is unknown or
     * out of reach, the link is full or the frame is too long: the frame is dropped and counted.
     */
    boolean offer(NodeId to, byte[] frame, int length);

    /** The members are others from now on, or elsewhere. Connections with those that stay where they are go on. */
    default void follow(Membership next) {}

    /** The key of the data directory of this member, as it has shown it; empty if it has shown none. */
    default String keyOf(NodeId member) {
        return "";
    }

    /** The counters since the transport was made. */
    TransportCounters counters();

    /** Ends at once; what was in flight may be lost. After it, nothing more is received. A second call does nothing. */
    @Override
    void close();

    /**
     * Hears what comes. Called on any thread, but about one peer one call at a time; must never block. It may call {@link
     * #offer}. An exception that it throws is logged and counted, and the link goes on.
     */
    interface Receiver {
        /** A frame has come. The bytes are valid during this call only. */
        void received(NodeId from, byte[] bytes, int offset, int length);

        /** Messages in flight to or from the peer may be lost; the link works (again). */
        void linkReset(NodeId peer);

        /** The peer seems to be out of reach: a hint, never proof. */
        void peerSuspected(NodeId peer);

        /** The peer is there: a hint, never proof. Comes after the {@link #linkReset} of a new or restored link. */
        void peerRestored(NodeId peer);

        /** The peer has accepted this node, as it is: it uses a connection for which this node has said who it is. */
        default void peerAccepts(NodeId peer) {}

        /** A guest has come, of whom {@link #peerRestored} tells nothing but its index: its name, and what it may do. */
        default void guestCame(NodeId guest, String name, PeerRights rights) {}

        /** This node and another do not fit (another roster, cluster, protocol or release), so they will not talk. */
        default void refused(String why) {}

        /** The same, of a peer that this node has called; told again with each call. */
        default void refusedBy(NodeId peer) {}

        /** Something is to be sent to this node, and nobody has said where it is. Only without a roster. */
        default void addressWanted(NodeId peer) {}

        /** Another process has the number of this node, and was there before. */
        default void idTaken(String why) {}

        /** T1: another member hears from another process of this peer: neither counts. Told again while it is so. */
        default void twinSeen(NodeId peer) {}

        /** The transport cannot go on, and the node must end rather than limp on without it. Needs no memory. */
        default void failed(LastWords why, @Nullable Throwable failure) {}

        /** A thread of the transport is to be watched from now on. */
        default void watch(Pulse pulse) {}

        /** Called several times in a second: somebody must watch the thread that watches the others. */
        default void timePasses() {}

        /** Somebody who is no node has a question. The bytes are valid during this call only. */
        default void adminRequested(AdminCaller client, byte[] bytes, int offset, int length) {}
    }

    /** Somebody from outside of the cluster who only asks. */
    interface AdminCaller {
        /** The name that the caller gives itself, and its address; over TLS its certificate names the first word. */
        String name();

        /** Its rights. */
        PeerRights rights();

        /** Sends a frame; false if it was dropped, or the client has gone. */
        boolean answer(byte[] frame, int length);
    }
}
