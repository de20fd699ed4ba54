// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.lab.kit.Kits;
import io.quorate.lab.mutant.Mutant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Locks on an overlay whose nodes come and go, whose frames are lost and copied, and whose replicas forget everything. */
@Tag("slow")
class OverlayStormsTest {
    private static final int SEEDS = 20;
    private static final int SEEDS_OF_ONE_FAULT = 8;
    private static final int SEEDS_WHEN_LONG = 1_000;

    private static final String DOUBLE_OWNERS = "replicas with two voting owners";

    private static Storm storm(String protocol, long seed) {
        return Storm.draw(Protocols.named(protocol), seed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sigma", "endtoend", "nonendtoend"})
    void theLockKeepsItsPromisesInEveryStorm(String protocol) {
        assertThat(promisesKept(protocol, 1, SEEDS).keySet())
                .contains("duplicates", "lost frames", "crashes", "quick restarts", "leaves", "newcomers")
                .contains("isolations", "pauses", "orderly stops", "expiries", "trust ended", "restart intervals over");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sigma", "endtoend", "nonendtoend"})
    @Tag("long")
    void theLockKeepsItsPromisesInAThousandStorms(String protocol) {
        assertRich(promisesKept(protocol, 1_000_000, SEEDS_WHEN_LONG));
    }

    /** V7: all others hear both. V8: some do, near by. */
    @ParameterizedTest
    @CsvSource({
        "sigma,BROKEN_LINKS",
        "endtoend,BROKEN_LINKS",
        "nonendtoend,BROKEN_LINKS",
        "sigma,TORN_LINKS",
        "endtoend,TORN_LINKS",
        "nonendtoend,TORN_LINKS",
        "sigma,RIFTS",
        "endtoend,RIFTS",
        "nonendtoend,RIFTS"
    })
    void theLockKeepsItsPromisesWhereNeighboursDoNotHearEachOther(String protocol, Fault fault) {
        Map<String, Long> happened = promisesKept(LongStream.rangeClosed(1, SEEDS_OF_ONE_FAULT)
                .mapToObj(seed -> storm(protocol, seed).with(Set.of(fault))));
        assertThat(happened).containsKeys(fault.text().replace('-', ' ')).doesNotContainKey(DOUBLE_OWNERS);
    }

    /** The same a thousand times, with all that goes wrong else. */
    @ParameterizedTest
    @CsvSource({"sigma,TORN_LINKS", "endtoend,RIFTS", "nonendtoend,TORN_LINKS"})
    @Tag("long")
    void theLockKeepsItsPromisesInAThousandStormsWithBrokenLinks(String protocol, Fault fault) {
        promisesKept(LongStream.range(2_000_000, 2_000_000 + SEEDS_WHEN_LONG)
                .mapToObj(seed -> storm(protocol, seed))
                .map(storm -> {
                    Set<Fault> faults = EnumSet.of(fault);
                    faults.addAll(storm.faults());
                    return storm.with(faults);
                }));
    }

    private static Map<String, Long> promisesKept(String protocol, long firstSeed, int seeds) {
        return promisesKept(LongStream.range(firstSeed, firstSeed + seeds).mapToObj(seed -> storm(protocol, seed)));
    }

    private static Map<String, Long> promisesKept(Stream<Storm> storms) {
        Map<String, Long> happened = new TreeMap<>();
        for (Storm storm : storms.toList()) {
            StormReport report = Storms.run(storm);
            assertThat(report.broken()).as(() -> report.storm().replayCommand()).isNull();
            assertThat(report.recovery().taken())
                    .isBetween(0L, report.recovery().bound());
            report.happened().forEach((what, count) -> happened.merge(what, count, Long::sum));
        }
        return happened;
    }

    /** A storm in which nothing happens shows nothing. */
    private static void assertRich(Map<String, Long> happened) {
        assertThat(happened)
                .containsKeys("duplicates", "lost frames", "resets", "slow links", "wrong suspicions")
                .containsKeys("crashes", "crashes of holders", "quick restarts", "restarts", "orderly stops")
                .containsKeys(
                        "leaves",
                        "newcomers",
                        "isolations",
                        "broken links",
                        "torn links",
                        "rifts",
                        "told of other contacts")
                .containsKeys("pauses", "pauses of holders", "distrust of all", "losses by revocation")
                .containsKeys("losses", "trust ended", "expiries", "restart intervals over", "outlived holds")
                .containsKeys("storms with voters left down", "voters lost by a holder", "claims given up")
                .doesNotContainKey(DOUBLE_OWNERS);
    }

    @Test
    void theSameSeedTwiceIsTheSameRunAndAnotherSeedAnother() {
        for (long seed = 1; seed <= 3; seed++) {
            StormReport report = Storms.run(storm("sigma", seed));
            assertThat(Storms.run(storm("sigma", seed))).isEqualTo(report);
            assertThat(Storms.run(storm("sigma", seed + 1)).traceHash()).isNotEqualTo(report.traceHash());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pastry", "ring"})
    void withoutFaultsNobodyLosesAnything(String overlay) {
        for (long seed = 1; seed <= 4; seed++) {
            Map<String, String> options = Map.of("overlay", overlay, "faults", "none", "nodes", "8");
            StormReport report = Storms.run(StormOptions.read(Protocols.named("sigma"), seed, options));
            assertThat(report.broken()).isNull();
            assertThat(report.grants()).isPositive();
            assertThat(report.storm().overlay().kind().name()).isEqualTo(overlay);
            assertThat(report.happened())
                    .doesNotContainKeys("losses", "crashes", "pauses", "outlived holds", DOUBLE_OWNERS);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"V1a", "V1b", "V1c", "V2", "V3", "R7", "R9", "S7", "F1", "F2"})
    void aStormFindsTheTwinWithoutThisRule(String rule) {
        Protocol<?> sigma = Protocols.named("sigma");
        Mutant mutant = Kits.without(sigma, rule);
        assertThat(LongStream.rangeClosed(1, 300)
                        .mapToObj(seed -> Storms.run(Storm.draw(sigma, seed).without(mutant)))
                        .filter(report -> !report.isOk())
                        .findFirst())
                .isPresent();
    }

    /** Rules of nodes in time: what matters for them must happen often. */
    @ParameterizedTest
    @CsvSource({"V6,PAUSES", "V7,BROKEN_LINKS", "V8,RIFTS", "V8,TORN_LINKS"})
    void aStormOfTheRightFaultsFindsTheTwinWithoutThisRule(String rule, Fault fault) {
        Protocol<?> sigma = Protocols.named("sigma");
        Mutant mutant = Kits.without(sigma, rule);
        assertThat(LongStream.rangeClosed(1, 100)
                        .mapToObj(seed -> Storms.run(
                                Storm.draw(sigma, seed).with(Set.of(fault)).without(mutant)))
                        .filter(report -> !report.isOk())
                        .findFirst())
                .isPresent();
    }

    /** What the locks rest on, and what happens without it: that is why partitions are not among the faults to be survived. */
    @Test
    void anOverlayThatFallsApartHasTwoOwnersOfOneReplica() {
        Stream<StormReport> reports = LongStream.rangeClosed(1, 100)
                .mapToObj(seed -> Storms.run(storm("sigma", seed).with(Set.of(Fault.PARTITIONS))));
        assertThat(reports.filter(report -> report.count(DOUBLE_OWNERS) > 0).findFirst())
                .isPresent();
    }

    @Test
    void aStormIsReplayedByTheOptionsThatItNames() {
        for (long seed = 1; seed <= 3; seed++) {
            Storm storm = storm("sigma", seed).with(Set.of(Fault.CRASHES, Fault.LOSS));
            Map<String, String> options = new TreeMap<>();
            String[] words = storm.replayCommand().split(" --");
            for (int place = 3; place < words.length; place++) {
                String[] nameAndValue = words[place].split(" ", 2);
                String twice = options.put(nameAndValue[0], nameAndValue[1].replace("'", ""));
                assertThat(twice).as(words[place]).isNull();
            }
            assertThat(options).containsKeys("overlay", "voters");
            assertThat(Storms.run(StormOptions.read(Protocols.named("sigma"), seed, options))
                            .traceHash())
                    .isEqualTo(Storms.run(storm).traceHash());
        }
    }

    @Test
    void whatMakesNoStormOverAnOverlayIsRefusedWithAReason() {
        Protocol<?> quorumLock = new QuorumLock();
        assertThatThrownBy(() -> StormOptions.read(quorumLock, 1, Map.of("overlay", "pastry")))
                .hasMessageContaining("needs no overlay: take --overlay pastry away");
        assertThatThrownBy(() -> StormOptions.read(quorumLock, 1, Map.of("faults", "loss")))
                .hasMessageContaining("there is no loss: take it away");
        assertThatThrownBy(() -> StormOptions.read(Protocols.named("sigma"), 1, Map.of("overlay", "pastri")))
                .hasMessageContaining("Did you mean \"pastry\"?");
        assertThat(Fault.parse("all", true)).contains(Fault.LOSS).doesNotContain(Fault.PARTITIONS, Fault.BLACKOUTS);
        assertThat(Fault.parse("all", false)).contains(Fault.PARTITIONS).doesNotContain(Fault.LOSS);
    }
}
