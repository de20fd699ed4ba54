// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.audit;

import io.quorate.core.model.NodeId;
import io.quorate.lab.kit.Kits;
import io.quorate.lab.kit.MessageBudget;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.setup.Setup;

/**
 * How many messages a claim may cost, on average over a run: a newcomer makes others pay, so what one claim costs cannot be told
 * apart from what it causes, and only the sum is bounded (section 11 of the quorum lock). For runs without faults;
 * messages of a node to itself never reach the network and cost nothing. The kit of a protocol says what its claims may cost.
 */
public final class MessagesPerClaim implements Audit {
    private final double least;
    private final double most;
    private long claims;
    private long messages;

    public MessagesPerClaim(double least, double most) {
        this.least = least;
        this.most = most;
    }

    /** The budget of the protocol for claims that nobody contends with. */
    public static MessagesPerClaim alone(Setup setup) {
        return of(budget(setup).alone(setup.quorums(), setup.nodes()));
    }

    /** The budget of the protocol for EXCLUSIVE claims that contend. */
    public static MessagesPerClaim contended(Setup setup) {
        return of(budget(setup).contended(setup.quorums(), setup.nodes()));
    }

    private static MessageBudget budget(Setup setup) {
        return Kits.budget(setup.protocol())
                .orElseThrow(() -> new IllegalArgumentException("The kit of "
                        + setup.protocol().fullName() + " has no message budget: add one, or do not audit messages."));
    }

    private static MessagesPerClaim of(MessageBudget.Range range) {
        return new MessagesPerClaim(range.least(), range.most());
    }

    @Override
    public void waiting(NodeClaim claim) {
        claims++;
    }

    @Override
    public void sent(NodeId from, NodeId to, FrameInFlight packet) {
        messages += packet.messagesSent(from, to);
    }

    @Override
    public void whenQuiet(Cluster cluster) {
        if (messages > Math.round(most * claims) || messages < Math.round(least * claims)) {
            throw new AuditFailure(claims + " claims took " + messages + " messages; it should be " + least + " to "
                    + most + " for each");
        }
    }
}
