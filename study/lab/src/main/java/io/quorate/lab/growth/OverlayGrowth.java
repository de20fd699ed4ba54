// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.growth;

import io.quorate.core.lock.Protocol;
import io.quorate.lab.dht.DhtExperiment;
import io.quorate.lab.dht.DhtReport;
import io.quorate.lab.dht.Workload;
import io.quorate.lab.overlay.OverlayTrial;
import io.quorate.overlay.pastry.Pastry;

/**
 * The cost of locks on an overlay of some size. The same size, protocol and seed give the same numbers on every machine.
 *
 * @param hops links on the way to the owner of a key, on average
 * @param alone messages for each entry where nobody contends
 * @param contended the same, with the load of Muhammad, Cheema and Gupta, section VI
 * @param busiest how many messages of locks the busiest node had to process in that experiment
 * @param busiestShare which share of all of them the busiest percent of the nodes had
 * @param violations grants while another held the lock, and fences that did not rise: there must be none
 */
public record OverlayGrowth(
        Protocol<?> protocol,
        int nodes,
        double hops,
        double alone,
        double contended,
        int busiest,
        double busiestShare,
        long violations) {
    /** How many replicas a lock has. */
    public static final int REPLICAS = 3;

    private static final int ROUTES = 10_000;
    private static final double DIGIT_VALUES = 16;
    private static final double ONE_PERCENT = 0.01;

    /** With a million locks, two nodes hardly ever want the same one. Every hold ends in the round after it began. */
    private static final Workload NOBODY_CONTENDS = new Workload(1_000_000, 20, 20, 1);

    /** Routes through settled nodes, from anywhere to anywhere: how many links they have on average. */
    public static double hops(int nodes, long seed) {
        return new OverlayTrial(Pastry.USUAL, nodes, ROUTES, 0, true, seed)
                .run(OverlayTrial.Progress.NONE)
                .routes()
                .mean();
    }

    /** The expectation of the paper on Pastry: slightly less than the logarithm to the base of 16. */
    public static double hopsByTheory(int nodes) {
        return Math.log(nodes) / Math.log(DIGIT_VALUES);
    }

    /** Runs the two experiments. */
    public static OverlayGrowth measure(Protocol<?> protocol, int nodes, double hops, long seed) {
        DhtExperiment experiment = DhtExperiment.of(protocol, nodes, seed).withReplicas(REPLICAS);
        DhtReport alone = experiment.with(NOBODY_CONTENDS).run(DhtExperiment.Progress.NONE);
        DhtReport contended = experiment.run(DhtExperiment.Progress.NONE);
        return new OverlayGrowth(
                protocol,
                nodes,
                hops,
                alone.messagesPerEntry(),
                contended.messagesPerEntry(),
                contended.load().most(),
                contended.load().partOfBusiest(ONE_PERCENT),
                alone.entries().violations() + contended.entries().violations());
    }

    /**
     * The cost of an uncontended entry by the rules, over routes of h links: n routed Requests and n Responses. Then the same number of
     * each to ask again in the session, for almost every entry is the first of its node. And n Releases to leave. E2E tells the nodes
     * on the way who is in, and that nobody is any more,
     * Non-E2E leaves by the way that it came. NaN for other protocols.
     */
    public static double aloneByTheory(String protocol, double hops) {
        double toEnter = hops + 1 + 2;
        return REPLICAS
                * switch (protocol) {
                    case "sigma" -> toEnter + 1;
                    case "endtoend" -> toEnter + 1 + 2 * (hops - 1);
                    case "nonendtoend" -> toEnter + hops + 1;
                    default -> Double.NaN;
                };
    }
}
