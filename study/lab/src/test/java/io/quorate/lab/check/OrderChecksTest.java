// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.Protocol;
import io.quorate.lab.kit.Kits;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.mutant.Mutant;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Those who wait are served in the order that each protocol declares, judged at releases with no frame under way. */
@Tag("slow")
class OrderChecksTest {
    /** The standard systems of protocols that declare an order, in which nothing goes wrong and nobody gives up. */
    private static List<CheckSystem> withoutFaults() {
        return StandardChecks.small().stream()
                .filter(system ->
                        system.limits().isWithoutFaults() && system.prefix().isEmpty())
                .filter(system -> LockProperties.contenders(system.limits()).size() > 1)
                .filter(system -> !system.setup().isPassingWatched()
                        || system.setup().passing().order() != Passing.Order.ANY)
                .filter(system -> system.setup().order().isPresent())
                .toList();
    }

    private static CheckReport inOrder(CheckSystem system) {
        Setup setup = system.setup();
        // Where a kit promises no order for all quorums, small systems may keep the declared one nevertheless.
        Passing order = setup.order()
                .or(() -> Passing.declared(setup.protocol().traits().fairness()))
                .orElseThrow();
        return ModelChecker.check(system.with(setup.watching(order)), Progress.NONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "m3-3x1",
                "maekawa-3-3x1",
                "thiare-fall-4-3x1",
                "tree3-3x1",
                "ricart-agrawala-3x1",
                "ricart-agrawala-ring-3x1",
                "ricart-agrawala-sequenced-2x1",
                "lamport-2x2",
                "sequential-a2-2x1",
                "cyclic-a2-2x1",
                "suzuki-kasami-3x1",
                "raymond-3x2",
                "naimi-trehel-3x2",
                "nonendtoend-way4-a1-2x1"
            })
    void thoseWhoWaitAreServedInTheOrderThatIsDeclared(String name) {
        CheckReport report = inOrder(StandardChecksTest.named(name));
        assertThat(report.verdict()).as(report::toText).isEqualTo(Verdict.VALID);
    }

    @Tag("long")
    @Test
    void everyProtocolServesThoseWhoWaitInTheOrderThatItDeclares() {
        Set<String> all = new TreeSet<>();
        Set<String> served = new TreeSet<>();
        StandardChecks.small()
                .forEach(system -> all.add(system.setup().protocol().name()));
        all.removeAll(Set.of("endtoend", "maekawa", "thiare-fall", "raymond")); // their kits say why
        for (CheckSystem system : withoutFaults()) {
            CheckReport report = inOrder(system);
            // In some systems nobody can wait at such a release: they show nothing of order, and break nothing.
            assertThat(report.counterexample()).as(report::toText).isNull();
            if (report.verdict() == Verdict.VALID) {
                served.add(system.setup().protocol().name());
            }
        }
        assertThat(served).isEqualTo(all);
    }

    /** The bounds are exact: with one less the checker finds who is passed. */
    @ParameterizedTest
    @CsvSource({"nonendtoend-way5-a1-3x1, 1"})
    void whoMayBePassedOnceIsPassedOnce(String name, int bound) {
        CheckSystem system = StandardChecksTest.named(name);
        Passing order = system.setup().order().orElseThrow();
        assertThat(order.max()).isEqualTo(bound);
        Setup stricter = system.setup().watching(new Passing(order.order(), bound - 1));
        assertRejected(ModelChecker.check(system.with(stricter), Progress.NONE), order);
    }

    /**
     * Where members are locked one by one and not all begin at the same one, nothing can be promised; nor while a Token is on its way.
     * The kits say so.
     */
    @ParameterizedTest
    @CsvSource({"sequential-triangle-3x1", "cyclic-triangle-3x1", "endtoend-r1-3x1"})
    void whereNoOrderIsPromisedSomebodyIsPassed(String name) {
        CheckSystem system = StandardChecksTest.named(name);
        assertThat(system.setup().order()).isEmpty();
        Setup watched = system.setup().watching(Passing.byArrival(0));
        assertRejected(ModelChecker.check(system.with(watched), Progress.NONE), Passing.byArrival(0));
    }

    @ParameterizedTest
    @CsvSource({"sigma, A6, sigma-a1-owner-3x1-order", "central, Q1, central-3x2-order"})
    void aMutantThatServesInAnotherOrderIsRejectedForThatAlone(String name, String rule, String where) {
        CheckSystem system = StandardChecksTest.named(where);
        Protocol<?> protocol = system.setup().protocol();
        assertThat(protocol.name()).isEqualTo(name);
        Mutant mutant = Kits.without(protocol, rule);
        CheckReport report = ModelChecker.check(system.with(system.setup().without(mutant)), Progress.NONE);
        assertRejected(report, system.setup().passing());
        CheckReport unwatched = ModelChecker.check(
                system.with(system.setup().without(mutant).watching(Passing.UNWATCHED)), Progress.NONE);
        assertThat(unwatched.verdict()).as(unwatched::toText).isEqualTo(Verdict.VALID);
    }

    private static void assertRejected(CheckReport report, Passing order) {
        assertThat(report.verdict()).as(report::toText).isEqualTo(Verdict.INVALID);
        Counterexample found = Optional.ofNullable(report.counterexample()).orElseThrow();
        assertThat(found.property().sentence()).contains("with no frame under way");
        assertThat(order.order()).isNotEqualTo(Passing.Order.ANY);
    }

    @Test
    void limitsKnowWhetherAnythingMayGoWrong() {
        assertThat(Limits.contenders(2, 1).isWithoutFaults()).isTrue();
        assertThat(Limits.contenders(2, 1).withAbandon().isWithoutFaults()).isFalse();
        assertThat(Limits.contenders(2, 1).withCrashes(1).isWithoutFaults()).isFalse();
    }
}
