// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import io.quorate.lab.simulate.chance.Distances;
import io.quorate.lab.simulate.chance.Numbers;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.ZoneSizes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** How long frames travel: everywhere alike, or depending on where from and where to. */
public sealed interface Delays {
    /** The delays for a number of nodes; refused if they do not fit. */
    Distances over(int nodes);

    /** The text that {@link #parse} reads. */
    String text();

    static Delays everywhere(RandomDuration duration) {
        return new Everywhere(duration);
    }

    /**
     * Reads a {@link RandomDuration}; {@code zones:3:exponential:500us:exponential:20ms}, three zones with a delay within one and a delay
     * from one to another, where {@code zones:2,2,1} gives their sizes; or {@code matrix:A,B/C,D@1,1,2}, a row of durations for each zone a
     * frame comes from, and the zones of the nodes.
     */
    static Delays parse(String text) {
        String[] words = text.split(":", 2);
        String rest = words.length > 1 ? words[1] : "";
        return switch (words[0]) {
            case "zones" -> InZones.parse(rest);
            case "matrix" -> Matrix.parse(rest);
            default -> everywhere(RandomDuration.parse(text));
        };
    }

    /** The same between any two nodes. */
    record Everywhere(RandomDuration duration) implements Delays {
        @Override
        public Distances over(int nodes) {
            return new Distances(List.of(List.of(duration)), new int[nodes]);
        }

        @Override
        public String text() {
            return duration.text();
        }
    }

    /**
     * Zones: frames within one travel so long, frames from one to another so long. The first nodes are in the first zone.
     *
     * @param zones how many there are, or their sizes, as {@link ZoneSizes} reads them
     */
    record InZones(String zones, RandomDuration near, RandomDuration far) implements Delays {
        /** So much farther is another zone if nothing is said. */
        private static final int USUALLY_FARTHER = 40;

        private static final int ZONES_MAX = 1_000;

        static final RandomDuration USUALLY_NEAR = RandomDuration.exponential(Simulation.USUAL_DELAY);
        static final RandomDuration USUALLY_FAR = RandomDuration.exponential(USUALLY_FARTHER * Simulation.USUAL_DELAY);

        static InZones parse(String text) {
            String[] words = text.split(":", -1);
            if (words.length == 1) {
                return new InZones(text, USUALLY_NEAR, USUALLY_FAR);
            }
            // Where the first duration ends is seen only by trying: uniform ones have one number more.
            for (int middle = 2; middle < words.length; middle++) {
                String near = String.join(":", Arrays.asList(words).subList(1, middle));
                String far = String.join(":", Arrays.asList(words).subList(middle, words.length));
                if (isDuration(near) && isDuration(far)) {
                    return new InZones(words[0], RandomDuration.parse(near), RandomDuration.parse(far));
                }
            }
            throw new IllegalArgumentException(
                    "\"zones:" + text + "\" does not say how long frames travel. Write zones:3,"
                            + " or zones:3:exponential:500us:exponential:20ms: how many zones (or their sizes, as in 2,2,1), the"
                            + " delay within one, and the delay from one to another.");
        }

        private static boolean isDuration(String text) {
            String name = "(constant|exponential|heavy):[^:]+|uniform:[^:]+:[^:]+";
            return text.matches(name) || Numbers.isNanos(text);
        }

        @Override
        public Distances over(int nodes) {
            int count = zones.contains(",") ? zones.split(",", -1).length : zoneCount();
            List<List<RandomDuration>> rows = new ArrayList<>();
            for (int zone = 0; zone < count; zone++) {
                List<RandomDuration> row = new ArrayList<>(Collections.nCopies(count, far));
                row.set(zone, near);
                rows.add(row);
            }
            return new Distances(rows, zones.contains(",") ? bySize(nodes) : evenly(count, nodes));
        }

        private int zoneCount() {
            int count = Numbers.count(zones);
            if (count < 1 || count > ZONES_MAX) {
                throw new IllegalArgumentException(
                        "there are 1 to " + ZONES_MAX + " zones, not " + count + ": give as many as there are places");
            }
            return count;
        }

        private int[] bySize(int nodes) {
            int[] zoneOf = new int[nodes];
            List<Integer> sizes = ZoneSizes.parse(zones, nodes);
            int node = 0;
            for (int zone = 0; zone < sizes.size(); zone++) {
                Arrays.fill(zoneOf, node, node + sizes.get(zone), zone);
                node += sizes.get(zone);
            }
            return zoneOf;
        }

        private static int[] evenly(int zones, int nodes) {
            int[] zoneOf = new int[nodes];
            Arrays.setAll(zoneOf, node -> (int) ((long) node * zones / nodes));
            return zoneOf;
        }

        @Override
        public String text() {
            return "zones:" + zones + ":" + near.text() + ":" + far.text();
        }
    }

    /**
     * Any duration from any zone to any other, there and back not necessarily alike.
     *
     * @param rows of the zone that frames come from; each row has a duration for each zone that they go to
     * @param zoneOf the zone of each node, counted from 0; if it is empty, each node is a zone of its own
     */
    record Matrix(List<List<RandomDuration>> rows, List<Integer> zoneOf) implements Delays {
        public Matrix {
            rows = rows.stream().map(List::copyOf).toList();
            zoneOf = List.copyOf(zoneOf);
            for (List<RandomDuration> row : rows) {
                if (row.size() != rows.size()) {
                    throw new IllegalArgumentException("a matrix of delays has as many columns as rows: there are "
                            + rows.size() + " rows, and one of them has " + row.size() + " delays");
                }
            }
            for (int zone : zoneOf) {
                if (zone < 0 || zone >= rows.size()) {
                    throw new IllegalArgumentException("there is no zone " + (zone + 1) + ": the matrix has "
                            + rows.size() + " rows, so zones are counted from 1 to " + rows.size());
                }
            }
        }

        static Matrix parse(String text) {
            String[] matrixAndZones = text.split("@", 2);
            List<List<RandomDuration>> rows = new ArrayList<>();
            for (String row : matrixAndZones[0].split("/", -1)) {
                rows.add(Arrays.stream(row.split(",", -1))
                        .map(RandomDuration::parse)
                        .toList());
            }
            List<Integer> zones = new ArrayList<>();
            if (matrixAndZones.length > 1) {
                for (String zone : matrixAndZones[1].split(",", -1)) {
                    zones.add(Numbers.count(zone) - 1);
                }
            }
            return new Matrix(rows, zones);
        }

        @Override
        public Distances over(int nodes) {
            int known = zoneOf.isEmpty() ? rows.size() : zoneOf.size();
            if (known != nodes) {
                throw new IllegalArgumentException("the matrix of delays is for " + known + " nodes, but there are "
                        + nodes + ": give --nodes " + known + ", or say of each node in which zone it is");
            }
            int[] zones = new int[nodes];
            Arrays.setAll(zones, node -> zoneOf.isEmpty() ? node : zoneOf.get(node));
            return new Distances(rows, zones);
        }

        @Override
        public String text() {
            String matrix = rows.stream()
                    .map(row -> row.stream().map(RandomDuration::text).collect(Collectors.joining(",")))
                    .collect(Collectors.joining("/"));
            String zones = zoneOf.stream().map(zone -> String.valueOf(zone + 1)).collect(Collectors.joining(","));
            return "matrix:" + matrix + (zones.isEmpty() ? "" : "@" + zones);
        }
    }
}
