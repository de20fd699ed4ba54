// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace;

import io.quorate.trace.SpaceTime.Cut;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Links that are cut at the same time and restored at the same time: a partition, or a node or a link cut off.
 *
 * @param left the nodes from which nothing gets to those on the right; nor back, if it is cut both ways
 * @param text who is cut off from whom
 */
public record CutBand(long begin, long end, SortedSet<Integer> left, SortedSet<Integer> right, String text) {
    private record Interval(long begin, long end) {}

    public static List<CutBand> of(SpaceTime diagram) {
        Map<Interval, List<Cut>> together = new LinkedHashMap<>();
        for (Cut cut : diagram.cuts()) {
            together.computeIfAbsent(new Interval(cut.begin(), cut.end()), each -> new ArrayList<>())
                    .add(cut);
        }
        List<CutBand> bands = new ArrayList<>();
        together.forEach((interval, cuts) -> bands.add(band(interval, cuts, diagram.nodes())));
        return bands;
    }

    private static CutBand band(Interval interval, List<Cut> cuts, List<String> labels) {
        SortedSet<Integer> left = new TreeSet<>();
        SortedSet<Integer> right = new TreeSet<>();
        // Those that the first of all nodes cannot reach are on the other side; nodes that cannot reach them are on its
        // side.
        int first = cuts.stream().mapToInt(Cut::from).min().orElse(0);
        cuts.stream().filter(cut -> cut.from() == first).forEach(cut -> right.add(cut.to()));
        cuts.stream().filter(cut -> right.contains(cut.to())).forEach(cut -> left.add(cut.from()));
        boolean isClean = cuts.stream().allMatch(cut -> crosses(cut, left, right) || crosses(cut, right, left));
        boolean isBothWays = cuts.stream().anyMatch(cut -> crosses(cut, right, left));
        if (!isClean) {
            cuts.forEach(cut -> left.add(cut.from()));
            cuts.forEach(cut -> right.add(cut.to()));
            List<String> each = cuts.stream()
                    .map(cut -> labels.get(cut.from()) + "→" + labels.get(cut.to()))
                    .toList();
            return new CutBand(interval.begin, interval.end, left, right, String.join(" ", each));
        }
        String text = names(left, labels) + (isBothWays ? " | " : " ⇥ ") + names(right, labels);
        return new CutBand(interval.begin, interval.end, left, right, text);
    }

    private static boolean crosses(Cut cut, SortedSet<Integer> from, SortedSet<Integer> to) {
        return from.contains(cut.from()) && to.contains(cut.to());
    }

    private static String names(SortedSet<Integer> nodes, List<String> labels) {
        return String.join(" ", nodes.stream().map(labels::get).toList());
    }

    /** The nodes that have to do with it. */
    public SortedSet<Integer> nodes() {
        SortedSet<Integer> nodes = new TreeSet<>(left);
        nodes.addAll(right);
        return nodes;
    }
}
