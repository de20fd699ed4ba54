// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm.rosters;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.lab.kit.Kits;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Storms in which the roster changes: no two hold at once, fences rise, rosters of one epoch are one, nobody waits in the end, and all are in
 * one roster. Where nothing goes wrong, no hold is lost.
 */
class RosterStormTest {
    private static final int FEW = 40;
    private static final int UNORDERED = 5;
    private static final int MANY = 10_000;

    @Test
    void aFewStormsKeepTheirPromises() {
        Map<String, Long> counts = assertKept(LongStream.range(0, FEW));
        assertThat(counts.keySet())
                .contains(
                        "proposals decided",
                        "rosters over",
                        "refusals",
                        "crashes",
                        "partitions",
                        "frames held back",
                        "machines that stood still",
                        "stops",
                        "twins");
    }

    /** Messages have no order, some come a lease late, and some a second time two leases later. */
    @Test
    void aFewStormsWithoutOrderKeepTheirPromises() {
        assertThat(assertKept(LongStream.range(0, UNORDERED), RosterStorm::withoutOrder))
                .containsKeys("frames sent twice", "disks that hang", "proposals decided");
    }

    /** In this storm a node opens a session with a lease of 200 ms, and its voters answer with one of 100 ms (E8). */
    @Test
    void aVoterWithAShorterLeaseThanItsRequesterIsForgottenInTime() {
        assertKept(LongStream.of(22_002));
    }

    /** Here a node goes up, and crashes before that is on its disk; others decide another roster. What is not kept was told to nobody. */
    @Test
    void aRosterThatWasOnNoDiskMayBeDecidedOtherwise() {
        assertKept(LongStream.of(26_605));
    }

    /** Here a client draws a hold of 37 leases, 7 leases before the storm ends. The others still need time to get the lock. */
    @Test
    void aHoldThatOutlastsTheStormLeavesTimeForThoseThatWait() {
        assertKept(LongStream.of(63_068), RosterStorm::withoutOrder);
    }

    @Tag("long")
    @Test
    void manyStormsKeepTheirPromises() {
        assertKept(LongStream.range(FEW, FEW + MANY));
        assertKept(LongStream.range(UNORDERED, MANY / 10), RosterStorm::withoutOrder);
    }

    @Test
    void theSameSeedIsTheSameRun() {
        assertThat(RosterStorm.draw(new QuorumLock(), 7).run().toString())
                .isEqualTo(RosterStorm.draw(new QuorumLock(), 7).run().toString());
    }

    private static Map<String, Long> assertKept(LongStream seeds) {
        return assertKept(seeds, UnaryOperator.identity());
    }

    private static Map<String, Long> assertKept(LongStream seeds, UnaryOperator<RosterStorm> kind) {
        Map<String, Long> counts = new TreeMap<>();
        List<String> broken = seeds.mapToObj(seed ->
                        kind.apply(RosterStorm.draw(new QuorumLock(), seed)).run())
                .peek(report -> report.counts().forEach((what, count) -> counts.merge(what, count, Long::sum)))
                .filter(RosterStormReport::isBroken)
                .map(RosterStormReport::toString)
                .toList();
        assertThat(broken).isEmpty();
        return counts;
    }

    /** Storms are not blind: without a rule some break. */
    @Test
    void aStormWithoutARuleBreaks() {
        for (String rule : List.of("E2a", "E2b")) {
            boolean isBroken = LongStream.range(0, 200)
                    .mapToObj(seed -> RosterStorm.draw(
                                    Kits.without(new QuorumLock(), rule).protocol(), seed)
                            .run())
                    .anyMatch(RosterStormReport::isBroken);
            assertThat(isBroken).as("without %s", rule).isTrue();
        }
    }
}
