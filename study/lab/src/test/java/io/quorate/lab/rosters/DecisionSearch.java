// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.rosters;

import io.quorate.core.model.NodeId;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Decision;
import io.quorate.core.roster.Member;
import io.quorate.core.roster.Roster;
import io.quorate.core.roster.RosterMemory;
import io.quorate.core.roster.RosterMessage;
import io.quorate.core.roster.RosterRules;
import io.quorate.core.roster.RosterState;
import io.quorate.core.session.LeaseTerms;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Breadth first: voters that all propose something else, messages that arrive in any order or never, crashes with restarts from disk. */
final class DecisionSearch {
    private static final int STATES_MAX = 1_000_000;

    /** So many of the voters propose, each something else. */
    private static final int PROPOSERS = 2;

    private final RosterRules rules;
    private final int voters;
    private final int ballots;
    private final int restarts;
    private final Roster current;
    private final List<Roster> wishes = new ArrayList<>();

    /** A message under way. */
    private record Sent(int from, int to, RosterMessage message) {}

    /** The voters, what is under way, and what was used up. */
    private final class State {
        private final RosterMemory[] memories = new RosterMemory[voters];
        private final Decision[] decisions = new Decision[voters];
        private final long[] starts = new long[voters];
        private Set<Sent> network = new HashSet<>();
        private int proposed;
        private int restarted;
        private @Nullable Roster decided;
        private int steps;

        private State copy() {
            State copy = new State();
            for (int index = 0; index < voters; index++) {
                copy.memories[index] = memories[index].copy();
                copy.decisions[index] = decisions[index].copy(copy.memories[index]);
                copy.starts[index] = starts[index];
            }
            copy.network = new HashSet<>(network);
            copy.proposed = proposed;
            copy.restarted = restarted;
            copy.decided = decided;
            copy.steps = steps + 1;
            return copy;
        }

        private List<Object> key() {
            List<Object> key = new ArrayList<>();
            for (int index = 0; index < voters; index++) {
                key.add(decisions[index].parts());
                key.add(memories[index].state());
                key.add(memories[index].kept());
                key.add(starts[index]);
            }
            key.add(network);
            key.add(proposed);
            key.add(restarted);
            key.add(decided == null ? 0 : decided);
            return key;
        }

        private Decision.Sender sender(int from) {
            return (to, message) -> {
                Sent sent = new Sent(from, to.index(), message);
                if (sent.to() == from) {
                    receive(this, sent); // as a node does: what it says to itself it hears at once
                } else {
                    network.add(sent);
                }
            };
        }

        /** Whether another roster was decided before. */
        private boolean isTwice(int index) {
            Roster found = decisions[index].decided();
            Roster known = decided;
            if (found != null && known != null && !found.equals(known)) {
                return true;
            }
            decided = found == null ? known : found;
            return false;
        }
    }

    DecisionSearch(RosterRules rules, int voters, int ballots, int restarts) {
        this.rules = rules;
        this.voters = voters;
        this.ballots = ballots;
        this.restarts = restarts;
        List<Member> members = new ArrayList<>();
        for (int index = 0; index < voters; index++) {
            members.add(new Member(index, "n" + index, "", true, ""));
        }
        this.current = Roster.first("test", members, "majority", LeaseTerms.of(Duration.ofSeconds(1)));
        for (int index = 0; index < voters; index++) {
            wishes.add(current.withLease(Duration.ofSeconds(2 + index)));
        }
    }

    private Decision decision(int index, long start, RosterMemory memory) {
        return new Decision(NodeId.of(index), start, true, rules, memory);
    }

    String run() {
        State first = new State();
        for (int index = 0; index < voters; index++) {
            RosterState state = RosterState.beginning(Configuration.of(current), "");
            first.memories[index] = new RosterMemory(state, rules);
            first.decisions[index] = decision(index, 0, first.memories[index]);
        }
        Set<List<Object>> seen = new HashSet<>(Set.of(first.key()));
        ArrayDeque<State> ahead = new ArrayDeque<>(List.of(first));
        while (!ahead.isEmpty()) {
            for (State next : follow(ahead.remove())) {
                if (next.steps < 0) {
                    return "two rosters decided after " + -next.steps + " steps";
                }
                if (seen.add(next.key())) {
                    ahead.add(next);
                }
                if (seen.size() > STATES_MAX) {
                    return "stopped";
                }
            }
        }
        return String.format(Locale.ROOT, "complete after %,d states", seen.size());
    }

    private List<State> follow(State state) {
        List<State> next = new ArrayList<>();
        for (int index = 0; index < PROPOSERS && state.proposed < ballots; index++) {
            State proposing = state.copy();
            proposing.proposed++;
            proposing.decisions[index].propose(wishes.get(index), proposing.sender(index));
            next.add(proposing);
        }
        for (int index = 0; index < voters && state.restarted < restarts; index++) {
            State starting = state.copy();
            starting.restarted++;
            starting.starts[index]++;
            starting.memories[index] = new RosterMemory(state.memories[index].kept(), rules);
            starting.decisions[index] = decision(index, starting.starts[index], starting.memories[index]);
            next.add(starting);
        }
        for (Sent sent : state.network) {
            State receiving = state.copy();
            receiving.network.remove(sent); // what is never taken is as good as lost
            receive(receiving, sent);
            if (receiving.isTwice(sent.to())) {
                receiving.steps = -receiving.steps;
                return List.of(receiving);
            }
            next.add(receiving);
        }
        return next;
    }

    private static void receive(State state, Sent sent) {
        Decision to = state.decisions[sent.to()];
        NodeId from = NodeId.of(sent.from());
        RosterMessage message = sent.message();
        if (message instanceof RosterMessage.Prepare prepare) {
            to.onPrepare(prepare, from, state.sender(sent.to()));
        } else if (message instanceof RosterMessage.Promise promise) {
            to.onPromise(promise, from, state.sender(sent.to()));
        } else if (message instanceof RosterMessage.Accept accept) {
            to.onAccept(accept, from, state.sender(sent.to()));
        } else if (message instanceof RosterMessage.Accepted accepted) {
            to.onAccepted(accepted, from);
        }
    }
}
