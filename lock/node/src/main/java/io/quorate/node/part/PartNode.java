// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.part;

import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;

/** A running node, as the {@link PartDesk} of its protocol sees it. */
public interface PartNode {
    /** Touched in turns only. */
    LockNode<?> node();

    /** Has something done in a turn, now or soon. */
    void bring(Runnable work);

    /** Sends a frame; false if it was dropped. */
    boolean offer(NodeId to, byte[] frame, int length);
}
