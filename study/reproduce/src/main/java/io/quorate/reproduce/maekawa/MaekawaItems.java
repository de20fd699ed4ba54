// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.maekawa;

import static java.util.Map.entry;

import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.maekawa.Maekawa;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Experiment;
import io.quorate.reproduce.Item;
import io.quorate.reproduce.Paper;
import io.quorate.reproduce.claims.Answer;
import io.quorate.reproduce.claims.ClaimTable;
import io.quorate.reproduce.claims.Measure;
import io.quorate.reproduce.measure.Explored;
import io.quorate.reproduce.measure.PlayedScenario;
import io.quorate.reproduce.measure.SetProperties;
import java.util.List;
import java.util.Map;

/** All items of Maekawa's paper, as its table of claims says, and the measurements that only they need. */
public final class MaekawaItems {
    private static final Map<String, Measure> MEASURES = Map.of(
            "any-three",
            words -> anyThree(),
            "sets-of",
            words -> setsOf(words.get(0), Integer.parseInt(words.get(1))),
            "overtaken",
            MaekawaItems::overtaken,
            "overtaken-at-most",
            MaekawaItems::overtakenAtMost);

    /** Items that the table of claims leaves to code, by name. */
    private static final Map<String, Experiment> EXPERIMENTS = Map.ofEntries(
            entry("MaekawaSetItems.planes", MaekawaSetItems::planes),
            entry("MaekawaSetItems.figure1", MaekawaSetItems::figure1),
            entry("MaekawaConstructionItems.fiveNodes", MaekawaConstructionItems::fiveNodes),
            entry("MaekawaConstructionItems.methodOne", MaekawaConstructionItems::methodOne),
            entry("MaekawaConstructionItems.methodTwo", MaekawaConstructionItems::methodTwo),
            entry("MaekawaDemandItems.heavy", MaekawaDemandItems::heavy),
            entry("MaekawaDemandItems.worst", MaekawaDemandItems::worst),
            entry("MaekawaFailureItems.tableThree", MaekawaFailureItems::tableThree),
            entry("MaekawaFailureItems.removal", MaekawaFailureItems::removal),
            entry("MaekawaVariationItems.variations", MaekawaVariationItems::variations));

    private MaekawaItems() {}

    public static List<Item> all() {
        return ClaimTable.items(Paper.MAEKAWA, MaekawaItems.class, MEASURES, EXPERIMENTS);
    }

    /** Section 6.2 as printed on the sets of Figure 1(b): three that ask are too few for a deadlock, whichever they are. */
    private static Answer anyThree() {
        Setup figure1b = Setup.of(Maekawa.asPrinted(), MaekawaFigure1.part(3), 7);
        int triples = 0;
        long states = 0;
        boolean isValid = true;
        for (int one = 1; one <= 5; one++) {
            for (int two = one + 1; two <= 6; two++) {
                for (int three = two + 1; three <= 7; three++) {
                    Explored explored = Explored.of(figure1b, Explored.asking(one, two, three));
                    isValid &= explored.isVerified();
                    states += explored.report().states();
                    triples++;
                }
            }
        }
        return Answer.of(
                triples + " triples, " + Comparison.text(states) + " states: " + (isValid ? "none" : "a deadlock"),
                isValid);
    }

    /** {@code sets-of SCENARIO 4}: whether its sets are those of the part of Figure 1 with this K. */
    private static Answer setsOf(String scenario, int members) {
        boolean areThose = SetProperties.sets(
                        PlayedScenario.of(scenario).setup().quorums())
                .equals(SetProperties.sets(MaekawaFigure1.part(members)));
        return Answer.of(areThose ? "the same sets" : "other sets", areThose);
    }

    /** {@code overtaken as-printed alone}, or with clocks in all frames: how many enter while n3 waits. */
    private static Answer overtaken(List<String> words) {
        Maekawa protocol = words.get(0).equals("as-printed") ? Maekawa.asPrinted() : new Maekawa();
        return Answer.of(Overtaking.measured(protocol, words.get(1).equals("clocks")));
    }

    private static Answer overtakenAtMost(List<String> words) {
        Explored bound = Overtaking.bound(
                Overtaking.twoMembers(), Integer.parseInt(words.get(0)), Integer.parseInt(words.get(1)));
        return Answer.of(bound.summary(), bound.isVerified());
    }
}
