// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock.rosters;

import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Roster;
import io.quorate.core.roster.RosterRules;
import org.jspecify.annotations.Nullable;

/** The quorum systems of a node's configuration: one, or two while the roster changes. Membership comes from here, and from nowhere else. */
public final class RosterQuorums {
    /** How this cluster places its locks. */
    private final Placement usual;

    private Placement lower;

    /** Null unless the configuration is joint. */
    private @Nullable Placement upper;

    private RosterRules rules = RosterRules.USUAL;
    private NodeSet voters;
    private long floor;

    public RosterQuorums(Placement placement) {
        this.usual = placement;
        this.lower = placement;
        this.voters = placement.system().voters();
    }

    /** The node is in this configuration from now on. */
    public void adopt(Configuration configuration, RosterRules kept) {
        Roster next = configuration.upper();
        rules = kept;
        lower = usual.over(configuration.lower().system());
        upper = next == null ? null : usual.over(next.system());
        voters = configuration.voters();
    }

    /** The quorums of this lock. */
    public QuorumSystem of(LockName lock) {
        Placement above = upper;
        return above == null ? lower.of(lock) : rules.joined(lower.of(lock), above.of(lock));
    }

    /** The quorums of a lock without a name. */
    public QuorumSystem any() {
        Placement above = upper;
        return above == null ? lower.system() : rules.joined(lower.system(), above.system());
    }

    /** Everybody who votes, for either roster. */
    public NodeSet voters() {
        return voters;
    }

    /** How the locks of the lower roster are placed. */
    public Placement lower() {
        return lower;
    }

    /** How locks are placed by this roster, in this cluster. */
    public Placement placementOf(Roster roster) {
        return usual.over(roster.system());
    }

    /** E7. */
    public long floor() {
        return floor;
    }

    /** E7. */
    public void raiseFloor(long fence) {
        floor = Math.max(floor, fence);
    }

    /** An equal object that shares nothing mutable with this one. */
    public RosterQuorums copy() {
        RosterQuorums copy = new RosterQuorums(usual);
        copy.lower = lower;
        copy.upper = upper;
        copy.rules = rules;
        copy.voters = voters;
        copy.floor = floor;
        return copy;
    }
}
