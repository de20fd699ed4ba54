// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock.rules;

import io.quorate.core.lock.Guard;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.rosters.Joint;
import io.quorate.core.roster.Ballot;
import io.quorate.core.roster.Blocking;
import io.quorate.core.roster.Roster;
import io.quorate.core.roster.RosterRules;

/** The rules E and D of roster changes, each with its number. */
public final class ChangeRules implements RosterRules {
    @Override
    @Guard("E1")
    public boolean keepsConfiguration() {
        return true;
    }

    @Override
    public QuorumSystem joined(QuorumSystem lower, QuorumSystem upper) {
        return withUpper(lower, upper);
    }

    /** E2: the lower roster alone is not enough. */
    @Guard("E2a")
    private static QuorumSystem withUpper(QuorumSystem lower, QuorumSystem upper) {
        return withLower(upper, lower);
    }

    /** E2: nor the upper roster alone. */
    @Guard("E2b")
    private static QuorumSystem withLower(QuorumSystem upper, QuorumSystem lower) {
        return new Joint(lower, upper);
    }

    @Override
    @Guard("E6a")
    public long overAt(long blockedSince, long memory) {
        return blockedSince + memory;
    }

    @Override
    @Guard("E6b")
    public boolean isEnoughToEnd(NodeSet sealed, Placement lower) {
        return Blocking.blocks(sealed, inEveryNumbering(lower));
    }

    /** E6: the quorums of every lock are blocked, whatever numbering its name gives. */
    @Guard("E6c")
    private static Placement inEveryNumbering(Placement lower) {
        return lower.over(lower.system());
    }

    @Override
    @Guard("D1")
    public boolean isMajority(int count, int voters) {
        return 2 * count > voters;
    }

    @Override
    @Guard("D2")
    public boolean mayAnswer(int configuration, long epoch) {
        return configuration == 2 * (epoch - 1);
    }

    @Override
    @Guard("D3a")
    public boolean keepsPromises() {
        return true;
    }

    @Override
    @Guard("D3b")
    public boolean keepsAcceptances() {
        return true;
    }

    @Override
    @Guard("D3c")
    public boolean mayAccept(Ballot ballot, Ballot promised) {
        return ballot.compareTo(promised) >= 0;
    }

    @Override
    @Guard("D4a")
    public Roster chosen(Roster wanted, Roster accepted) {
        return accepted;
    }

    @Override
    @Guard("D4b")
    public boolean goesBefore(Ballot accepted, Ballot known) {
        return accepted.compareTo(known) > 0;
    }
}
