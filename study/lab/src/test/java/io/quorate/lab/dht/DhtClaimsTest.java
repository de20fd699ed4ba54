// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.dht;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.lab.dht.DhtFigure.Varied;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What docs/study/protocols/dht-experiments.md says of the claims of the paper, in smaller networks and with fewer runs. */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DhtClaimsTest {
    private static final Protocol<?> SIGMA = Protocols.named("sigma");
    private static final Protocol<?> END_TO_END = Protocols.named("endtoend");
    private static final Protocol<?> NON_END_TO_END = Protocols.named("nonendtoend");
    private static final List<Protocol<?>> ALL = List.of(SIGMA, END_TO_END, NON_END_TO_END);

    private DhtResult byNodes;
    private DhtResult byRetries;

    private static DhtResult run(Varied varied, List<String> values, int runs, DhtExperiment base) {
        DhtResult result = new DhtFigure(varied, ALL, values, runs, base).run(DhtFigure.Progress.NONE);
        assertThat(result.violations()).isZero();
        return result;
    }

    @BeforeAll
    void measure() {
        byNodes = run(Varied.NODES, List.of("500", "4000"), 3, DhtExperiment.of(SIGMA, 500, 1));
        byRetries = run(Varied.RETRIES, List.of("never", "1", "0.25"), 3, DhtExperiment.of(SIGMA, 500, 1));
    }

    /** Eight times as many nodes make routes longer by about 0.75 hops. */
    @Test
    void messagesGrowWithTheLengthOfRoutesNotWithTheNumberOfNodes() {
        for (Protocol<?> protocol : ALL) {
            double few = byNodes.mean(protocol, "500").ofLocks();
            double many = byNodes.mean(protocol, "4000").ofLocks();
            assertThat(many / few).isBetween(1.02, 1.3);
        }
    }

    @Test
    void withInformedRetriesSigmaNeedsTheFewestMessages() {
        for (int line : List.of(1, 2)) {
            assertThat(byNodes.ratioToFirst(line, 0, DhtMean::ofLocks)).isBetween(0.6, 0.95);
            assertThat(byNodes.ratioToFirst(line, 1, DhtMean::ofLocks)).isBetween(0.6, 0.95);
        }
    }

    @Test
    void onlyIfWhoWaitsAsksOftenAndOnlyWithSigmaTheRatioIsAsInThePaper() {
        double often = byRetries.mean(SIGMA, "0.25").ofLocks();
        double seldom = byRetries.mean(SIGMA, "1").ofLocks();
        for (Protocol<?> other : List.of(END_TO_END, NON_END_TO_END)) {
            double silent = byRetries.mean(other, "never").ofLocks();
            assertThat(often / silent).isGreaterThan(1.4);
            assertThat(seldom / silent).isLessThan(1.2);
        }
    }

    /** Requests meet on their way to a replica only seldom: routes are as long as without anybody who could stop them. */
    @Test
    void hardlyARequestIsStoppedOnItsWay() {
        double stopped = byNodes.mean(NON_END_TO_END, "4000").byKind().getOrDefault("GrantReq", 0.0);
        double sent = 3 * 400;
        assertThat(stopped / sent).isLessThan(0.25);
    }

    @Test
    void loadIsSpreadAboutAlike() {
        double sigma = byNodes.mean(SIGMA, "500").load().inequality();
        for (Protocol<?> other : List.of(END_TO_END, NON_END_TO_END)) {
            assertThat(byNodes.mean(other, "500").load().inequality()).isBetween(sigma - 0.1, sigma + 0.02);
        }
    }

    /** How many times the messages without churn there are with it. */
    private static double growth(DhtResult byChurn, Protocol<?> protocol) {
        return byChurn.mean(protocol, "60").ofLocks()
                / byChurn.mean(protocol, "0").ofLocks();
    }

    @Test
    void underChurnMessagesOfAllGrowAndThoseOfEndToEndLess() {
        TimeScale times = TimeScale.USUAL.withRound(Duration.ofSeconds(10));
        DhtExperiment base = DhtExperiment.of(SIGMA, 200, 1).with(times);
        DhtResult byChurn = run(Varied.CHURN, List.of("0", "60"), 3, base);
        double sigma = growth(byChurn, SIGMA);
        assertThat(sigma).isGreaterThan(1.5);
        assertThat(growth(byChurn, END_TO_END) - 1).isBetween(0.4, 0.85 * (sigma - 1));
        assertThat(growth(byChurn, NON_END_TO_END)).isBetween(0.85 * sigma, 1.15 * sigma);
    }
}
