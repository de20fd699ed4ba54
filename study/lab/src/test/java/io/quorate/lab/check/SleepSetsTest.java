// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.lab.kit.Kits;
import io.quorate.lab.mutant.Mutant;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.Possibilities;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.net.Channel;
import io.quorate.lab.world.setup.Setup;
import io.quorate.lab.world.step.RememberingStepper;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** That a search with sleep sets finds what one without finds, and that the steps which it takes to be independent are. */
@Tag("slow")
class SleepSetsTest {
    private static final Reductions SLEEPING = new Reductions(true, false);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a1-2x1-abandon",
                "a1-2x1-abandon-unordered",
                "a2-2x1-unordered",
                "m3-2x1-abandon-unordered-copy",
                "m3-3x1",
                "m3-1x1-suspicion",
                "a1-2x1-restart-fences",
                "central-3x2",
            })
    void verdictsAndStatesAreTheSame(String name) {
        assertSame(StandardChecksTest.named(name));
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("allSmall")
    void verdictsAndStatesAreTheSameInAllSmallSystems(CheckSystem system) {
        assertSame(system);
    }

    static Stream<CheckSystem> allSmall() {
        return StandardChecks.small().stream();
    }

    private static void assertSame(CheckSystem system) {
        CheckReport every = ModelChecker.check(system, Progress.NONE);
        CheckReport some = ModelChecker.check(system, SLEEPING, Progress.NONE);
        assertThat(some.properties()).isEqualTo(verdicts(every, some));
        assertThat(some.states()).isEqualTo(every.states());
        assertThat(some.depth()).isEqualTo(every.depth());
        assertThat(some.terminalStates()).isEqualTo(every.terminalStates());
        if (SleepSets.of(system).isUsed() && every.states() > 100) {
            assertThat(some.transitions()).isLessThan(every.transitions());
        } else {
            assertThat(some.transitions()).isLessThanOrEqualTo(every.transitions());
        }
    }

    /** Those of the first, with the properties of the second: each check makes properties of its own. */
    private static List<CheckReport.PropertyVerdict> verdicts(CheckReport first, CheckReport second) {
        List<CheckReport.PropertyVerdict> verdicts = new ArrayList<>();
        for (int place = 0; place < first.properties().size(); place++) {
            CheckReport.PropertyVerdict one = first.properties().get(place);
            Property other = second.properties().get(place).property();
            assertThat(one.property().sentence()).isEqualTo(other.sentence());
            verdicts.add(new CheckReport.PropertyVerdict(other, one.verdict()));
        }
        return verdicts;
    }

    @ParameterizedTest
    @ValueSource(strings = {"R2", "R5", "R7", "R8"})
    void shortestRunsAreAsShort(String rule) {
        Mutant mutant = Kits.mutants(StandardChecksTest.named("m3-3x1").setup().protocol()).stream()
                .filter(each -> each.rule().equals(rule))
                .findFirst()
                .orElseThrow();
        CheckReport every = MutantSuite.hunt(mutant, Progress.NONE).rejection();
        assertThat(every).isNotNull();
        CheckReport some = ModelChecker.check(every.system(), SLEEPING, Progress.NONE);
        assertThat(some.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(some.counterexample().trace().choices())
                .hasSameSizeAs(every.counterexample().trace().choices());
        assertThat(some.transitions()).isLessThan(every.transitions());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a1-2x1-abandon",
                "a1-2x1-abandon-unordered",
                "a1-2x1-reset",
                "a1-2x1-restart-fences",
                "m3-1x1-suspicion",
                "a2-2x1",
            })
    void independentStepsCommuteInEveryState(String name) {
        assertThat(pairsThatCommute(StandardChecksTest.named(name))).isPositive();
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("allSmall")
    void independentStepsCommuteInTheFirstStatesOfAllSmallSystems(CheckSystem system) {
        if (SleepSets.of(system).isUsed()) {
            pairsThatCommute(system);
        }
    }

    @Test
    void nothingSleepsWhereNodesMeetInMoreThanFrames() {
        Setup watched = Setup.parse("nodes 3  protocol central  passed at-most-0-by-arrival");
        CheckSystem system = StandardChecksTest.named("central-3x2");
        assertThat(SleepSets.of(system).isUsed()).isTrue();
        assertThat(SleepSets.of(system.with(watched)).isUsed()).isFalse();
    }

    /** Tries both orders of any two independent steps in the first states, and counts these pairs. */
    private static long pairsThatCommute(CheckSystem system) {
        SleepSets sets = SleepSets.of(system);
        Possibilities possibilities = new Possibilities(system.limits());
        RememberingStepper stepper = new RememberingStepper(system.setup());
        Cluster first = new Cluster(system.setup(), stepper, ClusterObserver.NONE);
        system.prefix().forEach(first::apply);
        Set<List<Integer>> seen = new HashSet<>();
        ArrayDeque<Cluster> waiting = new ArrayDeque<>(List.of(first));
        long pairs = 0;
        while (!waiting.isEmpty() && seen.size() < 10_000) {
            Cluster state = waiting.poll();
            List<Choice> choices = listed(possibilities, state);
            for (Choice one : choices) {
                Cluster afterOne = after(state, one, possibilities, stepper);
                if (seen.add(packed(stepper, afterOne))) {
                    waiting.add(afterOne);
                }
                List<Choice> then = listed(possibilities, afterOne);
                for (Choice other : independent(sets, one, choices)) {
                    assertThat(withBit(sets, sets.bitOf(other), then))
                            .as("what sleeps with %s after %s", other, one)
                            .isEqualTo(withBit(sets, sets.bitOf(other), choices));
                    Cluster afterOther = after(state, other, possibilities, stepper);
                    Choice oneThen = again(one, state, afterOther);
                    Choice otherThen = again(other, state, afterOne);
                    assertThat(packed(stepper, after(afterOne, otherThen, possibilities, stepper)))
                            .as("%s and %s", one, other)
                            .isEqualTo(packed(stepper, after(afterOther, oneThen, possibilities, stepper)));
                    pairs++;
                }
            }
        }
        return pairs;
    }

    private static List<Choice> independent(SleepSets sets, Choice one, List<Choice> others) {
        return others.stream()
                .filter(other -> sets.after(sets.bitOf(other), one) != 0)
                .toList();
    }

    private static List<Choice> withBit(SleepSets sets, long bit, List<Choice> choices) {
        return choices.stream().filter(choice -> sets.bitOf(choice) == bit).toList();
    }

    /** The same step later, when the frame that arrives may stand at another position of its channel. */
    private static Choice again(Choice choice, Cluster before, Cluster later) {
        if (choice instanceof Choice.Deliver deliver) {
            int position = position(before, later, deliver.from(), deliver.to(), deliver.position());
            return new Choice.Deliver(deliver.from(), deliver.to(), position);
        } else if (choice instanceof Choice.Duplicate copied) {
            int position = position(before, later, copied.from(), copied.to(), copied.position());
            return new Choice.Duplicate(copied.from(), copied.to(), position);
        }
        return choice;
    }

    private static int position(Cluster before, Cluster later, NodeId from, NodeId to, int position) {
        int frame = before.channel(from, to).at(position).id();
        Channel channel = later.channel(from, to);
        int found = 1;
        while (channel.at(found).id() != frame) {
            found++;
        }
        return found;
    }

    private static List<Choice> listed(Possibilities possibilities, Cluster state) {
        List<Choice> choices = new ArrayList<>();
        possibilities.list(state, choices);
        return choices;
    }

    private static Cluster after(
            Cluster state, Choice choice, Possibilities possibilities, RememberingStepper stepper) {
        Cluster later = state.fork();
        later.apply(choice);
        possibilities.reduce(later, stepper);
        return later;
    }

    private static List<Integer> packed(RememberingStepper stepper, Cluster cluster) {
        int[] row = new int[stepper.packedLength()];
        stepper.pack(cluster, row, 0);
        return Arrays.stream(row).boxed().toList();
    }
}
