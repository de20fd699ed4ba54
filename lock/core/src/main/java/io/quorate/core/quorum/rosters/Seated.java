// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum.rosters;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import java.util.Arrays;
import java.util.Optional;

/** A quorum system whose voters have numbers with gaps: the voter with the lowest number has seat 0, and so on. */
public final class Seated implements QuorumSystem {
    private final QuorumSystem system;
    private final NodeSet voters;

    /** The number of the voter in each seat, rising. */
    private final int[] numbers;

    private Seated(QuorumSystem system, NodeSet voters, int[] numbers) {
        this.system = system;
        this.voters = voters;
        this.numbers = numbers;
    }

    /** The system with these voters; the system itself if they are its own. */
    public static QuorumSystem at(NodeSet voters, QuorumSystem system) {
        if (voters.size() != system.size()) {
            throw new IllegalArgumentException(
                    system.name() + " of " + system.size() + " voters cannot seat " + voters.size());
        }
        if (voters.equals(system.voters())) {
            return system;
        }
        int[] numbers = new int[system.size()];
        int seat = 0;
        for (int index = voters.next(0); index >= 0; index = voters.next(index + 1)) {
            numbers[seat++] = index;
        }
        return new Seated(system, voters, numbers);
    }

    @Override
    public String name() {
        return system.name();
    }

    @Override
    public int size() {
        return system.size();
    }

    @Override
    public NodeSet voters() {
        return voters;
    }

    @Override
    public NodeSet quorumOf(NodeId requester) {
        return numbered(system.quorumOf(seat(requester)));
    }

    @Override
    public Optional<NodeSet> quorumAvoiding(NodeId requester, NodeSet suspected) {
        return system.quorumAvoiding(seat(requester), seated(suspected)).map(this::numbered);
    }

    @Override
    public boolean isQuorum(NodeSet nodes) {
        return system.isQuorum(seated(nodes));
    }

    @Override
    public Optional<NodeId> fatherOf(NodeId voter) {
        return system.fatherOf(seat(voter)).map(father -> NodeId.of(numbers[father.index()]));
    }

    @Override
    public int variants() {
        return system.variants();
    }

    @Override
    public QuorumSystem variant(int which) {
        return which == 0 ? this : new Seated(system.variant(which), voters, numbers);
    }

    private NodeId seat(NodeId node) {
        return NodeId.of(Arrays.binarySearch(numbers, seatOf(node).index()));
    }

    private NodeSet numbered(NodeSet seats) {
        if (numbers[numbers.length - 1] < Long.SIZE) {
            long bits = 0;
            for (int seat = seats.next(0); seat >= 0; seat = seats.next(seat + 1)) {
                bits |= 1L << numbers[seat];
            }
            return NodeSet.ofBits(bits);
        }
        NodeSet.Builder nodes = new NodeSet.Builder();
        for (int seat = seats.next(0); seat >= 0; seat = seats.next(seat + 1)) {
            nodes.add(numbers[seat]);
        }
        return nodes.build();
    }

    /** The seats of those who have one. Others are no voters, whatever their number: membership comes from the roster only. */
    private NodeSet seated(NodeSet nodes) {
        if (numbers.length <= Long.SIZE) {
            long bits = 0;
            for (int seat = 0; seat < numbers.length; seat++) {
                bits |= nodes.contains(numbers[seat]) ? 1L << seat : 0;
            }
            return NodeSet.ofBits(bits);
        }
        NodeSet.Builder seats = new NodeSet.Builder();
        for (int seat = 0; seat < numbers.length; seat++) {
            if (nodes.contains(numbers[seat])) {
                seats.add(seat);
            }
        }
        return seats.build();
    }
}
