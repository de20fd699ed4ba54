package io.quorate.node.turn;

import org.jspecify.annotations.Nullable;

/**
 * All claims of a node that wait or hold, so that each is told when the node ends, even if the machine that knew of them is in a
 * state that nobody thought of. Needs no memory beyond the claims themselves. Touched in turns only.
 */
final class OpenClaims {
    private @Nullable LocalClaim first;

    void add(LocalClaim claim) {
        claim.isOpen = true;
        claim.openAfter = first;
        if (first != null) {
            first.openBefore = claim;
        }
        first = claim;
    }

    /** Does nothing if the claim is not there any more. */
    void remove(LocalClaim claim) {
        if (!claim.isOpen) {
            return;
        }
        LocalClaim before = claim.openBefore;
        LocalClaim after = claim.openAfter;
        if (before == null) {
            first = after;
        } else {
            before.openAfter = after;
        }
        if (after != null) {
            after.openBefore = before;
        }
        claim.isOpen = false;
        claim.openBefore = null;
        claim.openAfter = null;
    }

    /** One of them; null if there is none. */
    @Nullable
    LocalClaim any() {
        return first;
    }
}
