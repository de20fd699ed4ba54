// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock;

import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * What a machine obeys besides if its grants last as long as sessions: trust ends at any time, and then the voter
 * forgets; and timers run out at any time.
 */
public abstract class LeasedMachineLaws<M extends Message> extends LockMachineLaws<M> {
    /** Besides, trust in each other node ends, the session of each other node is forgotten, and all timers run out. */
    @Provide
    Arbitrary<List<Integer>> runsWithEndsOfTrust() {
        return anyRun(kinds() + 2 * (nodes() - 1) + 1);
    }

    @Property(tries = 1000)
    void trustThatEndsLetsNobodyElseInAndLeavesNothing(@ForAll("runsWithEndsOfTrust") List<Integer> codes) {
        MachineWorld<M> world = newWorld();
        Mode[] asked = new Mode[world.size()];
        for (int code : codes) {
            int node = node(code);
            if (world.machines.get(node).phase() == Phase.IDLE && what(code) < MachineWorld.CALLS) {
                asked[node] = askedBy(what(code));
            }
            if (what(code) < kinds()) {
                world.step(node, what(code));
            } else {
                disturb(world, node, what(code) - kinds());
            }
            requireOneHolder(world, asked);
        }
        requireRestOf(world);
    }

    private void disturb(MachineWorld<M> world, int node, int how) {
        int others = nodes() - 1;
        int other = (node + how % others + 1) % nodes();
        if (how < others) {
            endTrust(world, node, NodeId.of(other));
        } else if (how < 2 * others) {
            world.forgetEndedSession(node, other);
        } else {
            world.fireTimers(node);
        }
    }

    /** S3. */
    private void endTrust(MachineWorld<M> world, int node, NodeId voter) {
        if (world.contexts.get(node).sessions().endTrust(voter)) {
            RecordingOutbox<M> out = new RecordingOutbox<>();
            world.machines.get(node).trustEnded(voter, out);
            world.send(node, out);
        }
    }
}
