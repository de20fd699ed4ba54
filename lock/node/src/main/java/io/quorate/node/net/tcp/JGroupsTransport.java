package io.quorate.node.net.tcp;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.LinkSettings;
import io.quorate.node.net.Roster;
import io.quorate.node.net.link.LinkedTransport;

/**
 * Frames over TCP, on the connection layer of JGroups. Order is kept between any two nodes.
 *
 * <p>Why not a whole JGroups stack: the roster is fixed and the lock protocol repairs what is lost, so views,
 * retransmission and merging would only add what can go wrong (a stopped coordinator holds up those who start; a view
 * change closes connections; flow control blocks senders). And a stack parses whatever it reads: it trusts lengths inside a
 * message and knows messages that carry serialised Java objects. Here nothing but our own packets is read, each within its
 * length. {@code TransportRoundTrips} in the tests measures both ways.
 *
 * <p>How loss is noticed: a socket that ends ends its connection, and a new one begins with a reset told at both ends;
 * within a connection frames are numbered, and beats tell the last number.
 */
public final class JGroupsTransport extends LinkedTransport {
    /**
     * A transport still to be opened.
     *
     * @param incarnation higher at each start of this node; peers refuse one that is not
     * @param clusterSettings what all nodes must agree on beside the roster, such as the protocol and the quorums, in any
     *     words: nodes with different ones refuse each other
     */
    public JGroupsTransport(
            Roster roster, NodeId self, int incarnation, String clusterSettings, LinkSettings settings) {
        super(roster, self, incarnation, clusterSettings, settings);
    }

    /**
     * The transport of a guest, which is in no roster and has this name: it calls all members, and none calls it.
     *
     * @param self an index after those of all members, drawn by chance
     */
    public JGroupsTransport(
            Roster roster,
            NodeId self,
            String guestName,
            int incarnation,
            String clusterSettings,
            LinkSettings settings) {
        super(roster, self, guestName, incarnation, clusterSettings, settings);
    }
}
