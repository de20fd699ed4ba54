// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.lab.check.store.Fingerprints;
import io.quorate.lab.kit.Kits;
import io.quorate.lab.mutant.Mutant;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.Possibilities;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.step.NotAlikeException;
import io.quorate.lab.world.step.RememberingStepper;
import io.quorate.lab.world.step.Renaming;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** That a search which looks at states once that differ in names finds what one without finds, and that these names make no difference. */
@Tag("slow")
class SymmetryTest {
    private static final Reductions SYMMETRY = new Reductions(false, true);
    private static final Pattern NODE = Pattern.compile("n([0-9]+)");
    private static final Pattern PAIR = Pattern.compile("reset (n[0-9]+)--(n[0-9]+)");

    @ParameterizedTest
    @CsvSource({"a2-2x1, '{n1,n2}'", "a2-2x1-unordered, '{n1,n2}'", "central-3x2, '{n2,n3}'"})
    void verdictsAreTheSameAndStatesFewer(String name, String alike) {
        CheckSystem system = StandardChecksTest.named(name);
        CheckReport every = ModelChecker.check(system, Progress.NONE);
        CheckReport some = assertSame(system, every);
        assertThat(some.alike()).hasToString("[" + alike + "]");
        assertThat(some.states()).isBetween(every.states() / 2, every.states() * 2 / 3);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("allSmall")
    void verdictsAreTheSameInAllSmallSystems(CheckSystem system) {
        CheckReport every = ModelChecker.check(system, Progress.NONE);
        CheckReport some = assertSame(system, every);
        if (some.alike().isEmpty()) {
            assertThat(some.states()).isEqualTo(every.states());
        } else {
            assertThat(some.states()).isLessThanOrEqualTo(every.states());
        }
    }

    static Stream<CheckSystem> allSmall() {
        return StandardChecks.small().stream();
    }

    private static CheckReport assertSame(CheckSystem system, CheckReport every) {
        CheckReport some = ModelChecker.check(system, SYMMETRY, Progress.NONE);
        CheckReport least = ModelChecker.check(system, Reductions.ALL, Progress.NONE);
        for (CheckReport reduced : List.of(some, least)) {
            assertThat(reduced.properties().stream()
                            .map(CheckReport.PropertyVerdict::verdict)
                            .toList())
                    .isEqualTo(every.properties().stream()
                            .map(CheckReport.PropertyVerdict::verdict)
                            .toList());
            assertThat(reduced.depth()).isEqualTo(every.depth());
            assertThat(reduced.states()).isEqualTo(some.states());
            assertThat(reduced.terminalStates()).isEqualTo(some.terminalStates());
        }
        assertThat(least.transitions()).isLessThanOrEqualTo(some.transitions());
        return some;
    }

    /** R4a and R5 are missed first in systems with two voters that are alike. */
    @ParameterizedTest
    @ValueSource(strings = {"R4a", "R5"})
    void shortestRunsAreAsShort(String rule) {
        Mutant mutant = Kits.mutants(StandardChecksTest.named("a2-2x1").setup().protocol()).stream()
                .filter(each -> each.rule().equals(rule))
                .findFirst()
                .orElseThrow();
        CheckReport every = MutantSuite.hunt(mutant, Progress.NONE).rejection();
        assertThat(every).isNotNull();
        CheckReport some = ModelChecker.check(every.system(), Reductions.ALL, Progress.NONE);
        assertThat(some.alike()).containsExactly(NodeSet.of(NodeId.of(0), NodeId.of(1)));
        assertThat(some.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(some.counterexample().trace().choices())
                .hasSameSizeAs(every.counterexample().trace().choices());
        assertThat(some.states()).isLessThan(every.states());
    }

    @Test
    void nodesWhoseNumbersDecideWhoIsFirstAreNotAlike() {
        CheckSystem system = StandardChecksTest.named("m3-3x1");
        assertThat(Symmetry.of(system).alike()).isEmpty();
        RememberingStepper wrong = new RememberingStepper(system.setup(), List.of(new Renaming(new int[] {1, 0, 2})));
        assertThatThrownBy(() -> explore(system, wrong, (state, renamed) -> {})).isInstanceOf(NotAlikeException.class);
    }

    /** What a step leads to is compared by the search itself; what may happen, and what is true, is compared here. */
    @ParameterizedTest
    @ValueSource(strings = {"a2-2x1", "central-3x2", "central-3x2-abandon"})
    void namesMakeNoDifferenceToWhatMayHappenAndToWhatIsTrue(String name) {
        CheckSystem system = StandardChecksTest.named(name);
        List<Renaming> renamings = Symmetry.of(system).renamings();
        assertThat(renamings).hasSize(1);
        Renaming swap = renamings.get(0);
        List<Property> properties = LockProperties.of(system);
        Possibilities possibilities = new Possibilities(system.limits());
        int states = explore(system, new RememberingStepper(system.setup(), renamings), (state, renamed) -> {
            assertThat(texts(possibilities, renamed, new Renaming(new int[] {0, 1, 2, 3, 4})))
                    .isEqualTo(texts(possibilities, state, swap));
            for (Property property : properties) {
                assertThat(property.holds().test(renamed))
                        .as(property.sentence())
                        .isEqualTo(property.holds().test(state));
            }
        });
        assertThat(states).isGreaterThan(500);
    }

    private interface Comparing {
        void compare(Cluster state, Cluster renamed);
    }

    private static int explore(CheckSystem system, RememberingStepper stepper, Comparing comparing) {
        Possibilities possibilities = new Possibilities(system.limits());
        Cluster first = new Cluster(system.setup(), stepper, ClusterObserver.NONE);
        Cluster renamed = first.fork();
        Set<Long> seen = new HashSet<>();
        ArrayDeque<Cluster> waiting = new ArrayDeque<>(List.of(first));
        int[] row = new int[stepper.packedLength()];
        while (!waiting.isEmpty()) {
            Cluster state = waiting.poll();
            stepper.rename(state, 0, renamed);
            comparing.compare(state, renamed);
            List<Choice> choices = new ArrayList<>();
            possibilities.list(state, choices);
            for (Choice choice : choices) {
                Cluster next = state.fork();
                next.apply(choice);
                possibilities.reduce(next, stepper);
                stepper.pack(next, row, 0);
                if (seen.add(Fingerprints.of(row))) {
                    waiting.add(next);
                }
            }
        }
        return seen.size();
    }

    /** What may happen in a state, as a set: with these names, and the two ends of a link in the order of theirs. */
    private static Set<String> texts(Possibilities possibilities, Cluster state, Renaming names) {
        List<Choice> choices = new ArrayList<>();
        possibilities.list(state, choices);
        Set<String> texts = new HashSet<>();
        for (Choice choice : choices) {
            String renamed = NODE.matcher(choice.toString())
                    .replaceAll(match -> NodeId.of(names.of(Integer.parseInt(match.group(1)) - 1))
                            .toString());
            texts.add(PAIR.matcher(renamed)
                    .replaceAll(match -> match.group(1).compareTo(match.group(2)) < 0
                            ? match.group()
                            : "reset " + match.group(2) + "--" + match.group(1)));
        }
        return texts;
    }
}
