// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.audit;

import io.quorate.core.model.LockName;
import io.quorate.lab.world.facts.NodeClaim;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A hold that has its spare votes when other nodes crash, as many as it has spares for, is not lost by that (V3). Any other fault ends the
 * promise: then the cause of the loss is unknown.
 */
public final class SurvivingHolds {
    private final Set<NodeClaim> sheltered = new LinkedHashSet<>();

    /** The claim holds by spare votes, and other nodes crash now. */
    public void shelter(NodeClaim claim) {
        sheltered.add(claim);
    }

    /** Something else goes wrong, or is put right. */
    public void disturbed() {
        sheltered.clear();
    }

    /** Given back, or gone with its node. */
    public void ended(NodeClaim claim) {
        sheltered.remove(claim);
    }

    public void lost(NodeClaim claim) {
        if (sheltered.remove(claim)) {
            LockName lock = claim.lock();
            throw new AuditFailure("a hold was lost in spite of its spare votes: " + claim + " had them for " + lock
                    + " when no more nodes crashed than it had spare votes for, and nothing else went wrong");
        }
    }
}
