// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.ricartagrawala;

import io.quorate.core.lock.Protocol;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.check.CheckKit;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.kit.EntryCost;
import io.quorate.lab.kit.MessageBudget;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.kit.PrintedCost;
import io.quorate.lab.mutant.Mutant;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import io.quorate.papers.ricartagrawala.Rule;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The kit of Ricart and Agrawala's algorithm with its modifications. */
public final class RicartAgrawalaKit implements CheckKit {
    private static final String USUAL = new RicartAgrawala().rules();

    private static final List<Mutant> MUTANTS = Arrays.stream(Rule.values())
            .map(rule -> new Mutant(rule.number(), rule.leftOut(), () -> RicartAgrawala.without(rule)))
            .toList();

    private static final List<String> WITH_THE_SAME_MESSAGES = List.of(
            USUAL,
            "counted",
            "modulo",
            "random-increments",
            "priority",
            "delay-acting",
            "readers-writers",
            "as-printed");

    @Override
    public String protocol() {
        return "ricart-agrawala";
    }

    @Override
    public List<CheckSystem> forMutants() {
        return Stream.of(
                        RicartAgrawalaChecks.forMutants(),
                        RicartAgrawalaNumbersChecks.forMutants(),
                        RicartAgrawalaMediaChecks.forMutants(),
                        RicartAgrawalaPracticeChecks.forMutants())
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public List<CheckSystem> small() {
        return Stream.of(
                        RicartAgrawalaChecks.small(),
                        RicartAgrawalaNumbersChecks.small(),
                        RicartAgrawalaMediaChecks.small(),
                        RicartAgrawalaPracticeChecks.small())
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public List<CheckSystem> large() {
        return Stream.of(
                        RicartAgrawalaChecks.large(),
                        RicartAgrawalaNumbersChecks.large(),
                        RicartAgrawalaMediaChecks.large(),
                        RicartAgrawalaPracticeChecks.large())
                .flatMap(List::stream)
                .toList();
    }

    /** Of the algorithm of section 2, those of all modifications too, each with the fewest choices that have the rule. */
    @Override
    public List<Mutant> mutants(String rules) {
        return USUAL.equals(rules)
                ? MUTANTS
                : MUTANTS.stream()
                        .filter(mutant -> mutant.protocol().rules().equals(rules))
                        .toList();
    }

    /** Section 4: two messages with each other node. Modifications with other messages have budgets of their own. */
    @Override
    public Optional<MessageBudget> budget(String rules) {
        return Optional.ofNullable(
                WITH_THE_SAME_MESSAGES.containsAll(List.of(rules.split("\\+")))
                        ? EntryCost.ofEverybody(2)
                        : ofItsOwn(rules));
    }

    @Override
    public Optional<PrintedCost> printedCost(String rules) {
        PrintedCost.Term round = new PrintedCost.Term("N", (quorums, nodes) -> nodes);
        PrintedCost.Term pair = PrintedCost.forEachNode(2);
        return Optional.ofNullable(
                switch (rules) {
                    case "implicit-reply" -> new PrintedCost("section 6.1", PrintedCost.forEachNode(1), pair);
                    case "broadcast" -> PrintedCost.always("section 6.2, a broadcast counts once", round);
                    case "broadcast-replies" -> PrintedCost.always("section 6.2.2, a broadcast counts once", round);
                    case "sequenced" ->
                        PrintedCost.always(
                                "section 6.2.1, a broadcast counts once",
                                new PrintedCost.Term("2", (quorums, nodes) -> 2));
                    case "ring" -> PrintedCost.always("section 6.3", round);
                    case "ring-notes" ->
                        new PrintedCost(
                                "section 6.3",
                                round,
                                new PrintedCost.Term(
                                        "N and a REPLY for each that defers, 2N-1 at most",
                                        (quorums, nodes) -> 2.0 * nodes - 1));
                    default -> PrintedCost.always("section 4", pair);
                });
    }

    @Override
    public String knownSynchronisation() {
        return "T";
    }

    /** By the name of the rule set. */
    private static @Nullable MessageBudget ofItsOwn(String rules) {
        return switch (rules) {
            case "implicit-reply" ->
                MessageBudget.atMost((quorums, nodes) -> nodes - 1, (quorums, nodes) -> 3.0 * (nodes - 1));
            case "broadcast", "broadcast-replies", "ring" ->
                MessageBudget.atMost((quorums, nodes) -> nodes, (quorums, nodes) -> nodes);
            case "sequenced" -> MessageBudget.atMost((quorums, nodes) -> 2, (quorums, nodes) -> 2);
            case "ring-notes" -> MessageBudget.atMost((quorums, nodes) -> nodes, (quorums, nodes) -> 2 * nodes - 1);
            case "writers-first", "standing-replies", "practical" ->
                MessageBudget.atMost((quorums, nodes) -> 2.0 * (nodes - 1), (quorums, nodes) -> 2.0 * (nodes - 1));
            default -> null;
        };
    }

    @Override
    public Optional<Passing> order(Protocol<?> protocol, QuorumSystem quorums) {
        return Passing.declared(protocol.traits().fairness());
    }

    /** Of numbers modulo 2N-1: as often as the appendix says of channels that keep the order. */
    @Override
    public Optional<Passing> bound(QuorumSystem quorums, int nodes) {
        return Optional.of(Passing.byArrival(2 * (nodes - 1)));
    }
}
