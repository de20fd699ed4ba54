// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock.part;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.model.NodeId;

/** The machines' view of the {@link NodePart} of their node, by {@link MachineContext#part}. All machines of the node share it. */
public interface PartState {
    /** Whether that node may have a vote. */
    boolean mayVote(NodeId node);

    /** An equal state that shares nothing mutable with this one. */
    PartState copy();
}
