// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.audit;

import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.lab.world.facts.NodeClaim;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fence of a claim exceeds the fences of all claims that it excludes and that were granted before, also across crashes. */
public final class RisingFences {
    private final Map<LockName, Highest> locks = new LinkedHashMap<>();

    private static final class Highest {
        private @Nullable Granted exclusive;
        private @Nullable Granted any;
    }

    private record Granted(NodeClaim claim, long fence) {}

    /** Grants are told in the order in which they happen. */
    public void granted(NodeClaim claim, long fence) {
        Highest highest = locks.computeIfAbsent(claim.lock(), lock -> new Highest());
        Granted before = claim.mode() == Mode.EXCLUSIVE ? highest.any : highest.exclusive;
        if (before != null && fence <= before.fence) {
            throw new AuditFailure("fences do not rise: " + claim + " got the lock " + claim.lock() + " with " + fence
                    + " after " + before.claim + " with " + before.fence);
        }
        Granted now = new Granted(claim, fence);
        highest.any = higher(highest.any, now);
        highest.exclusive = claim.mode() == Mode.EXCLUSIVE ? now : highest.exclusive;
    }

    private static Granted higher(@Nullable Granted one, Granted other) {
        return one != null && one.fence > other.fence ? one : other;
    }
}
