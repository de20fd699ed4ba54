// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan.measure;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** How often each voter is asked when every voter asks its usual quorum once. */
public final class Usage {
    /** Maximum number of quorum members that are counted over all variants of a system. */
    private static final long LOOKS_MAX = 500_000;

    /** The same where nothing else is known about variants. */
    private static final long LOOKS_MAX_UNKNOWN = 1_500_000;

    /** The cost of a request, in members of a quorum. */
    private static final long LOOKS_FOR_A_REQUEST = 20;

    private final int[] served;
    private final Map<Integer, Integer> requestersBySize = new TreeMap<>();
    private int requesters;
    private long members;
    private long ownVotes;

    private Usage(int voters) {
        this.served = new int[voters];
    }

    public static Usage of(QuorumSystem system) {
        Usage usage = new Usage(system.size());
        usage.add(system);
        return usage;
    }

    private void add(QuorumSystem system) {
        for (int index = 0; index < system.size(); index++) {
            NodeSet quorum = system.quorumOf(NodeId.of(index));
            int size = 0;
            for (int member = quorum.next(0); member >= 0; member = quorum.next(member + 1)) {
                served[member]++;
                size++;
            }
            requesters++;
            members += size;
            ownVotes += quorum.contains(index) ? 1 : 0;
            requestersBySize.merge(size, 1, Integer::sum);
        }
    }

    public int smallest() {
        return requestersBySize.keySet().stream().mapToInt(size -> size).min().orElseThrow();
    }

    public int largest() {
        return requestersBySize.keySet().stream().mapToInt(size -> size).max().orElseThrow();
    }

    public double averageSize() {
        return (double) members / requesters;
    }

    /** How many nodes beside itself a requester asks on average. */
    public double averageOthers() {
        return (double) (members - ownVotes) / requesters;
    }

    /** In which part of all requests the busiest voter is asked. */
    public double busiest() {
        return (double) Arrays.stream(served).max().orElseThrow() / requesters;
    }

    public boolean servesEqually() {
        return Arrays.stream(served).distinct().count() == 1;
    }

    /** The probability that one of those whom a requester usually asks is down: all that counts for who never asks others. */
    public double usualQuorumLost(double p) {
        double lost = 0;
        for (Map.Entry<Integer, Integer> each : requestersBySize.entrySet()) {
            lost += -Math.expm1(each.getKey() * Math.log1p(-p)) * each.getValue() / requesters;
        }
        return lost;
    }

    /**
     * In which part of all requests the busiest voter is asked when there are many locks, and each uses the variant that its
     * name picks. Counted over all variants if they are not too many. Otherwise, where variants renumber the voters, it is taken for even,
     * as the numberings make it; where they do not, some variants are counted.
     */
    public double busiestWhenSpread(QuorumSystem system) {
        if (system.variants() == 1) {
            return busiest();
        }
        boolean keepsVoters = Variants.keepQuorums(system);
        long looks = members + requesters * LOOKS_FOR_A_REQUEST;
        long affordable = Math.max(1, (keepsVoters ? LOOKS_MAX_UNKNOWN : LOOKS_MAX) / looks);
        if (affordable < system.variants() && !keepsVoters) {
            return averageSize() / system.size();
        }
        Usage all = new Usage(system.size());
        Variants.some(system, (int) Math.min(affordable, system.variants())).forEach(all::add);
        return all.busiest();
    }
}
