// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.ricartagrawala.run;

import io.quorate.core.model.NodeId;
import io.quorate.lab.world.net.Network;
import java.util.List;

/**
 * The worst cases of the appendix, for any number of nodes: in which order messages must arrive so that others enter as often as they
 * can while the last node waits. Node A of the report is the one with the highest number.
 */
public final class RicartAgrawalaSchedule {
    private final RicartAgrawalaStage stage;
    private final int nodes;
    private final NodeId last;

    private RicartAgrawalaSchedule(Network network, int nodes) {
        this.stage = new RicartAgrawalaStage(
                "While n" + nodes + " waits", RicartAgrawalaSearch.setup("counted", nodes, network));
        this.nodes = nodes;
        this.last = NodeId.of(nodes - 1);
    }

    /** The nodes in the order in which they enter, up to the last node. */
    public List<String> entries() {
        return stage.entries();
    }

    /** How often others enter before the last node. */
    public int passes() {
        return stage.entries().indexOf(last.toString());
    }

    /** How often one of the others enters before the last node. */
    public long passesOf(int node) {
        String name = NodeId.of(node - 1).toString();
        return stage.entries().stream().filter(name::equals).count();
    }

    public String drawing() {
        return stage.drawing();
    }

    private void acquire(NodeId node) {
        stage.does("acquire " + node);
    }

    private void release(NodeId node) {
        stage.does("release " + node);
    }

    /**
     * Messages overtake each other: all nodes have chosen different numbers, that of the last node the highest; then the others enter
     * with every number up to that one.
     */
    public static RicartAgrawalaSchedule inAnyOrder(int nodes) {
        RicartAgrawalaSchedule schedule = new RicartAgrawalaSchedule(Network.UNORDERED, nodes);
        schedule.chooseInTurn();
        for (int number = 1; number <= nodes; number++) {
            for (int node = 0; node < Math.min(number, nodes - 1); node++) {
                schedule.enterWith(NodeId.of(node), number < nodes);
            }
        }
        schedule.stage.settle();
        return schedule;
    }

    /** Each node asks when it has received the REQUEST of the one before, and no other. */
    private void chooseInTurn() {
        for (int node = 0; node < nodes; node++) {
            if (node > 0) {
                stage.deliver(NodeId.of(node - 1), NodeId.of(node), "Request");
            }
            acquire(NodeId.of(node));
        }
    }

    /** Only the REQUEST of this node and the REPLYs to it arrive; a node that asks again does so before it learns of any other. */
    private void enterWith(NodeId node, boolean asksAgain) {
        for (int other = 0; other < nodes; other++) {
            NodeId peer = NodeId.of(other);
            if (!peer.equals(node)) {
                stage.deliver(node, peer, "Request").deliver(peer, node, "Reply");
            }
        }
        release(node);
        if (asksAgain) {
            acquire(node);
        }
    }

    /**
     * Messages arrive in the order of sending: the others enter once with REQUESTs that the last node has answered before it asked, and
     * once with those that they sent before its REQUEST arrived.
     */
    public static RicartAgrawalaSchedule inOrder(int nodes) {
        RicartAgrawalaSchedule schedule = new RicartAgrawalaSchedule(Network.FIFO, nodes);
        for (int node = 0; node < nodes - 1; node++) {
            schedule.acquire(NodeId.of(node));
            schedule.allOf(NodeId.of(node));
        }
        schedule.acquire(schedule.last);
        for (int node = 0; node < nodes - 1; node++) {
            schedule.enterWithAnApprovedRequest(NodeId.of(node));
        }
        for (int node = 0; node < nodes - 1; node++) {
            schedule.enterOnceMore(NodeId.of(node));
        }
        schedule.stage.settle();
        return schedule;
    }

    /** All that the node has sent arrives. */
    private void allOf(NodeId node) {
        for (int other = 0; other < nodes; other++) {
            stage.drain(node, NodeId.of(other));
        }
    }

    private void enterWithAnApprovedRequest(NodeId node) {
        stage.deliver(last, node, "Reply");
        release(node);
        allOf(node);
        acquire(node);
    }

    private void enterOnceMore(NodeId node) {
        allOf(node);
        for (int other = 0; other < nodes; other++) {
            stage.drain(NodeId.of(other), node);
        }
        release(node);
    }
}
