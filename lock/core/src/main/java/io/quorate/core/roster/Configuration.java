// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.roster;

import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.rosters.Joint;
import io.quorate.core.session.LeaseTerms;
import org.jspecify.annotations.Nullable;

/**
 * The rosters that a node needs quorums of (E2): one, or two while the roster changes.
 *
 * @param lower roster e
 * @param upper roster e+1 in a joint configuration, else null
 */
public record Configuration(Roster lower, @Nullable Roster upper) {
    public Configuration {
        if (upper != null
                && (upper.epoch() != lower.epoch() + 1 || !upper.lineage().equals(lower.lineage()))) {
            throw new IllegalArgumentException("roster " + upper.epoch() + " of " + upper.lineage()
                    + " does not follow roster " + lower.epoch() + " of " + lower.lineage());
        }
    }

    /** Roster e alone: configuration 2e. */
    public static Configuration of(Roster roster) {
        return new Configuration(roster, null);
    }

    /** The joint configuration, 2e+1, that follows this one. */
    public Configuration joinedBy(Roster next) {
        if (upper != null) {
            throw new IllegalArgumentException("roster " + lower.epoch() + " is not over yet");
        }
        return new Configuration(lower, next);
    }

    /** Roster e+1 alone, configuration 2e+2, for roster e is over (E6). */
    public Configuration withoutLower() {
        return of(latest());
    }

    /** 2e, or 2e+1 if it is joint. */
    public int number() {
        return (int) (2 * lower.epoch() + (upper == null ? 0 : 1));
    }

    public boolean isJoint() {
        return upper != null;
    }

    /** The newest roster. */
    public Roster latest() {
        return upper == null ? lower : upper;
    }

    /** Frames of configurations below this number are of the past (E3). */
    public int sealLine() {
        return sealLine(number());
    }

    /** The seal line of the configuration with this number. */
    public static int sealLine(int number) {
        return number == 0 || (number & 1) == 1 ? number : number - 1;
    }

    /** The members of both rosters. */
    public NodeSet members() {
        return upper == null ? lower.nodes() : lower.nodes().union(upper.nodes());
    }

    /** The voters of both rosters. */
    public NodeSet voters() {
        return upper == null ? lower.voters() : lower.voters().union(upper.voters());
    }

    /** The quorums of a lock: in a joint configuration, a quorum of each roster. */
    public QuorumSystem quorumsOf(LockName lock) {
        QuorumSystem below = lower.placement().of(lock);
        return upper == null ? below : new Joint(below, upper.placement().of(lock));
    }

    /** E8: the terms that a confirmation is given by: the shortest lease, the greatest drift. */
    public LeaseTerms shortestTerms() {
        return upper == null ? lower.terms() : lower.terms().shorter(upper.terms());
    }

    /** E8: how long to wait until nothing rests on what was said before: the longest lease, the greatest drift. */
    public LeaseTerms longestTerms() {
        return upper == null ? lower.terms() : lower.terms().longer(upper.terms());
    }
}
