package io.quorate.lab.audit;

import io.quorate.core.model.NodeId;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.net.FrameInFlight;

/**
 * How many messages a claim may cost, on average over a run: a newcomer makes others pay, so what one claim costs cannot be told
 * apart from what it causes, and only the sum is bounded (section 11 of the quorum lock). For runs without faults;
 * messages of a node to itself never reach the network and cost nothing.
 */
public final class MessageBudget implements Audit {
    private final long perClaimMin;
    private final long perClaimMax;
    private long claims;
    private long messages;

    private MessageBudget(long perClaimMin, long perClaimMax) {
        this.perClaimMin = perClaimMin;
        this.perClaimMax = perClaimMax;
    }

    /** Every claim alone: Request, Grant and Release with each other member of a quorum of this size. */
    public static MessageBudget alone(int quorumSize) {
        return new MessageBudget(3L * (quorumSize - 1), 3L * (quorumSize - 1));
    }

    /** EXCLUSIVE claims that contend: beside its own Request, Queued, Grant, Release, one Inquire, Relinquish, Grant each. */
    public static MessageBudget contended(int quorumSize) {
        return new MessageBudget(0, 7L * (quorumSize - 1));
    }

    /** So many for each claim on average, no more and no less. */
    public static MessageBudget exactly(long perClaim) {
        return new MessageBudget(perClaim, perClaim);
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
        if (messages > perClaimMax * claims || messages < perClaimMin * claims) {
            throw new AuditFailure(claims + " claims took " + messages + " messages; it should be " + perClaimMin
                    + " to " + perClaimMax + " for each");
        }
    }
}
