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
        "a1-2x1, 88",
        "a1-2x1-abandon, 486",
        "a1-2x1-trust, 1172",
        "a1-2x2-standing-fences, 2304",
        "m3-1x1-suspicion, 197",
        "m3-2x1-suspicion, 14714",
        "m3-2x2-fences, 1512",
        "m3-3x1, 2655",
        "a1-2x1-abandon-unordered, 1328",
        "a1-2x1-half-reset, 2018",
        "a1-2x1-reset, 3282",
        "a1-2+1-unordered, 1300",
        "a1-2+1-unordered-copy, 42237",
        "a1-ses-abandon, 26143",
        "a1-3x1-unordered-fences, 6928",
        "a1-2x1-restart-fences, 92622",
        "a2-2x1, 1529",
        "a2-2x1-unordered, 8291",
        "a2-2x1-reset, 116507",
        "a2-2x1-unordered-copy, 413684",
        "star-3x1-trust-unordered-late-relinquish, 67911",
        "m4-3x1, 133028",
        "m5-3x1, 193159",
        "m3-apart-3x1, 75642",
        "m3-ses-abandon, 46846",
        "m3-se-se-s, 117649",
        "m3-2x1-abandon-unordered-copy, 12097",
        "m3-3x1-unordered-copy, 109067",
        "m3-3x1-reset, 129561",
        "m3-3x1-half-reset, 78691",
        "m3-2x1-abandon-2-resets, 128752",
        "m3-2x1-2-half-resets, 14197",
        "m3-2x1-2-suspicions, 351572",
        "m3-two-claims-a-node, 77786",
        "m3-two-locks-reset, 839724",
        "m3-2x1-2-trust, 5575",
        "a1-2x2-trust-fences, 29183",
        "m3-2x1-trust-unordered, 2563",
        "m3-2x1-crash, 13746",
        "m3-2x1-voter-restart-fences, 199528",
        "m3-2x2-standing-fences, 2266",
        "m3-3x1-standing, 3217",
        "m3-2x1-standing-trust, 1068",
        "m3-apart-2x1-trust, 15311",
        "a1-ses-trust-fences, 36787",
        "a1-ses-standing, 1718",
        "a2-2x1-trust, 52727",
        "fano-3x1, 55818",
        "fano-2x1-abandon, 16365",
        "tree4-by-name-3x1, 1227",
        "tree4-by-name-2x1-suspicion, 148015",
        "tree4-by-name-two-locks, 13883",
        "grid4-3x1, 39809",
        "grid4-2x1-suspicion, 152268",
        "central-3x2, 1578",
        "central-3x2-abandon, 16091",
        "sequential-a2-2x1, 69",
        "sequential-triangle-3x1, 393",
        "sequential-a2-2x1-half-reset, 1792",
        "sequential-a2-2x1-abandon-unordered-copy, 7394",
        "sequential-a1-2+1-unordered-copy, 556",
        "sequential-triangle-3x1-unordered-copy, 3372",
        "cyclic-a2-2x1, 51",
        "cyclic-triangle-3x1, 393",
        "cyclic-triangle-3x1-abandon, 1954",
        "cyclic-a2-2x1-abandon, 175",
        "cyclic-a2-2x1-half-reset, 1696",
        "cyclic-a2-2+1-abandon, 818",
        "cyclic-a2-2+1-half-reset, 4851",
        "cyclic-grid4-3x1-abandon, 9484",
        "sequential-triangle-3x2, 10181",
        "sequential-fano-3x1, 701",
        "sequential-fano-4x1, 11188",
        "sequential-fano-3x1-abandon, 20336",
        "sequential-triangle-3x1-abandon-reset, 80386",
        "sequential-grid4-2x1-abandon-2-half-resets, 131759",
        "cyclic-triangle-3x2, 10181",
        "cyclic-fano-3x1, 463",
        "cyclic-fano-4x1, 8022",
        "cyclic-fano-3x1-abandon, 4660",
        "cyclic-triangle-3x1-abandon-reset, 54562",
        "cyclic-grid4-2x1-abandon-2-half-resets, 123449",
        "tree3-2x1, 40",
        "tree3-3x1, 299",
        "tree3-2x1-crash, 1356",
        "tree3-2x1-suspicion, 2145",
        "tree3-2x1-reset, 1152",
        "tree3-2x1-half-reset, 715",
        "tree3-2x1-abandon-unordered, 436",
        "tree3-3x2, 8998",
        "tree3-3x1-crash, 14797",
        "tree3-3x1-unordered-copy, 5370",
        "tree3-2x2-unordered-copy, 11178",
        "tree3-apart-2x1, 405",
        "tree3-apart-2x1-unordered, 878",
        "tree3-apart-2x1-reset, 28656",
        "tree3-apart-3x1-unordered, 32769",
        "tree3-3x1-crash-unordered, 29472",
        "tree4-3x1, 320",
        "tree7-3x1, 5562",
        "tree3-3x1-suspicion-unordered, 174685",
        "tree3-2x1-suspicion-crash-unordered, 55921",
        "tree3-2x1-suspicion-reset, 73201",
        "tree3-2x1-suspicion-abandon-unordered, 25163",
        "tree3-2x1-crash-abandon-unordered-copy, 60783",
        "tree4-2x1-crash, 15361",
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
        "take-over-3-2x1-crash, 513",
        "take-over-hub-2x1-crash, 4241",
        "take-over-hub-2x1-crash-half-reset, 81192",
        "take-over-hub-2x1-2-crashes, 30791",
        "take-over-4-2x1-crash, 36157",
        "take-over-3-3x1-crash, 5425",
        "take-over-3-3x1-crash-unordered, 6489",
        "take-over-3-3x1-2-crashes, 7005",
        "take-over-3-2x1-crash-reset, 7530",
        "take-over-3-2x1-crash-abandon-unordered-copy, 9059",
        "take-over-hub-2x1-crash-unordered, 8670",
        "take-over-hub-2x1-2-crashes-unordered, 60428",
        "take-over-hub-2x1-crash-reset, 118167",
        "take-over-hub-2x1-crash-abandon-unordered-copy, 325836",
        "take-over-4-2x1-crash-unordered, 79380",
        "take-over-7-2x1-crash, 233038",
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
        "practical-2x1-early, 251",
        "practical-2x2-early, 2536",
        "practical-2x1-crash, 186",
        "practical-2x2-leave, 2663",
        "practical-2x2-crash-restart, 6499",
        "practical-2x2-after-a-wrong-suspicion, 3251",
        "practical-3-rejoin, 500",
        "practical-3-2x1-crash, 14028",
        "practical-2x2-leave-copy, 43531",
        "practical-3-2x1-crash-restart, 56724",
        "practical-3-2x2-leave, 43044",
        "practical-3-3x1-crash, 279106",
        "practical-3x1-leave, 46669",
        "practical-2x1-crash-restart-copy, 4088",
        "practical-2x2-crash-restart-reset, 216918",
        "practical-2x2-leave-half-reset, 60619",
        "practical-2x2-leave-abandon, 41433",
        "practical-2x1-2-crashes-2-restarts, 4504",
        "practical-readers-writers-2x2-leave, 2591",
        "practical-learn-from-each-3-rejoin, 46203",
        "practical-learn-from-growth-3-rejoin, 41113",
        "practical-learn-by-waiting-3-rejoin, 40569",
        "practical-learn-from-one-3-rejoin, 19963",
    })
    void holds(String name, long states) {
        assertVerified(named(name), states);
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({
        "m3-3x2, 1651846",
        "m3-2x1-restart-fences, 2439875",
        "m3-2x1-voter-restart-trust, 3860884",
        "m3-2x1-trust-suspicion, 658447",
        "a2-2x1-trust-unordered, 1226349",
        "m3-3x1-suspicion, 537974",
        "m3-2x1-abandon-reset-unordered-copy, 1131854",
        "m3-ses-abandon-reset, 1808090",
        "a1-ses-abandon-unordered-copy, 7554718",
        "sequential-fano-2x1-abandon-2-resets, 2396466",
        "sequential-grid4-3x1-abandon-unordered-copy, 1368322",
        "sequential-triangle-2x1-every-fault-unordered, 302698",
        "cyclic-fano-2x1-abandon-2-resets, 1351929",
        "cyclic-triangle-3x2-abandon, 456176",
        "cyclic-triangle-3x1-abandon-2-resets, 667934",
        "cyclic-grid4-3x1-abandon-reset, 712149",
        "tree3-3x1-crash-unordered-copy, 304021",
        "tree4-3x1-crash, 899470",
        "tree3-2x1-2-suspicions-unordered-copy, 4379140",
        "tree7-3x1-unordered-copy, 423181",
        "thiare-fall-shared-3x1-unordered-copy, 278529",
        "thiare-fall-8-4x1, 1098419",
        "maekawa-4-3x1-abandon, 3714328",
        "maekawa-4-3x1-reset, 689333",
        "maekawa-7-4x1, 403174",
        "maekawa-7-4x1-unordered, 620339",
        "take-over-hub-3x1-2-crashes-unordered, 124715",
        "take-over-4-2x1-2-crashes, 314727",
        "take-over-hub-2x2-crash-unordered, 1434018",
        "practical-3-3x1-crash-restart, 1852371",
        "practical-3x1-leave-early, 1928727",
        "practical-3-2x1-crash-restart-early, 433842",
        "practical-3-2x1-2-crashes-2-restarts, 1180933",
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
