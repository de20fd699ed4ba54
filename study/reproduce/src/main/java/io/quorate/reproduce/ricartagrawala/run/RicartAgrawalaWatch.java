// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.ricartagrawala.run;

import io.quorate.core.lock.Message;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage.Reply;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage.Request;
import io.quorate.reproduce.Comparison;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Watches section 2 of Ricart and Agrawala's report at work, from outside: by the messages that are sent and received. It counts how
 * often each rule of the decision table and each step of the proofs of section 3 applied, and how often it was otherwise.
 */
public final class RicartAgrawalaWatch implements ClusterObserver {
    private final int nodes;

    /** The request of each node that waits or is inside; null if there is none. */
    private final @Nullable Stamp[] own;

    /** The highest number of a REQUEST that each node has received. */
    private final long[] seen;

    /** Which nodes have received the present REQUEST of a node: the second index. */
    private final boolean[][] processed;

    /** How often a node, the second index, has entered since all had received the present REQUEST of another. */
    private final int[][] enteredSince;

    private final List<Received> received = new ArrayList<>();
    private final List<Stamp> answered = new ArrayList<>();
    private final Map<Pair, int[]> decisions = new LinkedHashMap<>();
    private final Counts counts;
    private @Nullable Stamp lastEntered;

    private record Received(NodeId at, Stamp request, int rule) {}

    /** Two requests of which each found the other's node requesting; the one that goes first is the first. */
    private record Pair(Stamp first, Stamp second) {}

    /** The totals of all runs. */
    public static final class Counts {
        /** How often each rule of the decision table applied; rule 1 is at place 1. */
        public final long[] byRule = new long[6];

        public long againstTheTable;
        public long caseOne;
        public long caseThree;
        public long againstTheCases;
        public long deferrals;
        public long deferralsOfASmaller;
        public long numbersChosen;
        public long numbersNotHigher;
        public long entries;
        public long entriesOutOfOrder;

        /** How often one other entered after all had received a REQUEST and before its node entered, at most. */
        public int enteredSinceMax;

        /** How far the numbers of requests that wait or are inside lay apart, at most. */
        public long spreadMax;
    }

    public RicartAgrawalaWatch(int nodes, Counts counts) {
        this.nodes = nodes;
        this.counts = counts;
        this.own = new Stamp[nodes];
        this.seen = new long[nodes];
        this.processed = new boolean[nodes][nodes];
        this.enteredSince = new int[nodes][nodes];
    }

    /** A number of runs with each number of nodes and each of three loads; messages overtake each other, and some take very long. */
    public static Counts swarm(List<Integer> sizes, int seeds, int claims) {
        Counts counts = new Counts();
        List<Arrivals> loads =
                List.of(RicartAgrawalaRuns.SATURATED, RicartAgrawalaRuns.thinking(3), RicartAgrawalaRuns.thinking(20));
        for (int nodes : sizes) {
            Setup setup = Setup.usual(RicartAgrawala.with("counted"), nodes).over(Network.UNORDERED);
            for (int seed = 1; seed <= seeds; seed++) {
                for (Arrivals load : loads) {
                    Simulation simulation = Simulation.of(setup, seed, RicartAgrawalaRuns.load(load, claims))
                            .with(RandomDuration.heavyTailed(RicartAgrawalaRuns.TRIP));
                    RicartAgrawalaRuns.run(simulation, clock -> new RicartAgrawalaWatch(nodes, counts));
                }
            }
        }
        return counts;
    }

    /** The sentence that says what {@link #swarm} did. */
    public static String setting(List<Integer> sizes, int seeds, int claims) {
        return Comparison.text(sizes.size() * seeds * 3) + " simulated runs of the algorithm of section 2 with "
                + RicartAgrawalaRuns.listed(sizes) + " nodes, seeds 1 to " + seeds + ", under three loads, "
                + Comparison.text(claims) + " entries each; messages overtake each other, some take very long.";
    }

    @Override
    public void sent(NodeId from, NodeId to, FrameInFlight packet) {
        for (FrameInFlight.Content content : packet.contents()) {
            Message message = content.message();
            if (message instanceof Request request && !request.stamp().equals(own[from.index()])) {
                asks(from, request.stamp());
            } else if (message instanceof Reply reply) {
                answered.add(reply.stamp());
            }
        }
    }

