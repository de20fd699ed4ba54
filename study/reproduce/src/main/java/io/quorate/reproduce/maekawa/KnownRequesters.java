// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.maekawa;

import io.quorate.core.model.NodeId;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.Simulator;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Maekawa, Table III, the rows with numbers: whom each node asks, and whose requests it knows of at one time, its own included,
 * while every node wants the lock all the time.
 */
public class KnownRequesters implements ClusterObserver {
    private final List<Set<Integer>> asks = new ArrayList<>();
    private final List<Set<Integer>> knows = new ArrayList<>();
    private final int[] mostKnown;

    private KnownRequesters(int nodes) {
        for (int node = 0; node < nodes; node++) {
            asks.add(new TreeSet<>());
            knows.add(new TreeSet<>());
        }
        mostKnown = new int[nodes];
    }

    /** Watches 20 entries of each node. */
    public static KnownRequesters underHeavyDemand(Setup setup) {
        boolean hasReplies = setup.protocol().name().equals(new RicartAgrawala().name());
        KnownRequesters watcher = hasReplies ? new OfReplies(setup.nodes()) : new KnownRequesters(setup.nodes());
        Arrivals always = new Arrivals.ClosedLoop(RandomDuration.constant(0), 1);
        Simulation simulation = Simulation.of(setup, 1, Load.of(always, 20 * setup.nodes()));
        SimulationReport report = Simulator.run(simulation, List.of(), clock -> watcher);
        if (!report.isOk()) {
            throw new IllegalStateException(String.join("\n", report.toLines()));
        }
        return watcher;
    }

    /** To how many nodes a node sends REQUESTs. */
    public int asked(int node) {
        return asks.get(node).size();
    }

    /** Of how many nodes a node knew at one time that they want the lock, at most. */
    public int known(int node) {
        return mostKnown[node];
    }

    final void learn(int node, int requester) {
        knows.get(node).add(requester);
        mostKnown[node] = Math.max(mostKnown[node], knows.get(node).size());
    }

    final void forget(int node, int requester) {
        knows.get(node).remove(requester);
    }

    static boolean isRequest(FrameInFlight.Content content) {
        return content.message().kind().equals("Request");
    }

    @Override
    public void sent(NodeId from, NodeId to, FrameInFlight packet) {
        if (packet.contents().stream().anyMatch(KnownRequesters::isRequest)) {
            asks.get(from.index()).add(to.index());
        }
    }

    /** From a REQUEST until the RELEASE. */
    @Override
    public void delivered(NodeId from, NodeId to, FrameInFlight packet) {
        for (FrameInFlight.Content content : packet.contents()) {
            if (isRequest(content)) {
                learn(to.index(), from.index());
            } else if (content.message().kind().equals("Release")) {
                forget(to.index(), from.index());
            }
        }
    }

    @Override
    public void waiting(NodeClaim claim) {
        learn(claim.node().index(), claim.node().index());
    }

    @Override
    public void released(NodeClaim claim) {
        forget(claim.node().index(), claim.node().index());
    }

    /** Ricart and Agrawala's has no RELEASE: a node keeps of another that it waits for its REPLY, or owes it one. */
    private static final class OfReplies extends KnownRequesters {
        private final List<Set<Integer>> awaits = new ArrayList<>();
        private final List<Set<Integer>> owes = new ArrayList<>();

        OfReplies(int nodes) {
            super(nodes);
            for (int node = 0; node < nodes; node++) {
                awaits.add(new TreeSet<>());
                owes.add(new TreeSet<>());
            }
        }

        @Override
        public void sent(NodeId from, NodeId to, FrameInFlight packet) {
            super.sent(from, to, packet);
            for (FrameInFlight.Content content : packet.contents()) {
                if (isRequest(content)) {
                    awaits.get(from.index()).add(to.index());
                } else {
                    owes.get(from.index()).remove(to.index());
                }
            }
            look(from.index(), to.index());
        }

        @Override
        public void delivered(NodeId from, NodeId to, FrameInFlight packet) {
            for (FrameInFlight.Content content : packet.contents()) {
                if (isRequest(content)) {
                    owes.get(to.index()).add(from.index());
                } else {
                    awaits.get(to.index()).remove(from.index());
                }
            }
            look(to.index(), from.index());
        }

        private void look(int node, int other) {
            if (awaits.get(node).contains(other) || owes.get(node).contains(other)) {
                learn(node, other);
            } else {
                forget(node, other);
            }
        }
    }
}
