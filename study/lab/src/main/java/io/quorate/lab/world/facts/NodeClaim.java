package io.quorate.lab.world.facts;

import io.quorate.core.lock.engine.Claim;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;

/** A claim in a cluster; the claims of a node are numbered from 1. */
public record NodeClaim(NodeId node, long id, LockName lock, Mode mode) implements Claim {
    @Override
    public String toString() {
        return node + "#" + id + (mode == Mode.SHARED ? " shared" : "");
    }
}
