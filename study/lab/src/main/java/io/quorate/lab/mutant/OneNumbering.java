// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.mutant;

import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;

/** Looks at the quorums as they are numbered, and not at those of other names. */
public final class OneNumbering {
    private OneNumbering() {}

    /** In the place of {@link Placement#over}. */
    public static Placement over(Placement placement, QuorumSystem system) {
        return Placement.asNumbered(system);
    }
}
