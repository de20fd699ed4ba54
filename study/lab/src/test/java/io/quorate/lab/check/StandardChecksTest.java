// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.world.event.Wish;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** A number of states that changes means that the protocol, or the checker, changed: find out which, then write it into the list. */
@Tag("slow")
public class StandardChecksTest {
    private static final String SMALL = "states-small.csv";

    /** The small systems of the papers' protocols that take longest. Each has a smaller one like it in the first list. */
    private static final String MEDIUM = "states-medium.csv";

    private static final String LARGE = "states-large.csv";

    @ParameterizedTest
    @CsvFileSource(resources = SMALL, numLinesToSkip = 1)
    void holds(String name, long states) {
        assertVerified(named(name), states);
    }

    @Tag("long")
    @ParameterizedTest
    @CsvFileSource(resources = MEDIUM, numLinesToSkip = 1)
    void holdsInSmallSystemsThatTakeLong(String name, long states) {
        assertVerified(named(name), states);
    }

    @Tag("long")
    @ParameterizedTest
    @CsvFileSource(resources = LARGE, numLinesToSkip = 1)
    void holdsInLargeSystems(String name, long states) {
        assertVerified(named(name), states);
    }

    @Test
    void noSystemIsForgotten() throws IOException {
        assertThat(pinned(SMALL, MEDIUM)).containsExactlyElementsOf(names(StandardChecks.small()));
        assertThat(pinned(LARGE)).containsExactlyElementsOf(names(StandardChecks.large()));
    }

    private static List<String> names(List<CheckSystem> systems) {
        return systems.stream().map(CheckSystem::name).sorted().toList();
    }

    private static List<String> pinned(String... files) throws IOException {
        List<String> names = new ArrayList<>();
        for (String file : files) {
            try (InputStream stream = StandardChecksTest.class.getResourceAsStream(file)) {
                new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .skip(1)
                        .map(line -> line.substring(0, line.indexOf(',')))
                        .forEach(names::add);
            }
        }
        Collections.sort(names);
        return names;
    }

    @Test
    void twoLocksPlacedByNameHaveQuorumsThatDiffer() {
        Placement placement = named("tree4-by-name-two-locks").setup().placement();
        QuorumSystem usual = placement.of(Wish.EXCLUSIVE.lock());
        QuorumSystem other = placement.of(CheckSystem.OTHER_LOCK.lock());
        assertThat(IntStream.range(0, 16)
                        .mapToObj(NodeSet::ofBits)
                        .filter(set -> usual.isQuorum(set) != other.isQuorum(set)))
                .isNotEmpty();
    }

    private static void assertVerified(CheckSystem system, long states) {
        CheckReport report = ModelChecker.check(system, Progress.NONE);
        assertThat(report.verdict()).as(report::toText).isEqualTo(Verdict.VALID);
        assertThat(report.states()).isEqualTo(states);
    }

    public static CheckSystem named(String name) {
        return Stream.concat(StandardChecks.small().stream(), StandardChecks.large().stream())
                .filter(system -> system.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
