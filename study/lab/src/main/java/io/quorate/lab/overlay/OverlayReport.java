// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.overlay;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outcome of a trial. */
public record OverlayReport(
        OverlayTrial trial,
        Build build,
        Routes routes,
        @Nullable Churn churn) {

    /** Whether everything was right in the end, and every message found the owner of its key. */
    public boolean isOk() {
        return build.settlingRounds() >= 0
                && routes.isAllRight()
                && (churn == null
                        || (churn.roundsUntilRight() >= 0
                                && churn.roundsUntilForgotten() >= 0
                                && churn.after().isAllRight()));
    }

    /**
     * How the overlay came to be.
     *
     * @param rounds in how many rounds of keep-alives the nodes came
     * @param settlingRounds how many more until all neighbours were right; -1 if they never were
     * @param messages all that were sent in that time
     * @param messagesInARound what is sent in one quiet round
     */
    public record Build(
            double rounds, int settlingRounds, long messages, long messagesInARound, long bytesInARound, Sizes sizes) {}

    /** The nodes that a node knows: its neighbours, and all others, on average; and the maximum over all nodes. */
    public record Sizes(double neighbours, double known, int knownMost) {}

    /**
     * How messages went.
     *
     * @param arrived those that came to the right node
     * @param mean over how many links, on average
     * @param histogram how many came over 0, 1, 2, ... links
     * @param wrong those that came to another node than the owner
     * @param lost those that came nowhere
     */
    public record Routes(int arrived, double mean, List<Integer> histogram, int wrong, int lost) {
        public Routes {
            histogram = List.copyOf(histogram);
        }

        static Routes of(List<Integer> hops, int wrong, int lost) {
            int longest = hops.stream().mapToInt(Integer::intValue).max().orElse(0);
            Integer[] histogram = new Integer[longest + 1];
            for (int length = 0; length <= longest; length++) {
                int same = length;
                histogram[length] =
                        (int) hops.stream().filter(each -> each == same).count();
            }
            double mean = hops.stream().mapToInt(Integer::intValue).average().orElse(0);
            return new Routes(hops.size(), mean, List.of(histogram), wrong, lost);
        }

        public boolean isAllRight() {
            return wrong == 0 && lost == 0;
        }
    }

    /**
     * How a change was dealt with.
     *
     * @param during messages that were routed at the moment of the change, for which nothing was repaired yet
     * @param roundsUntilRight how many rounds of keep-alives it took until all were in and all neighbours right; -1 if never
     * @param roundsUntilForgotten how many until nobody knew a node that is gone; -1 if never
     * @param after messages that were routed then
     */
    public record Churn(
            int failed, int joined, Routes during, long roundsUntilRight, long roundsUntilForgotten, Routes after) {}
}
