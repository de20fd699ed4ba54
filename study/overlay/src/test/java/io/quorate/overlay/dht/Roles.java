// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Key;
import io.quorate.overlay.fixed.FixedRoster;
import io.quorate.overlay.node.OverlayStart;
import io.quorate.overlay.node.Place;
import java.util.ArrayList;
import java.util.List;

/** Four nodes; the replicas of the lock L are at n1, n2 and n3, for their keys are just those. */
public final class Roles {
    public static final NodeId N1 = NodeId.of(0);
    public static final NodeId N2 = NodeId.of(1);
    public static final NodeId N3 = NodeId.of(2);
    public static final NodeId N4 = NodeId.of(3);

    private static final int REPLICAS = 3;

    private Roles() {}

    public static Stamp stamp(long counter, NodeId node) {
        return new Stamp(counter, node, 0);
    }

    private static List<Handle> handles() {
        List<Handle> handles = new ArrayList<>();
        for (int replica = 0; replica < REPLICAS; replica++) {
            handles.add(new Handle(NodeId.of(replica), Key.ofReplica("L", replica)));
        }
        handles.add(Handle.of(N4));
        return handles;
    }

    public static MachineContext context(NodeId self) {
        FixedRoster roster = new FixedRoster(handles(), 0);
        Handle place = handles().get(self.index());
        NodeStart start = NodeStart.first(self, Placement.asNumbered(new Majority(REPLICAS)))
                .withPart(new OverlayStart(roster, place));
        return new MachineContext(start).forLock(LockName.of("L"));
    }

    /** Has an outbox for what the overlay says to nobody. */
    static void forget(MachineContext context, NodeId gone) {
        Place.of(context).overlay().peerGone(gone, new Silence());
    }

    static void meet(MachineContext context, NodeId back) {
        Place.of(context).overlay().peerBack(back, new Silence());
    }
}
