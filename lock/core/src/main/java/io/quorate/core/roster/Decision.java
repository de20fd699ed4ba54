// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.roster;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.roster.RosterMessage.Accept;
import io.quorate.core.roster.RosterMessage.Accepted;
import io.quorate.core.roster.RosterMessage.Prepare;
import io.quorate.core.roster.RosterMessage.Promise;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rules D: the voters of roster e decide what roster e+1 is. One value, decided by Paxos: any node proposes, a majority of the voters
 * accepts. A machine: it keeps no time and repeats nothing by itself.
 */
public final class Decision {
    private final NodeId self;
    private final long start;
    private final boolean keeps;
    private final RosterRules rules;
    private final RosterMemory memory;

    /** The value that this node proposes; null if none. */
    private @Nullable Roster wanted;

    private Ballot ballot = Ballot.NONE;

    /** The highest round that this node knows. */
    private long round;

    private NodeSet promises = NodeSet.EMPTY;

    /** The roster that was accepted in the highest ballot that a promise named, and that ballot. */
    private @Nullable Roster found;

    private Ballot foundIn = Ballot.NONE;

    /** The roster that this node sent in Accept; null before. */
    private @Nullable Roster put;

    private NodeSet acceptances = NodeSet.EMPTY;
    private @Nullable Roster decided;

    private boolean accepted = true;

    /** Where messages go, also to this very node. */
    public interface Sender {
        void send(NodeId to, RosterMessage message);
    }

    /**
     * @param start differs from all other starts of this node
     * @param keeps whether the memory is on disk before anything is said; otherwise this node accepts nothing (D1)
     */
    public Decision(NodeId self, long start, boolean keeps, RosterRules rules, RosterMemory memory) {
        this.self = self;
        this.start = start;
        this.keeps = keeps;
        this.rules = rules;
        this.memory = memory;
    }

    /** Whether enough members know this node by its data directory: with another one it may have forgotten what it promised. */
    public void setAccepted(boolean isAccepted) {
        accepted = isAccepted;
    }

    private Roster current() {
        return memory.configuration().latest();
    }

    /** Proposes the next roster, in a ballot above all that this node knows. */
    public void propose(Roster next, Sender out) {
        wanted = next;
        round = Math.max(round, memory.state().promised().round()) + 1;
        ballot = new Ballot(round, self.index(), start);
        promises = NodeSet.EMPTY;
        acceptances = NodeSet.EMPTY;
        found = null;
        foundIn = Ballot.NONE;
        put = null;
        sayAgain(out);
    }

    /** Says again what was not answered by all: it may be lost. */
    public void sayAgain(Sender out) {
        Roster roster = put;
        if (wanted == null) {
            return;
        }
        RosterMessage message =
                roster == null ? new Prepare(current().epoch() + 1, ballot) : new Accept(ballot, roster);
        NodeSet asked = current().voters().minus(roster == null ? promises : acceptances);
        for (int index = asked.next(0); index >= 0; index = asked.next(index + 1)) {
            out.send(NodeId.of(index), message);
        }
    }

    /** This node proposes nothing any more. An accepted roster stays accepted. */
    public void giveUp() {
        wanted = null;
        put = null;
    }

    public boolean isProposing() {
        return wanted != null;
    }

    /** The ballot of this node's proposal, or what it has promised. */
    public Ballot ballot() {
        return wanted == null ? memory.state().promised() : ballot;
    }

    /** Whether this node knows a higher ballot than that of its proposal: it must propose again. */
    public boolean isOvertaken() {
        return wanted != null && round > ballot.round();
    }

    /** The roster that was decided, as this node has learnt by its own proposal; null if it has not. */
    public @Nullable Roster decided() {
        return decided;
    }

    /** The configuration has risen: what was asked is decided. */
    public void configurationRose() {
        giveUp();
        decided = null;
    }

    /** D2, D1: whether this node answers as an acceptor. */
    private boolean mayAnswer(long epoch) {
        return keeps
                && accepted
                && rules.mayAnswer(memory.configuration().number(), epoch)
                && current().voters().contains(self);
    }

    public void onPrepare(Prepare prepare, NodeId from, Sender out) {
        if (!mayAnswer(prepare.epoch())) {
            return;
        }
        RosterState state = memory.state();
        round = Math.max(round, prepare.ballot().round());
        if (prepare.ballot().compareTo(state.promised()) > 0) {
            memory.promise(prepare.ballot());
        }
        RosterState after = memory.state();
        out.send(
                from,
                new Promise(
                        prepare.epoch(), prepare.ballot(), after.promised(), after.acceptedBallot(), after.accepted()));
    }

    public void onAccept(Accept accept, NodeId from, Sender out) {
        Roster roster = accept.roster();
        if (!mayAnswer(roster.epoch())) {
            return;
        }
        round = Math.max(round, accept.ballot().round());
        if (rules.mayAccept(accept.ballot(), memory.state().promised())) {
            memory.accept(accept.ballot(), roster);
            out.send(from, new Accepted(roster.epoch(), accept.ballot()));
        }
    }

    public void onPromise(Promise promise, NodeId from, Sender out) {
        round = Math.max(round, promise.promised().round());
        Roster mine = wanted;
        boolean isOurs = mine != null
                && put == null
                && promise.ballot().equals(ballot)
                && promise.promised().equals(ballot)
                && current().voters().contains(from);
        if (mine == null || !isOurs) {
            return;
        }
        promises = promises.with(from);
        Roster accepted = promise.accepted();
        if (accepted != null && (found == null || rules.goesBefore(promise.acceptedBallot(), foundIn))) {
            found = accepted;
            foundIn = promise.acceptedBallot();
        }
        if (isMajority(promises)) {
            Roster known = found;
            put = known == null ? mine : rules.chosen(mine, known);
            sayAgain(out);
        }
    }

    public void onAccepted(Accepted accepted, NodeId from) {
        Roster roster = put;
        if (roster != null
                && accepted.ballot().equals(ballot)
                && current().voters().contains(from)) {
            acceptances = acceptances.with(from);
            if (isMajority(acceptances)) {
                decided = roster;
            }
        }
    }

    private boolean isMajority(NodeSet nodes) {
        return rules.isMajority(nodes.size(), current().voters().size());
    }

    /** An equal machine over an equal memory. */
    public Decision copy(RosterMemory other) {
        Decision copy = new Decision(self, start, keeps, rules, other);
        copy.wanted = wanted;
        copy.ballot = ballot;
        copy.round = round;
        copy.promises = promises;
        copy.found = found;
        copy.foundIn = foundIn;
        copy.put = put;
        copy.acceptances = acceptances;
        copy.decided = decided;
        copy.accepted = accepted;
        return copy;
    }

    /** All that can influence what this machine does, except its memory. */
    public List<@Nullable Object> parts() {
        return Arrays.asList(wanted, ballot, round, promises, found, foundIn, put, acceptances, decided);
    }
}
