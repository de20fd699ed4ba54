// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.audit;

import io.quorate.core.lock.StateText;
import io.quorate.lab.world.Cluster;

/** When all is quiet, no node remembers anything about any lock. */
public final class NothingRemains implements Audit {
    @Override
    public void whenQuiet(Cluster cluster) {
        if (cluster.framesInFlight() != 0) {
            throw new AuditFailure(cluster.framesInFlight() + " frames are under way although all should be quiet");
        }
        for (int index = 0; index < cluster.size(); index++) {
            if (!cluster.node(index).isEmpty()) {
                StateText state = new StateText();
                cluster.node(index).describeTo(state);
                throw new AuditFailure(
                        "all is quiet, and " + cluster.node(index).self() + " still remembers: " + state);
            }
        }
    }
}
