// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.part;

import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.node.net.Transport;
import io.quorate.node.turn.Turns;

/** A running node, as its desk sees it. */
public record DrivenNode(LockNode<?> node, Turns<?> turns, Transport transport) implements PartNode {
    @Override
    public void bring(Runnable work) {
        turns.bring(work);
    }

    @Override
    public boolean offer(NodeId to, byte[] frame, int length) {
        return transport.offer(to, frame, length);
    }
}
