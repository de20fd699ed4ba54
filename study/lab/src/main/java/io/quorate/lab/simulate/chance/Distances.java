// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate.chance;

import io.quorate.core.model.NodeId;
import java.util.List;

/** How long frames travel from each node of a cluster to each other. */
public final class Distances {
    private final RandomDuration[][] rows;
    private final int[] zoneOf;
    private final double mean;

    /** @param rows a duration from each zone to each */
    public Distances(List<List<RandomDuration>> rows, int[] zoneOf) {
        this.rows = rows.stream().map(row -> row.toArray(new RandomDuration[0])).toArray(RandomDuration[][]::new);
        this.zoneOf = zoneOf.clone();
        this.mean = rows.size() == 1 ? this.rows[0][0].mean() : meanOverLinks();
    }

    public RandomDuration between(NodeId from, NodeId to) {
        return rows[zoneOf[from.index()]][zoneOf[to.index()]];
    }

    /** Over all links, each as important as any other. */
    public double mean() {
        return mean;
    }

    private double meanOverLinks() {
        int[] sizes = new int[rows.length];
        for (int zone : zoneOf) {
            sizes[zone]++;
        }
        double sum = 0;
        double links = 0;
        for (int from = 0; from < rows.length; from++) {
            for (int to = 0; to < rows.length; to++) {
                double count = (double) sizes[from] * (from == to ? sizes[to] - 1 : sizes[to]);
                sum += count == 0 ? 0 : count * rows[from][to].mean();
                links += count;
            }
        }
        return links == 0 ? rows[0][0].mean() : sum / links;
    }

    /** No frame travels longer. */
    public long max() {
        long max = 0;
        for (int from : zoneOf) {
            for (int to : zoneOf) {
                max = Math.max(max, rows[from][to].max());
            }
        }
        return max;
    }
}
