package io.quorate.lab.plan;

import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where the voters stand: the first so many in the first zone, the next in the second, and so on. A zone may fail as a whole.
 */
public record Zones(List<Integer> sizes) {
    /** Nothing is known of zones. */
    public static final Zones NONE = new Zones(List.of());

    /** How many variants of a system are looked at. */
    private static final int VARIANTS_MAX = 500;

    public Zones {
        sizes = List.copyOf(sizes);
    }

    /** Reads the sizes of the zones, as in {@code 5,4,4}, or how many there are, as in {@code 3}: then they are equal if possible. */
    public static Zones parse(String text, int voters) {
        List<Integer> numbers = new ArrayList<>();
        for (String each : text.split(",", -1)) {
            numbers.add(number(each.strip(), text));
        }
        if (numbers.size() == 1) {
            return even(numbers.get(0), voters);
        }
        long sum = numbers.stream().mapToLong(size -> size).sum();
        if (sum != voters) {
            throw new IllegalArgumentException("The zones " + text + " have " + sum + " nodes together, but there are "
                    + voters + ": give sizes that add up, or only how many zones there are.");
        }
        return new Zones(numbers);
    }

    private static int number(String each, String text) {
        if (!each.matches("[0-9]{1,9}") || Integer.parseInt(each) == 0) {
            throw new IllegalArgumentException(
                    "Zones are given by their sizes, as in 5,4,4, or by how many there are, as in"
                            + " 3; this is neither: \"" + text + "\".");
        }
        return Integer.parseInt(each);
    }

    private static Zones even(int zones, int voters) {
        if (zones < 2 || zones > voters) {
            throw new IllegalArgumentException(
                    "There must be at least two zones, and no more than nodes; " + voters + " nodes cannot be in "
                            + zones + (zones == 1 ? " zone" : " zones") + " so that one of them can be lost.");
        }
        Integer[] sizes = new Integer[zones];
        Arrays.setAll(sizes, zone -> voters / zones + (zone < voters % zones ? 1 : 0));
        return new Zones(List.of(sizes));
    }

    public boolean areKnown() {
        return !sizes.isEmpty();
    }

    /** The number of nodes in the largest zone; none if nothing is known. */
    public int largest() {
        return sizes.stream().mapToInt(size -> size).max().orElse(0);
    }

    /** The sizes, as in {@code 5,4,4}. */
    public String text() {
        return String.join(",", sizes.stream().map(String::valueOf).toList());
    }

    /** What the loss of any one zone does to a system that survives so many failures wherever they are. */
    ZoneLoss lossIn(QuorumSystem system, int survived) {
        if (survived >= largest()) {
            return new ZoneLoss(1, true);
        }
        int different = Variants.keepQuorums(system) ? 1 : system.variants();
        int looked = Math.min(VARIANTS_MAX, different);
        long surviving =
                Variants.some(system, looked).filter(this::survivesEach).count();
        return new ZoneLoss((double) surviving / looked, looked == different);
    }

    private boolean survivesEach(QuorumSystem system) {
        int first = 0;
        for (int size : sizes) {
            NodeSet.Builder left = new NodeSet.Builder();
            for (int index = 0; index < system.size(); index++) {
                if (index < first || index >= first + size) {
                    left.add(index);
                }
            }
            if (!system.isQuorum(left.build())) {
                return false;
            }
            first += size;
        }
        return true;
    }
}
