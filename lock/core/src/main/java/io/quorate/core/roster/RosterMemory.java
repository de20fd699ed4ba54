// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.roster;

/**
 * A node's knowledge of rosters, and the part of it that is on disk. They differ only by rules that the lab leaves out: everything is
 * kept before
 * it is said.
 */
public final class RosterMemory {
    private final RosterRules rules;
    private RosterState state;
    private RosterState kept;
    private boolean isToBeWritten;

    /** Of a node that starts with what is on disk. */
    public RosterMemory(RosterState state, RosterRules rules) {
        this.rules = rules;
        this.state = state;
        this.kept = state;
    }

    public RosterState state() {
        return state;
    }

    public Configuration configuration() {
        return state.configuration();
    }

    /** The state that is, or is to be, on disk. */
    public RosterState kept() {
        return kept;
    }

    /** Whether the disk is behind; it is not any more after this call, as far as the rules go. */
    public boolean takeToBeWritten() {
        boolean before = isToBeWritten;
        isToBeWritten = false;
        return before;
    }

    /** E1, E7: the node goes up. */
    public void goUp(Configuration next, long floor) {
        state = state.in(next).withFloor(floor);
        if (rules.keepsConfiguration()) {
            keep(kept.in(next).withFloor(floor));
        }
    }

    /** The member has shown the key of its data directory. Gives whether that is news. */
    public boolean shown(int member, String key) {
        RosterState next = state.shown(member, key);
        if (next.equals(state)) {
            return false;
        }
        state = next;
        keep(kept.shown(member, key));
        return true;
    }

    /** D3. */
    void promise(Ballot ballot) {
        state = state.promising(ballot);
        if (rules.keepsPromises()) {
            keep(kept.promising(ballot));
        }
    }

    /** D3: to accept is to promise as well. */
    void accept(Ballot ballot, Roster roster) {
        state = state.accepting(ballot, roster);
        if (rules.keepsAcceptances()) {
            keep(kept.accepting(ballot, roster));
        } else if (rules.keepsPromises()) {
            keep(kept.promising(ballot));
        }
    }

    private void keep(RosterState next) {
        kept = next;
        isToBeWritten = true;
    }

    /** An equal object that shares nothing mutable with this one. */
    public RosterMemory copy() {
        RosterMemory copy = new RosterMemory(state, rules);
        copy.kept = kept;
        copy.isToBeWritten = isToBeWritten;
        return copy;
    }
}
