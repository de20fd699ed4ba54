// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.facts;

import io.quorate.core.lock.engine.Claim;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;

/** A claim in a cluster; the claims of a node are numbered from 1. */
public record NodeClaim(NodeId node, long id, LockName lock, Mode mode, boolean isNow) implements Claim {
    public NodeClaim(NodeId node, long id, LockName lock, Mode mode) {
        this(node, id, lock, mode, false);
    }

    @Override
    public String toString() {
        return node + "#" + id + (mode == Mode.SHARED ? " shared" : "") + (isNow ? " now" : "");
    }
}
