// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.mutant;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.model.LockName;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;

/** Takes the place of the quorums of a lock in mutants where each node takes those that are best for itself. */
public final class OwnNumbering {
    private OwnNumbering() {}

    /** The same quorums, with the voters numbered in another way for each node. */
    public static QuorumSystem quorums(MachineContext context) {
        return Placement.byName(context.quorums()).of(LockName.of("of " + context.self()));
    }
}