    private void asks(NodeId node, Stamp stamp) {
        int me = node.index();
        own[me] = stamp;
        processed[me] = new boolean[nodes];
        processed[me][me] = true;
        enteredSince[me] = new int[nodes];
        counts.numbersChosen++;
        counts.numbersNotHigher += stamp.counter() > seen[me] ? 0 : 1;
        for (int other = 0; other < nodes; other++) {
            Stamp earlier = own[other];
            if (other != me && earlier != null && processed[other][me]) {
                counts.caseOne++;
                counts.againstTheCases += stamp.counter() > earlier.counter() ? 0 : 1;
            }
        }
        measureSpread();
    }

    private void measureSpread() {
        long least = Long.MAX_VALUE;
        long most = 0;
        for (Stamp stamp : own) {
            if (stamp != null) {
                least = Math.min(least, stamp.counter());
                most = Math.max(most, stamp.counter());
            }
        }
        counts.spreadMax = Math.max(counts.spreadMax, most - least);
    }

    @Override
    public void delivered(NodeId from, NodeId to, FrameInFlight packet) {
        for (FrameInFlight.Content content : packet.contents()) {
            if (content.message() instanceof Request request) {
                Stamp mine = own[to.index()];
                received.add(new Received(to, request.stamp(), rule(mine, request.stamp())));
                seen[to.index()] = Math.max(seen[to.index()], request.stamp().counter());
                processed[from.index()][to.index()] = true;
            }
        }
    }

    /** The column of the table in section 2.2. */
    private static int rule(@Nullable Stamp own, Stamp request) {
        if (own == null) {
            return 1;
        }
        if (request.counter() != own.counter()) {
            return request.counter() < own.counter() ? 2 : 3;
        }
        return request.node().compareTo(own.node()) < 0 ? 4 : 5;
    }

    @Override
    public void ended(Choice choice) {
        for (Received each : received) {
            boolean isDeferred = !answered.contains(each.request);
            boolean shouldBe = each.rule == 3 || each.rule == 5;
            counts.byRule[each.rule]++;
            counts.againstTheTable += isDeferred == shouldBe ? 0 : 1;
            Stamp mine = own[each.at.index()];
            if (mine != null) {
                decide(mine, each.request, isDeferred);
            }
        }
        received.clear();
        answered.clear();
    }

    private void decide(Stamp mine, Stamp request, boolean isDeferred) {
        if (isDeferred) {
            counts.deferrals++;
            counts.deferralsOfASmaller += mine.isBefore(request) ? 0 : 1;
        }
        boolean isMineFirst = mine.isBefore(request);
        Pair pair = new Pair(isMineFirst ? mine : request, isMineFirst ? request : mine);
        int[] decided = decisions.computeIfAbsent(pair, key -> new int[2]);
        decided[0]++;
        decided[1] += isDeferred ? 1 : 0;
        if (decided[0] == 2) {
            counts.caseThree++;
            counts.againstTheCases += decided[1] == 1 ? 0 : 1;
            decisions.remove(pair);
        }
    }

    @Override
    public void granted(NodeClaim claim) {
        int node = claim.node().index();
        Stamp stamp = own[node];
        Stamp last = lastEntered;
        counts.entries++;
        counts.entriesOutOfOrder += stamp != null && (last == null || last.isBefore(stamp)) ? 0 : 1;
        lastEntered = stamp;
        for (int other = 0; other < nodes; other++) {
            if (other != node && own[other] != null && isProcessedByAll(other)) {
                counts.enteredSinceMax = Math.max(counts.enteredSinceMax, ++enteredSince[other][node]);
            }
        }
    }

    private boolean isProcessedByAll(int requester) {
        for (boolean each : processed[requester]) {
            if (!each) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void released(NodeClaim claim) {
        Stamp over = own[claim.node().index()];
        own[claim.node().index()] = null;
        decisions.keySet().removeIf(pair -> pair.first.equals(over) || pair.second.equals(over));
    }
}
