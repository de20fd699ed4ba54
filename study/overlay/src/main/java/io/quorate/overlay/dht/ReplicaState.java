// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht;

import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A candidate's knowledge of one replica. */
final class ReplicaState {
    /** Where the replica is, as far as it has answered; its session counts on that node. */
    @Nullable
    NodeId node;

    /** It was last asked by a Request that may be stopped on its way. */
    boolean stoppable;

    /** Where that Request waits, as far as that node has said; what it says is no answer of the replica. */
    @Nullable
    NodeId parkedAt;

    /** It was asked there, in a session. */
    boolean greeted;

    /** It has answered in the present session. */
    boolean answered;

    boolean voted;

    /** The request that it has voted for, as far as it has said. */
    @Nullable
    Stamp owner;

    /** The highest vote for the present request that was counted. */
    long number;

    /** No hold that it voted for before had a fence above it. */
    long floor;

    /** The number of others that get the vote before, as far as it has said. */
    int place;

    /**
     * The highest votes for the present request that were counted from nodes where the replica is no longer looked for, in sessions that may
     * go on. A message that this node sent before we returned its vote can arrive much later. It must not count when we ask the node again.
     */
    private final List<LeftNode> left = new ArrayList<>(0);

    private record LeftNode(NodeId node, long number) {}

    /** The replica is here, as far as we know. */
    void comeTo(NodeId to) {
        node = to;
        number = numberAt(to);
    }

    /** The replica is looked for elsewhere; its votes for the present request must not count twice (R4). */
    void leave() {
        NodeId before = node;
        if (before != null && number > 0) {
            forgetNode(before);
            left.add(new LeftNode(before, number));
        }
        node = null;
        forgetAnswers();
    }

    /** The session with the node is over: what it said in it never counts, and it starts to count from the beginning. */
    void forgetNode(NodeId over) {
        left.removeIf(each -> each.node.equals(over));
    }

    private long numberAt(NodeId at) {
        for (LeftNode each : left) {
            if (each.node.equals(at)) {
                return each.number;
            }
        }
        return 0;
    }

    /** Whether there is nothing to be found out: it has answered, or it will when the request gets to it. */
    boolean isSettled() {
        return answered || parkedAt != null;
    }

    /** Nothing is known of it for the present request; where it is stays known. */
    void forgetRequest() {
        left.clear();
        forgetAnswers();
    }

    private void forgetAnswers() {
        stoppable = false;
        parkedAt = null;
        greeted = false;
        answered = false;
        voted = false;
        owner = null;
        number = 0;
        floor = 0;
        place = 0;
    }

    ReplicaState copy() {
        ReplicaState copy = new ReplicaState();
        copy.node = node;
        copy.stoppable = stoppable;
        copy.parkedAt = parkedAt;
        copy.greeted = greeted;
        copy.answered = answered;
        copy.voted = voted;
        copy.owner = owner;
        copy.number = number;
        copy.floor = floor;
        copy.place = place;
        copy.left.addAll(left);
        return copy;
    }

    void describeTo(int replica, StateWriter writer) {
        for (LeftNode each : left) {
            writer.begin("left r" + (replica + 1));
            writer.number("replica", replica);
            writer.node("at", each.node);
            writer.number("seen", each.number);
            writer.end();
        }
        NodeId known = node;
        NodeId parked = parkedAt;
        if (known == null && (parked != null || stoppable)) {
            writer.begin("parked r" + (replica + 1));
            writer.number("replica", replica);
            writer.flag("stoppable", stoppable);
            writer.nodes("parkedAt", parked == null ? NodeSet.EMPTY : NodeSet.of(parked));
            writer.end();
        }
        if (known == null) {
            return; // then nothing else is known either
        }
        writer.begin("seat r" + (replica + 1));
        writer.number("replica", replica);
        writer.node("of", known);
        writer.flag("greeted", greeted);
        writer.flag("answered", answered);
        writer.flag("granted", voted);
        writer.stamp("owner", owner);
        writer.number("seen", number);
        writer.number("floor", voted ? floor : 0);
        writer.end();
    }
}
