// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.ricartagrawala;

import static java.util.Map.entry;

import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Experiment;
import io.quorate.reproduce.Item;
import io.quorate.reproduce.Paper;
import io.quorate.reproduce.claims.ClaimTable;
import java.util.List;
import java.util.Map;

/** All items of Ricart and Agrawala's report, in its order, as its table of claims says. */
public final class RicartAgrawalaItems {
    /** Items that the table of claims leaves to code, by name. */
    private static final Map<String, Experiment> EXPERIMENTS = Map.ofEntries(
            entry("RicartAgrawalaExampleItems.listing", (scale, progress) -> RicartAgrawalaExampleItems.listing()),
            entry(
                    "RicartAgrawalaExampleItems.decisionTable",
                    (scale, progress) -> RicartAgrawalaExampleItems.decisionTable(scale)),
            entry("RicartAgrawalaExampleItems.figures", (scale, progress) -> RicartAgrawalaExampleItems.figures()),
            entry("RicartAgrawalaExampleItems.order", (scale, progress) -> RicartAgrawalaExampleItems.order(scale)),
            entry(
                    "RicartAgrawalaAssertionItems.assertions",
                    (scale, progress) -> RicartAgrawalaAssertionItems.assertions(scale)),
            entry(
                    "RicartAgrawalaAssertionItems.proofs",
                    (scale, progress) -> RicartAgrawalaAssertionItems.proofs(scale)),
            entry(
                    "RicartAgrawalaTrafficItems.againstLamport",
                    (scale, progress) -> RicartAgrawalaTrafficItems.againstLamport(scale)),
            entry(
                    "RicartAgrawalaTrafficItems.concurrent",
                    (scale, progress) -> RicartAgrawalaTrafficItems.concurrent(scale)),
            entry("RicartAgrawalaTrafficItems.serial", (scale, progress) -> RicartAgrawalaTrafficItems.serial(scale)),
            entry(
                    "RicartAgrawalaDelayItems.perRequest",
                    (scale, progress) -> RicartAgrawalaDelayItems.perRequest(scale)),
            entry(
                    "RicartAgrawalaDelayItems.withConflict",
                    (scale, progress) -> RicartAgrawalaDelayItems.withConflict(scale)),
            entry(
                    "RicartAgrawalaDelayItems.throughput",
                    (scale, progress) -> RicartAgrawalaDelayItems.throughput(scale)),
            entry(
                    "RicartAgrawalaDelayItems.compliance",
                    (scale, progress) -> RicartAgrawalaDelayItems.compliance(scale)),
            entry(
                    "RicartAgrawalaMediaItems.implicitReply",
                    (scale, progress) -> RicartAgrawalaMediaItems.implicitReply(scale)),
            entry("RicartAgrawalaMediaItems.broadcast", (scale, progress) -> RicartAgrawalaMediaItems.broadcast(scale)),
            entry("RicartAgrawalaMediaItems.sequenced", (scale, progress) -> RicartAgrawalaMediaItems.sequenced(scale)),
            entry(
                    "RicartAgrawalaMediaItems.broadcastReplies",
                    (scale, progress) -> RicartAgrawalaMediaItems.broadcastReplies(scale)),
            entry("RicartAgrawalaRingItems.ring", (scale, progress) -> RicartAgrawalaRingItems.ring(scale)),
            entry("RicartAgrawalaRingItems.overview", RicartAgrawalaRingItems::overview),
            entry("RicartAgrawalaNumberItems.range", (scale, progress) -> RicartAgrawalaNumberItems.range(scale)),
            entry("RicartAgrawalaNumberItems.bounded", (scale, progress) -> RicartAgrawalaNumberItems.bounded(scale)),
            entry("RicartAgrawalaNumberItems.ties", (scale, progress) -> RicartAgrawalaNumberItems.ties(scale)),
            entry("RicartAgrawalaNumberItems.priority", (scale, progress) -> RicartAgrawalaNumberItems.priority(scale)),
            entry(
                    "RicartAgrawalaReaderItems.readersAndWriters",
                    (scale, progress) -> RicartAgrawalaReaderItems.readersAndWriters(scale)),
            entry("RicartAgrawalaPracticeItems.names", (scale, progress) -> RicartAgrawalaPracticeItems.names()),
            entry(
                    "RicartAgrawalaPracticeItems.restart",
                    (scale, progress) -> RicartAgrawalaPracticeItems.restart(scale)),
            entry("RicartAgrawalaPracticeItems.sponsor", (scale, progress) -> RicartAgrawalaPracticeItems.sponsor()),
            entry(
                    "RicartAgrawalaPracticeItems.learning",
                    (scale, progress) -> RicartAgrawalaPracticeItems.learning(scale)),
            entry("RicartAgrawalaFailureItems.removal", (scale, progress) -> RicartAgrawalaFailureItems.removal(scale)),
            entry("RicartAgrawalaFailureItems.failure", (scale, progress) -> RicartAgrawalaFailureItems.failure(scale)),
            entry(
                    "RicartAgrawalaAppendixItems.anyOrder",
                    (scale, progress) -> RicartAgrawalaAppendixItems.anyOrder(scale)),
            entry(
                    "RicartAgrawalaAppendixItems.inOrder",
                    (scale, progress) -> RicartAgrawalaAppendixItems.inOrder(scale)),
            entry(
                    "RicartAgrawalaAppendixItems.fourthRequest",
                    (scale, progress) -> RicartAgrawalaAppendixItems.fourthRequest()));

    private RicartAgrawalaItems() {}

    public static List<Item> all() {
        return ClaimTable.items(Paper.RICART_AGRAWALA, RicartAgrawalaItems.class, Map.of(), EXPERIMENTS);
    }

    /** Something that the report says in words; here it must have come out as expected. */
    static Comparison says(String what, String paper, String expected, String ours) {
        return Comparison.holds(what, paper, ours, expected.equals(ours));
    }
}
