// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.runtime;

import io.quorate.api.LockUnavailableException;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.node.turn.Availability;
import io.quorate.overlay.Overlay;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Of a node of an overlay. It does not know who decides about a lock, only whether it can find out: as long as it is in. */
final class OverlayAvailability implements Availability {
    private final Overlay overlay;
    private final Supplier<NodeSet> connected;
    private volatile boolean joined;
    private long changedAt;

    /**
     * Of a node that is not in yet.
     *
     * @param connected the nodes with which there is a connection
     */
    OverlayAvailability(Overlay overlay, Supplier<NodeSet> connected) {
        this.overlay = overlay;
        this.connected = connected;
    }

    @Override
    public boolean isVoter() {
        return true;
    }

    @Override
    public void begin(long now) {
        changedAt = now;
    }

    @Override
    public void suspect(NodeId node, long now) {}

    @Override
    public void trust(NodeId node) {}

    @Override
    public boolean hasChanged(long now) {
        if (joined == overlay.isJoined()) {
            return false;
        }
        joined = !joined;
        changedAt = now;
        return true;
    }

    @Override
    public boolean isUnavailable(LockName lock, long since) {
        return !joined && changedAt <= since;
    }

    @Override
    public NodeSet suspected() {
        return NodeSet.EMPTY;
    }

    @Override
    public NodeSet reachablePeers() {
        return connected.get();
    }

    @Override
    public boolean isAvailable() {
        return joined;
    }

    @Override
    public boolean isAvailable(LockName lock) {
        return joined;
    }

    @Override
    public boolean isAvailable(LockName lock, NodeSet missing) {
        return joined;
    }

    @Override
    public double partOfLocks() {
        return joined ? 1 : 0;
    }

    @Override
    public LockUnavailableException failure(String lockName, String what) {
        List<String> reachable = new ArrayList<>();
        NodeSet peers = connected.get();
        for (int index = peers.next(0); index >= 0; index = peers.next(index + 1)) {
            reachable.add(NodeId.of(index).toString());
        }
        return new LockUnavailableException(
                lockName, what, "this node must be part of the overlay, and others with it", reachable, List.of());
    }
}
