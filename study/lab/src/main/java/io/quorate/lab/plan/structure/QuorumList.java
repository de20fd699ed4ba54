// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan.structure;

import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Coterie;
import io.quorate.core.quorum.Listed;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.Grid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The quorums of a system one by one, each as the ascending indexes of its members. */
public final class QuorumList {
    private final int voters;
    private final int[][] quorums;

    QuorumList(int voters, int[][] quorums) {
        this.voters = voters;
        this.quorums = quorums;
    }

    /** The list, if the system is one. */
    public static Optional<QuorumList> of(QuorumSystem system) {
        if (system instanceof Listed listed) {
            return Optional.of(of(system.size(), listed.coterie()));
        }
        return system instanceof Grid grid ? Optional.of(of(grid)) : Optional.empty();
    }

    private static QuorumList of(Grid grid) {
        List<NodeSet> quorums = new ArrayList<>();
        for (int row = 0; row < grid.height(); row++) {
            for (int column = 0; column < grid.width(); column++) {
                quorums.add(grid.quorum(row, column));
            }
        }
        return of(grid.size(), quorums);
    }

    private static QuorumList of(int voters, Coterie coterie) {
        int[][] quorums = new int[coterie.count()][];
        for (int place = 0; place < quorums.length; place++) {
            quorums[place] = new int[coterie.sizeAt(place)];
            for (int rank = 0; rank < quorums[place].length; rank++) {
                quorums[place][rank] = coterie.memberAt(place, rank);
            }
        }
        return new QuorumList(voters, quorums);
    }

    public static QuorumList of(int voters, List<NodeSet> sets) {
        return new QuorumList(voters, sets.stream().map(QuorumList::members).toArray(int[][]::new));
    }

    private static int[] members(NodeSet set) {
        int[] members = new int[set.size()];
        int next = 0;
        for (int index = set.next(0); index >= 0; index = set.next(index + 1)) {
            members[next++] = index;
        }
        return members;
    }

    int voters() {
        return voters;
    }

    /** Not to be changed. */
    int[][] quorums() {
        return quorums;
    }

    int count() {
        return quorums.length;
    }

    int smallest() {
        return Arrays.stream(quorums).mapToInt(quorum -> quorum.length).min().orElseThrow();
    }

    /** In how many quorums each voter is. */
    int[] degrees() {
        int[] degrees = new int[voters];
        for (int[] quorum : quorums) {
            for (int member : quorum) {
                degrees[member]++;
            }
        }
        return degrees;
    }

    /** For each voter the places in the list of the quorums that it is in. */
    int[][] placesOf() {
        int[] degrees = degrees();
        int[][] places = new int[voters][];
        for (int node = 0; node < voters; node++) {
            places[node] = new int[degrees[node]];
        }
        int[] next = new int[voters];
        for (int place = 0; place < quorums.length; place++) {
            for (int member : quorums[place]) {
                places[member][next[member]++] = place;
            }
        }
        return places;
    }

    /** How many members all quorums have together. */
    long members() {
        return Arrays.stream(quorums).mapToLong(quorum -> quorum.length).sum();
    }
}
