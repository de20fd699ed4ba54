package io.quorate.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.world.Wish;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A number of states that changes means that the protocol, or the checker, changed: find out which, then write it here. */
class StandardChecksTest {
    @ParameterizedTest
    @CsvSource({
        "a1-2x1, 73",
        "a1-2x1-abandon, 395",
        "m3-1x1-suspicion, 114",
        "m3-2x2, 754",
        "m3-3x1, 1433",
        "a1-2x1-abandon-unordered, 639",
        "a1-2x1-half-reset, 1350",
        "a1-2x1-reset, 2173",
        "a1-2+1-unordered, 1104",
        "a1-2+1-unordered-copy, 26502",
        "a1-ses-abandon, 13678",
        "a2-2x1, 1216",
        "a2-2x1-unordered, 7141",
        "a2-2x1-reset, 66998",
        "a2-2x1-unordered-copy, 316803",
        "m3-3x2, 327934",
        "m4-3x1, 72423",
        "m5-3x1, 96526",
        "m3-apart-3x1, 44692",
        "m3-ses-abandon, 18022",
        "m3-se-se-s, 24230",
        "m3-2x1-abandon-unordered-copy, 4441",
        "m3-3x1-unordered-copy, 55626",
        "m3-3x1-reset, 53315",
        "m3-3x1-half-reset, 33508",
        "m3-2x1-abandon-2-resets, 52869",
        "m3-2x1-2-half-resets, 7957",
        "m3-2x1-2-suspicions, 65328",
        "m3-two-claims-a-node, 38659",
        "m3-two-locks-reset, 271994",
        "fano-3x1, 33367",
        "fano-2x1-abandon, 11801",
        "tree4-by-name-3x1, 770",
        "tree4-by-name-2x1-suspicion, 16745",
        "tree4-by-name-two-locks, 5913",
        "grid4-3x1, 26181",
        "grid4-2x1-suspicion, 47106",
        "central-3x2, 1578",
        "central-3x2-abandon, 16091",
        "maekawa-a1-2x1-abandon, 187",
        "maekawa-3-3x1, 597",
        "maekawa-a1-2x1-half-reset, 698",
        "maekawa-a1-2+1-unordered-copy, 2104",
        "maekawa-a2-2x1-unordered, 422",
        "maekawa-a2-2x1-reset, 15374",
        "maekawa-a2-2x2, 4506",
        "maekawa-a2-3x1, 9826",
        "maekawa-third-meets-once-unordered-copy, 62800",
        "maekawa-3-3x2, 18117",
        "maekawa-3-2x1-abandon-unordered-copy, 2203",
        "maekawa-3-3x1-reset, 16420",
        "maekawa-3-3x1-half-reset, 10872",
        "maekawa-3-2x1-abandon-2-resets, 22907",
        "maekawa-4-3x1, 13716",
        "maekawa-4-3x1-unordered, 21495",
        "maekawa-4-3x1-unordered-copy, 423530",
        "maekawa-7-3x1, 8220",
        "maekawa-7-3x1-unordered, 9952",
        "maekawa-7-3x1-unordered-copy, 173215",
        "thiare-fall-4-3x1, 1278",
        "thiare-fall-shared-3x1, 9826",
        "thiare-fall-shared-arbiter-asks-3x1, 4639",
        "thiare-fall-hub-4x1, 1395",
        "thiare-fall-4-4x1, 19315",
        "thiare-fall-4-2x1-abandon, 2449",
        "thiare-fall-4-3x1-unordered, 1647",
        "thiare-fall-4-3x1-reset, 59486",
        "thiare-fall-4-3x1-unordered-copy, 22774",
        "thiare-fall-shared-3x1-unordered, 13750",
        "thiare-fall-8-3x1, 25594",
        "thiare-fall-8-3x1-unordered, 33238",
    })
    void holds(String name, long states) {
        assertVerified(named(name), states);
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({
        "m3-3x1-2-suspicions, 2821450",
        "m3-2x1-every-fault-unordered, 2152320",
        "m3-ses-abandon-reset, 482666",
        "a1-ses-abandon-unordered-copy, 711843",
        "a2-2x1-reset-unordered, 4033141",
        "maekawa-4-3x1-abandon, 3714328",
        "maekawa-4-3x1-reset, 689333",
        "maekawa-7-4x1, 403174",
        "maekawa-7-4x1-unordered, 620339",
        "thiare-fall-shared-3x1-unordered-copy, 278529",
        "thiare-fall-8-4x1, 1098419",
    })
    void holdsInLargeSystems(String name, long states) {
        assertVerified(named(name), states);
    }

    @Test
    void noSystemIsForgotten() throws NoSuchMethodException {
        assertThat(pinned("holds")).isEqualTo(StandardChecks.small().size());
        assertThat(pinned("holdsInLargeSystems"))
                .isEqualTo(StandardChecks.large().size());
    }

    @Test
    void twoLocksPlacedByNameHaveQuorumsThatDiffer() {
        Placement placement = named("tree4-by-name-two-locks").setup().placement();
        QuorumSystem usual = placement.of(Wish.EXCLUSIVE.lock());
        QuorumSystem other = placement.of(QuorumLockChecks.OTHER_LOCK.lock());
        assertThat(IntStream.range(0, 16)
                        .mapToObj(NodeSet::ofBits)
                        .filter(set -> usual.isQuorum(set) != other.isQuorum(set)))
                .isNotEmpty();
    }

    private static int pinned(String test) throws NoSuchMethodException {
        return StandardChecksTest.class
                .getDeclaredMethod(test, String.class, long.class)
                .getAnnotation(CsvSource.class)
                .value()
                .length;
    }

    private static void assertVerified(CheckSystem system, long states) {
        CheckReport report = ModelChecker.check(system, Progress.NONE);
        assertThat(report.verdict()).as(report::toText).isEqualTo(Verdict.VALID);
        assertThat(report.states()).isEqualTo(states);
    }

    static CheckSystem named(String name) {
        return Stream.concat(StandardChecks.small().stream(), StandardChecks.large().stream())
                .filter(system -> system.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
