// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.roster;

import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.rosters.Joint;

/**
 * The rules E and D that the node keeps, each as a small method. They are asked of the protocol, so that the lab can leave one of them out
 * as it leaves out any other rule.
 */
public interface RosterRules {
    /** All of them. */
    RosterRules USUAL = new RosterRules() {};

    /** E1: whether the node keeps its configuration on disk, before a frame says it. */
    default boolean keepsConfiguration() {
        return true;
    }

    /** E2: the quorums of a joint configuration. */
    default QuorumSystem joined(QuorumSystem lower, QuorumSystem upper) {
        return new Joint(lower, upper);
    }

    /** E6: whether the voters that are sealed are enough, so that nothing new can come to rest on the lower roster alone. */
    default boolean isEnoughToEnd(NodeSet sealed, Placement lower) {
        return Blocking.blocks(sealed, lower);
    }

    /** E6: when the lower roster is over: after all trust from before the seals has ended. */
    default long overAt(long blockedSince, long memory) {
        return blockedSince + memory;
    }

    /** D1: whether this number of voters is enough to decide. */
    default boolean isMajority(int count, int voters) {
        return 2 * count > voters;
    }

    /** D2: whether an acceptor in this configuration answers for the roster of this epoch. */
    default boolean mayAnswer(int configuration, long epoch) {
        return configuration == 2 * (epoch - 1);
    }

    /** D3: whether promises are on disk before they are said. */
    default boolean keepsPromises() {
        return true;
    }

    /** D3: whether acceptances are on disk before they are said. */
    default boolean keepsAcceptances() {
        return true;
    }

    /** D3: whether a ballot may be accepted after this promise. */
    default boolean mayAccept(Ballot ballot, Ballot promised) {
        return ballot.compareTo(promised) >= 0;
    }

    /** D4: whether the roster accepted in a ballot goes before what is known so far, which was accepted in another. */
    default boolean goesBefore(Ballot accepted, Ballot known) {
        return accepted.compareTo(known) > 0;
    }

    /** D4: what is proposed: what was accepted, rather than what this node wants. */
    default Roster chosen(Roster wanted, Roster accepted) {
        return accepted;
    }
}
