// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.core.model.Mode;
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
    /**
     * The standard systems of protocols that declare an order, in which nothing goes wrong and nobody gives up. Readers and the writers
     * behind them have a watch of their own (rule M of the quorum lock).
     */
    private static List<CheckSystem> withoutFaults() {
        return StandardChecks.small().stream()
                .filter(system ->
                        system.limits().isWithoutFaults() && system.prefix().isEmpty())
                .filter(system -> LockProperties.contenders(system.limits()).size() > 1)
                .filter(system -> system.limits().wishes().stream()
                        .flatMap(List::stream)
                        .allMatch(wish -> wish.mode() == Mode.EXCLUSIVE))
                .filter(system -> !system.setup().isPassingWatched()
                        || system.setup().passing().order() != Passing.Order.ANY)
                .filter(system -> system.setup().order().isPresent())
                .toList();
    }

    private static CheckReport inOrder(CheckSystem system) {
        Setup setup = system.setup();
        return ModelChecker.check(system.with(setup.watching(setup.order().orElseThrow())), Progress.NONE);
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
        all.remove("endtoend"); // which promises none
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
        assertThat(system.setup().order()).isNotEqualTo(Optional.of(Passing.byArrival(0)));
        Setup watched = system.setup().watching(Passing.byArrival(0));
        assertRejected(ModelChecker.check(system.with(watched), Progress.NONE), Passing.byArrival(0));
    }

    /** Each such rule is only for the order, or for the bound: without it nothing else breaks. */
    @ParameterizedTest
    @CsvSource({
        "quorumlock, A4d, m3-3x1",
        "maekawa, A10, maekawa-3-3x1-order",
        "thiare-fall, A10, thiare-fall-4-3x1-order",
        "tree, A5, tree3-3x1-order",
        "sequential, A2, sequential-a1-3-order",
        "cyclic, A2, cyclic-a1-3-order",
        "sigma, A6, sigma-a1-owner-3x1-order",
        "central, Q1, central-3x2-order",
        "suzuki-kasami, P1c, suzuki-kasami-2+1+1-order",
        "raymond, Q1, raymond-3-order"
    })
    void aMutantThatServesInAnotherOrderIsRejectedForThatAlone(String name, String rule, String where) {
        CheckSystem system = watched(name, rule, where);
        assertServed(system);
        CheckSystem broken = without(rule, system);
        assertRejected(
                ModelChecker.check(broken, orderOnly(broken), Progress.NONE),
                system.setup().passing());
        CheckReport unwatched = ModelChecker.check(
                broken.with(broken.setup().watching(Passing.UNWATCHED)),
                LockProperties.ofEveryLock(broken),
                Progress.NONE);
        assertThat(unwatched.verdict()).as(unwatched::toText).isEqualTo(Verdict.VALID);
    }

    /** Here the order is what excludes, or what lets everybody get on: a mutant breaks both. The order alone tells it, too. */
    @ParameterizedTest
    @CsvSource({
        "ricart-agrawala, D1, ricart-agrawala-3x1",
        "ricart-agrawala, D2, ricart-agrawala-3x1",
        "naimi-trehel, T2, naimi-trehel-3x2-order"
    })
    void aMutantThatServesInAnotherOrderIsRejectedWithTheOrderAsTheOnlyProperty(
            String name, String rule, String where) {
        CheckSystem system = watched(name, rule, where);
        assertServed(system);
        CheckSystem broken = without(rule, system);
        assertRejected(
                ModelChecker.check(broken, orderOnly(broken), Progress.NONE),
                system.setup().passing());
    }

    /** The system in which the kit looks for the mutant; or a standard one, with the order watched that the protocol declares. */
    private static CheckSystem watched(String name, String rule, String where) {
        Protocol<?> protocol = Protocols.named(name);
        CheckSystem system = StandardChecks.forMutant(protocol, rule).stream()
                .filter(each -> each.name().equals(where))
                .findFirst()
                .orElseGet(() -> StandardChecksTest.named(where));
        assertThat(system.setup().protocol().name()).isEqualTo(name);
        Setup setup = system.setup();
        return setup.isPassingWatched()
                ? system
                : system.with(setup.watching(setup.order().orElseThrow()));
    }

    private static CheckSystem without(String rule, CheckSystem system) {
        Mutant mutant = Kits.without(system.setup().protocol(), rule);
        return system.with(system.setup().without(mutant));
    }

    private static List<Property> orderOnly(CheckSystem system) {
        String sentence = system.setup().passing().sentence();
        return LockProperties.of(system).stream()
                .filter(property -> property.sentence().equals(sentence))
                .toList();
    }

    private static void assertServed(CheckSystem system) {
        CheckReport report = ModelChecker.check(system, Progress.NONE);
        assertThat(report.verdict()).as(report::toText).isEqualTo(Verdict.VALID);
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
