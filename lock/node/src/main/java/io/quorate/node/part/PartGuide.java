// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.part;

import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.part.PartStart;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.core.quorum.Placement;
import io.quorate.node.ClusterNode;
import io.quorate.node.net.LinkSettings;
import io.quorate.node.net.Transport;
import io.quorate.node.turn.Availability;
import java.util.List;

/**
 * Guides the start of a node that needs more than a roster, because its protocol plugs a part into it ({@link Protocol#part}). The
 * library of the protocol implements it, for {@link ClusterNode#open(io.quorate.api.LocksConfig, PartGuide,
 * java.util.function.UnaryOperator)}. One object serves one start; the methods are called in the order in which they stand here.
 */
public interface PartGuide {
    /** The name of the node before it has a number, for messages to people. */
    String idInWords();

    Protocol<?> protocol();

    Placement placement();

    /** Every address that the node was told of, its own and those of others, each as {@code host:port}. */
    List<String> addresses();

    /** Finds out the number of the node; may wait for others. A {@link io.quorate.node.net.TransportException} says why there is none. */
    NodeId chooseNumber();

    /** The parameters of the part. */
    PartStart newPartStart();

    /** Carries the frames of the node that has this incarnation; still to be opened. */
    Transport newTransport(long incarnation, LinkSettings links);

    Availability newAvailability(LockNode<?> node);

    PartDesk newDesk(PartNode node);

    /** The node runs: it may come to the others now. */
    void enter();
}
