// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.maekawa;

import io.quorate.core.lock.Phase;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.All;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.event.Event.News;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.maekawa.Maekawa;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage;
import io.quorate.reproduce.measure.BareCluster;
import io.quorate.reproduce.measure.KindCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Maekawa, section 9: n1 crashes, and another node takes over its role; messages are counted from the crash on. */
public final class TakeOver implements ClusterObserver {
    private static final NodeId FAILED = NodeId.of(0);

    private final Setup setup;
    private final KindCounter counts = new KindCounter();
    private final Cluster cluster;
    private NodeSet toldTheirState = NodeSet.EMPTY;

    private TakeOver(QuorumSystem sets) {
        this.setup = Setup.of(Maekawa.takingOver(), sets, sets.size());
        this.cluster = Cluster.of(setup, ClusterObserver.all(this, counts));
    }

    /** The cost of a take-over, and whether it succeeded: the nodes that waited for the role continue. */
    public record Cost(long takeOvers, long states, long allMessages, int told, boolean isOver) {
        /** To have again what was lost. */
        public long toRegain() {
            return takeOvers + states;
        }
    }

    /** All who have the failed node in their sets wait, and all notice at once. */
    public static Cost whileAllWait(QuorumSystem sets) {
        TakeOver run = new TakeOver(sets);
        int[] requesters = run.requesters();
        for (int requester : requesters) {
            run.acquire(requester);
        }
        run.settle();
        run.crash();
        for (int requester : requesters) {
            run.detect(requester);
        }
        run.settle();
        return run.cost(run.holders(requesters) == 1);
    }

    /** Nobody waits; all have noticed, and then one asks. */
    public static Cost whenOneAsks(QuorumSystem sets) {
        TakeOver run = new TakeOver(sets);
        run.crash();
        IntStream.range(1, sets.size()).forEach(run::detect);
        int asker = run.requesters()[0];
        run.acquire(asker);
        run.settle();
        return run.cost(run.holders(asker) == 1);
    }

    /**
     * The number of nodes about which dynamic information is lost: those that must tell their state again, the successor, which need not
     * tell itself, and the failed node.
     */
    public static int nodesLost(QuorumSystem sets) {
        TakeOver run = new TakeOver(sets);
        IntStream.range(0, sets.size()).forEach(run::acquire);
        run.settle();
        run.crash();
        IntStream.range(1, sets.size()).forEach(run::detect);
        run.settle();
        NodeSet asked = NodeSet.ofIndexes(run.requesters());
        NodeSet told = run.toldTheirState.union(asked.intersection(NodeSet.of(NodeId.of(1))));
        if (!told.equals(asked)) {
            throw new IllegalStateException("Those who told their state are " + told + ", not " + asked + ".");
        }
        return told.with(FAILED).size();
    }

    /** At how many nodes the sets change: those that have n1 in theirs, but itself. */
    public static int setsChanged(QuorumSystem sets) {
        return new TakeOver(sets).requesters().length;
    }

    /**
     * By Ricart and Agrawala's n2 crashes while all wait; the others take its REPLY for given, and each knows by itself whether it
     * waits for one.
     *
     * @param sent how many messages that took
     * @param entered who entered then, in this order
     */
    public record Removal(int sent, List<Integer> entered) {}

    public static Removal byRicartAndAgrawala(int nodes) {
        BareCluster<RicartAgrawalaMessage> cluster =
                new BareCluster<>(new RicartAgrawala(), nodes, new All(nodes), true);
        IntStream.range(0, nodes).forEach(cluster::acquire);
        cluster.settle();
        cluster.crash(1);
        int before = cluster.sent();
        for (int node = 0; node < nodes; node++) {
            Stamp own = new Stamp(1, NodeId.of(node), 0);
            if (node != 1 && cluster.machine(node).phase() == Phase.WAITING) {
                cluster.tell(node, NodeId.of(1), new RicartAgrawalaMessage.Reply(own, 0));
            }
        }
        int sent = cluster.sent() - before;
        List<Integer> entered = new ArrayList<>();
        while (cluster.holder() >= 0) {
            entered.add(cluster.holder());
            cluster.release(cluster.holder());
            cluster.settle();
        }
        return new Removal(sent, entered);
    }

    /** By the rules without a take-over, n1 is dead and all know it: how many others cannot enter, even alone. */
    public static int stoppedWithoutTakeOver(int nodes) {
        int stopped = 0;
        for (int asker = 1; asker < nodes; asker++) {
            Cluster cluster = Cluster.of(Setup.usual(new Maekawa(), nodes));
            cluster.apply(new Choice.Crash(FAILED));
            for (int node = 1; node < nodes; node++) {
                cluster.apply(Choice.Tell.due(NodeId.of(node), News.DETECT.of(FAILED)));
            }
            cluster.apply(new Choice.Acquire(NodeId.of(asker), Choice.USUAL_LOCK, Mode.EXCLUSIVE));
            settle(cluster);
            stopped += cluster.node(asker).waiting().size();
        }
        return stopped;
    }

    @Override
    public void delivered(NodeId from, NodeId to, FrameInFlight packet) {
        boolean tells = packet.contents().stream()
                .anyMatch(content -> content.message().kind().equals("State"));
        toldTheirState = tells ? toldTheirState.with(from) : toldTheirState;
    }

    private int[] requesters() {
        return IntStream.range(1, setup.nodes())
                .filter(node -> setup.quorums().quorumOf(NodeId.of(node)).contains(FAILED))
                .toArray();
    }

    private void acquire(int node) {
        cluster.apply(new Choice.Acquire(NodeId.of(node), Choice.USUAL_LOCK, Mode.EXCLUSIVE));
    }

    private void crash() {
        cluster.apply(new Choice.Crash(FAILED));
        counts.beginAgain();
    }

    private void detect(int node) {
        cluster.apply(Choice.Tell.due(NodeId.of(node), News.DETECT.of(FAILED)));
    }

    private void settle() {
        settle(cluster);
    }

    private static void settle(Cluster cluster) {
        Limits none = Limits.contenders(0, 0);
        while (cluster.framesInFlight() > 0) {
            cluster.apply(cluster.enabled(none).stream()
                    .filter(Choice.Deliver.class::isInstance)
                    .findFirst()
                    .orElseThrow());
        }
    }

    private int holders(int... nodes) {
        return IntStream.of(nodes)
                .map(node -> cluster.node(node).holding().size())
                .sum();
    }

    private Cost cost(boolean isOver) {
        return new Cost(counts.of("TakeOver"), counts.of("State"), counts.all(), toldTheirState.size(), isOver);
    }
}
