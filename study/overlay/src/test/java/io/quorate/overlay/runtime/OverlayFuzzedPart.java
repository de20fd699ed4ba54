// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.runtime;

import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.Protocol;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.node.fuzz.FuzzedPart;
import io.quorate.overlay.Handle;
import io.quorate.overlay.node.OverlayPart;
import io.quorate.overlay.node.OverlayStart;
import io.quorate.overlay.ring.Ring;
import java.util.List;

/** Nodes of a ring: the first begins it, the others ask the first to let them in. */
public final class OverlayFuzzedPart implements FuzzedPart {
    @Override
    public LockNode<?> newNode(Protocol<?> protocol, NodeStart start, boolean isFirst) {
        LockNode<?> node =
                new LockNode<>(protocol, start.withPart(new OverlayStart(Ring.USUAL, Handle.of(start.self()))));
        if (isFirst) {
            OverlayPart.of(node).begin();
        } else {
            OverlayPart.of(node).join(List.of(Handle.of(NodeId.of(0))));
        }
        return node;
    }
}
