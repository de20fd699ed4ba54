// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.oracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The listing of Ricart and Agrawala's section 2.2 with its semaphores as atomic steps: nodes that ask so many times each. */
final class RicartAgrawalaModel implements Search.State {
    private final int nodes;
    private final int times;
    private final boolean isOrdered;
    private final boolean countsOwn;
    private final int[] asked;
    private final int[] entries;
    private final int[] number;
    private final int[] highest;
    private final int[] missing;
    private final int[] passed;
    private final char[] phase;
    private final boolean[][] deferred;
    private final String[][] channels;
    private int messages;

    /**
     * The beginning.
     *
     * @param isOrdered whether messages from one node to another arrive in the order of sending
     * @param countsOwn whether the highest number seen includes those that the node has chosen itself, as the comment in the listing says
     */
    RicartAgrawalaModel(int nodes, int times, boolean isOrdered, boolean countsOwn) {
        this.nodes = nodes;
        this.times = times;
        this.isOrdered = isOrdered;
        this.countsOwn = countsOwn;
        this.asked = new int[nodes];
        this.entries = new int[nodes];
        this.number = new int[nodes];
        this.highest = new int[nodes];
        this.missing = new int[nodes];
        this.passed = new int[nodes];
        this.phase = new char[nodes];
        this.deferred = new boolean[nodes][nodes];
        this.channels = new String[nodes][nodes];
        Arrays.fill(phase, 'i');
        for (String[] row : channels) {
            Arrays.fill(row, "");
        }
    }

    private RicartAgrawalaModel copy() {
        RicartAgrawalaModel copy = new RicartAgrawalaModel(nodes, times, isOrdered, countsOwn);
        for (int[][] pair : new int[][][] {
            {asked, copy.asked},
            {entries, copy.entries},
            {number, copy.number},
            {highest, copy.highest},
            {missing, copy.missing},
            {passed, copy.passed}
        }) {
            System.arraycopy(pair[0], 0, pair[1], 0, nodes);
        }
        System.arraycopy(phase, 0, copy.phase, 0, nodes);
        for (int node = 0; node < nodes; node++) {
            System.arraycopy(deferred[node], 0, copy.deferred[node], 0, nodes);
            System.arraycopy(channels[node], 0, copy.channels[node], 0, nodes);
        }
        copy.messages = messages;
        return copy;
    }

    @Override
    public List<RicartAgrawalaModel> next() {
        List<RicartAgrawalaModel> next = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            if (phase[node] == 'i' && asked[node] < times) {
                next.add(copy().ask(node));
            } else if (phase[node] == 'c') {
                next.add(copy().leave(node));
            }
            for (int to = 0; to < nodes; to++) {
                int under = channels[node][to].length();
                for (int place = 0; place < (isOrdered ? Math.min(1, under) : under); place++) {
                    next.add(copy().deliver(node, to, place));
                }
            }
        }
        return next;
    }

    private void send(int from, int to, char message) {
        channels[from][to] += message;
        messages++;
    }

    private RicartAgrawalaModel ask(int node) {
        phase[node] = 'w';
        asked[node]++;
        passed[node] = 0;
        number[node] = highest[node] + 1;
        highest[node] = countsOwn ? number[node] : highest[node];
        missing[node] = nodes - 1;
        for (int other = 0; other < nodes; other++) {
            if (other != node) {
                send(node, other, (char) ('0' + number[node]));
            }
        }
        return this;
    }

    private RicartAgrawalaModel leave(int node) {
        phase[node] = 'i';
        for (int other = 0; other < nodes; other++) {
            if (deferred[node][other]) {
                deferred[node][other] = false;
                send(node, other, 'R');
            }
        }
        return this;
    }

    private RicartAgrawalaModel deliver(int from, int to, int place) {
        char message = channels[from][to].charAt(place);
        channels[from][to] = channels[from][to].substring(0, place) + channels[from][to].substring(place + 1);
        if (message == 'R') {
            if (--missing[to] == 0) {
                enter(to);
            }
            return this;
        }
        int theirs = message - '0';
        highest[to] = Math.max(highest[to], theirs);
        boolean isRequesting = phase[to] != 'i';
        if (isRequesting && (theirs > number[to] || (theirs == number[to] && from > to))) {
            deferred[to][from] = true;
        } else {
            send(to, from, 'R');
        }
        return this;
    }

    private void enter(int node) {
        phase[node] = 'c';
        entries[node]++;
        for (int other = 0; other < nodes; other++) {
            passed[other] += other != node && phase[other] == 'w' ? 1 : 0;
        }
    }

    @Override
    public int inside() {
        int inside = 0;
        for (char each : phase) {
            inside += each == 'c' ? 1 : 0;
        }
        return inside;
    }

    @Override
    public boolean somebodyWaits() {
        return new String(phase).contains("w");
    }

    /** How often somebody who waits was passed. */
    @Override
    public int measure() {
        int most = 0;
        for (int node = 0; node < nodes; node++) {
            most = phase[node] == 'w' ? Math.max(most, passed[node]) : most;
        }
        return most;
    }

    /** Messages for each entry, once all have entered as often as they asked; -1 before. */
    int messagesPerEntryAtTheEnd() {
        int all = Arrays.stream(entries).sum();
        return all == nodes * times && next().isEmpty() && messages % all == 0 ? messages / all : -1;
    }

    @Override
    public String toString() {
        return Arrays.toString(asked)
                + Arrays.toString(number)
                + Arrays.toString(highest)
                + Arrays.toString(missing)
                + Arrays.toString(passed)
                + new String(phase)
                + Arrays.deepToString(deferred)
                + Arrays.deepToString(channels);
    }
}
