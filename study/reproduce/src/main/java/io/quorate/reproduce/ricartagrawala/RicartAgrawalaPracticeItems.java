// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.ricartagrawala;

import static io.quorate.reproduce.ricartagrawala.RicartAgrawalaItems.says;

import io.quorate.lab.check.CheckReport;
import io.quorate.lab.check.StandardChecks;
import io.quorate.lab.draw.Chart;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.measure.PlayedScenario;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaStage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sections 7.1 and 7.2: node numbers, and how nodes are inserted. */
public final class RicartAgrawalaPracticeItems {
    static final String PRACTICAL = "practical";

    private RicartAgrawalaPracticeItems() {}

    public static RicartAgrawalaStage stage(String title, int nodes) {
        return RicartAgrawalaStage.inOrder(title, PRACTICAL, nodes);
    }

    /** n1 has been inside and has left the group; n2 and n3 have come to the number 3, each having entered once. */
    static RicartAgrawalaStage outside(String modifications) {
        return RicartAgrawalaStage.inOrder("n1 comes back", modifications, 3)
                .visit("n1")
                .leaves("n1")
                .visit("n2")
                .visit("n3");
    }

    /** One of the systems that are checked in every build. */
    static CheckReport standard(String name) {
        return RicartAgrawalaSearch.check(StandardChecks.small().stream()
                .filter(system -> system.name().equals(name))
                .findFirst()
                .orElseThrow());
    }

    /** Some systems that are checked in every build; the named ones of a quick run first. */
    static void compareStandard(String what, List<String> names, Finding.Builder finding) {
        for (String name : names) {
            finding.compare(RicartAgrawalaSearch.verified(what + " (" + name + ")", "safe and live", standard(name))
                    .asOurs());
        }
    }

    private static String sent(RicartAgrawalaStage stage) {
        return String.join(", ", stage.sent());
    }

    static Finding names() {
        RicartAgrawalaStage asked =
                stage("n2 has left", 4).visit("n2").leaves("n2").does("acquire n3");
        RicartAgrawalaStage compared = stage("n1 has left; n4 and n2 ask at once", 4)
                .visit("n1")
                .leaves("n1")
                .does("acquire n4", "acquire n2", "deliver n4->n2", "deliver n2->n4")
                .settle();
        long cost = stage("n5 has left", 5)
                .visit("n5")
                .leaves("n5")
                .does("acquire n1")
                .settle()
                .sent()
                .size();
        return Finding.of("Four and five nodes of which one has left the group, messages in order.")
                .compare(says(
                        "REQUESTs once n2 has left",
                        "to those in NAMES",
                        "n3->n1 Request 2.n3, n3->n4 Request 2.n3",
                        sent(asked)))
                .compare(Comparison.equal(
                        "of equal numbers the smaller value in NAMES goes first, whatever its place there",
                        "n2",
                        String.join(", ", compared.inside())))
                .compare(
                        Comparison.equal("messages of an entry among the four of five that are left: 2(N-1)", 6L, cost))
                .draw(compared.drawing())
                .found();
    }

    static Finding restart(Scale scale) {
        RicartAgrawalaStage stage = stage("n3 fails and starts again", 3)
                .visit("n1")
                .does("acquire n2", "crash n3", "restart n3")
                .settle()
                .does("acquire n3");
        String told = sent(stage);
        String timers = String.join(", ", stage.timers());
        stage.settle().does("fire n3 RESTART_INTERVAL");
        PlayedScenario skipped = PlayedScenario.of("ricart-agrawala/practice-restart-without-insertion");
        Finding.Builder finding = Finding.of(
                        "Three nodes of which n3 crashes and starts again; complete searches with crashes and restarts.")
                .compare(says(
                        "first",
                        "it notifies the others that it failed",
                        "n3->n1 NodeFailed n3 term 0.last, n3->n2 NodeFailed n3 term 0.last",
                        told))
                .compare(says("then", "it waits long enough", "n3 RESTART_INTERVAL 5 s", timers))
                .compare(says("then", "it contacts a sponsor", "n3->n1 Join term 1.0", sent(stage)))
                .compare(Comparison.holds(
                        "if this step is not followed", "conflicting bookkeeping", skipped.text(), skipped.isBroken()));
        compareStandard(
                "a node crashes and starts again",
                scale.choose(
                        List.of("practical-2x2-crash-restart"),
                        List.of(
                                "practical-2x2-crash-restart",
                                "practical-2x1-2-crashes-2-restarts",
                                "practical-3-2x1-crash-restart",
                                "practical-2x2-crash-restart-reset")),
                finding);
        return finding.draw(skipped.drawing("A restart without insertion")).found();
    }

    static Finding sponsor() {
        RicartAgrawalaStage stage = stage("n2 is the sponsor of n1", 3)
                .visit("n1")
                .leaves("n1")
                .does("acquire n1")
                .settle();
        String kinds = String.join(", ", stage.kinds());
        String entered = String.join(", ", stage.inside());
        PlayedScenario hasty = PlayedScenario.of("ricart-agrawala/practice-no-acknowledgements");
        Finding.Builder finding = Finding.of("Three nodes of which n1 has left and comes back, messages in order; the"
                        + " messages of an insertion into groups of 2 to 9 members.")
                .compare(says(
                        "an insertion",
                        "the sponsor invokes mutual exclusion, makes the new node known, and gives it the list",
                        "Join, WillSponsor, Request, Reply, Add, AddAck, Participants",
                        kinds))
                .compare(Comparison.equal("the new node enters", "n1", entered))
                .compare(Comparison.differs(
                        "the sponsor broadcasts the new node's identity before it releases",
                        "no acknowledgements",
                        "without them: " + hasty.text(),
                        hasty.isBroken(),
                        "E-R10: a node that does not know the new one asks without it: two are inside. Here the sponsor"
                                + " waits for an acknowledgement of each"));
        compareAlternative(finding);
        compareAround(finding);
        insertionCost(finding);
        return finding.draw(stage.drawing())
                .draw(hasty.drawing("E-R10: a sponsor that waits for nobody"))
                .found();
    }

    /** Before the insertion, and after it. */
    private static void compareAround(Finding.Builder finding) {
        RicartAgrawalaStage busy = stage("the sponsor waits for n3", 3)
                .visit("n1")
                .leaves("n1")
                .does("acquire n3")
                .settle()
                .does("acquire n1")
                .settle();
        String during = String.join(", ", busy.inside());
        busy.does("release n3").settle();
        RicartAgrawalaStage later = stage("n1 is asked again", 3)
                .visit("n1")
                .leaves("n1")
                .visit("n1")
                .does("acquire n3");
        finding.compare(says(
                        "somebody is inside",
                        "the sponsor invokes mutual exclusion",
                        "n3, then n1",
                        during + ", then " + String.join(", ", busy.inside())))
                .compare(Comparison.equal(
                        "each node adds the new one to NAMES and increments N: REQUESTs of n3",
                        2L,
                        later.countOf("Request")));
    }

    private static void compareAlternative(Finding.Builder finding) {
        RicartAgrawalaStage stage =
                outside("practical+insert-by-broadcast").does("acquire n1").settle();
        PlayedScenario literal = PlayedScenario.of("ricart-agrawala/practice-by-broadcast-without-P14");
        finding.compare(says(
                        "the alternative without a sponsor",
                        "a list from a nearby node, then a broadcast that asks all others to include it",
                        "Join, Participants, Add, Included, Request, Reply",
                        String.join(", ", stage.kinds())))
                .compare(Comparison.equal(
                        "the new node enters, without a sponsor", "n1", String.join(", ", stage.inside())))
                .compare(Comparison.differs(
                        "the alternative, to the letter",
                        "the broadcast is enough",
                        literal.text(),
                        literal.isBroken(),
                        "E-R14: a node that does not know the new one asks without it: two are inside. Here the new node waits"
                                + " for an answer of each, which names its highest number and its NAMES"));
        compareStandard(
                "two nodes are inserted by broadcasts at once", List.of("practical-by-broadcast-3-two-join"), finding);
    }

    /** The report gives no number; it follows from its steps, and from the acknowledgements. */
    private static void insertionCost(Finding.Builder finding) {
        List<Integer> groups = List.of(2, 3, 5, 9);
        List<Double> measured = new ArrayList<>();
        for (int members : groups) {
            RicartAgrawalaStage stage = stage("insertion", members + 1)
                    .visit("n1")
                    .leaves("n1")
                    .does("acquire n1")
                    .settle();
            long own = stage.sent().stream()
                    .filter(line -> line.startsWith("n1->") && line.contains(" Request "))
                    .count();
            measured.add((double) stage.sent().size() - 2 * own);
        }
        finding.compare(Comparison.equal(
                                "messages of an insertion into groups of 2, 3, 5 and 9: 2(m-1) for mutual exclusion, 2(m-1) to make"
                                        + " it known, and 3 with the sponsor",
                                RicartAgrawalaRuns.listed(groups.stream()
                                        .map(members -> 4 * (members - 1) + 3)
                                        .toList()),
                                RicartAgrawalaRuns.listed(measured))
                        .asOurs())
                .plot(Chart.linear(
                        "Messages of an insertion",
                        "members before",
                        "messages",
                        List.of(
                                Chart.Series.measured("measured", RicartAgrawalaRuns.doubles(groups), measured),
                                RicartAgrawalaRuns.theory("4(m-1)+3", groups, m -> 4 * (m - 1) + 3))));
    }

    static Finding learning(Scale scale) {
        Finding.Builder finding =
                Finding.of("n1 comes back to n2 and n3, which have come to number 3; messages in order."
                        + " Complete searches in which n1 comes back while the others ask.");
        RicartAgrawalaStage largest = outside(PRACTICAL).does("acquire n1").settle();
        finding.compare(Comparison.equal(
                "a. the largest of all, here told with the list (3, and 4 of the sponsor's own REQUEST): its number then",
                5L,
                largest.numberOf("n1")));
        waysOfWaiting().forEach((way, requests) -> {
            RicartAgrawalaStage stage = outside(PRACTICAL + "+" + way);
            int heard = heardUntilItAsks(stage, requests);
            finding.compare(Comparison.equal(describe(way) + ": REQUESTs heard until it asks", requests.size(), heard));
        });
        RicartAgrawalaStage waited =
                outside("practical+learn-by-waiting").does("acquire n1").settle();
        boolean isSilent = !waited.asks("n1");
        String timer = waited.timers().stream()
                .filter(line -> line.contains("ALL_HAVE_BEEN_INSIDE"))
                .findFirst()
                .orElse("none");
        waited.does("fire n1 ALL_HAVE_BEEN_INSIDE");
        finding.compare(Comparison.holds(
                        "d. it waits until all would have had time to enter and leave, then takes the number of a node nearby",
                        "no REQUEST received",
                        timer + ", then number " + waited.numberOf("n1"),
                        isSilent && waited.asks("n1") && waited.numberOf("n1") == 5))
                .compare(answersMeanwhile());
        errata(finding);
        compareStandard(
                "n1 comes back while the others ask",
                scale.choose(
                        List.of("practical-3-rejoin"),
                        List.of(
                                "practical-3-rejoin",
                                "practical-learn-from-each-3-rejoin",
                                "practical-learn-from-growth-3-rejoin",
                                "practical-learn-by-waiting-3-rejoin",
                                "practical-learn-from-one-3-rejoin")),
                finding);
        return finding.draw(largest.drawing()).found();
    }

    /** Ways b, c and e: who asks, one after the other, until the newcomer knows enough. */
    private static Map<String, List<String>> waysOfWaiting() {
        Map<String, List<String>> ways = new LinkedHashMap<>();
        ways.put("learn-from-each", List.of("n2", "n3"));
        ways.put("learn-from-growth", List.of("n2", "n2", "n2"));
        ways.put("learn-from-one", List.of("n3", "n3", "n3", "n3"));
        return ways;
    }

    private static String describe(String way) {
        return switch (way) {
            case "learn-from-each" -> "b. one REQUEST of each other node";
            case "learn-from-growth" -> "c. numbers have increased by N-1 = 2";
            default -> "e. the fourth REQUEST of a single node";
        };
    }

    private static int heardUntilItAsks(RicartAgrawalaStage stage, List<String> requesters) {
        stage.does("acquire n1").settle();
        int heard = 0;
        for (String requester : requesters) {
            if (stage.asks("n1")) {
                return heard;
            }
            stage.inside().forEach(node -> stage.does("release " + node).settle());
            stage.does("acquire " + requester).settle();
            heard++;
        }
        return stage.asks("n1") ? heard : -1;
    }

    private static Comparison answersMeanwhile() {
        boolean always = true;
        for (String way : List.of("learn-from-each", "learn-from-growth", "learn-by-waiting", "learn-from-one")) {
            RicartAgrawalaStage stage =
                    outside(PRACTICAL + "+" + way).does("acquire n1").settle();
            boolean isSilent = !stage.asks("n1");
            stage.does("acquire n2").settle();
            always &= isSilent && stage.sent().contains("n1->n2 Reply 5.n2");
        }
        return Comparison.holds(
                "b to e: meanwhile it asks for nothing, and answers REQUESTs",
                "processed normally",
                always ? "so with each" : "not so with each",
                always);
    }

    private static void errata(Finding.Builder finding) {
        Map<String, String> stories = new LinkedHashMap<>();
        stories.put("practice-own-number-missing", "E-R9: the number of the answering node's own request must count");
        stories.put("practice-told-before-added", "E-R9: who answers must have added the new node first");
        stories.put("practice-number-of-the-sponsor", "E-R9: the number of one node is not enough without waiting");
        stories.forEach((name, reason) -> {
            PlayedScenario story = PlayedScenario.of("ricart-agrawala/" + name);
            finding.compare(Comparison.differs(
                    "a. \"ask all other nodes for their Highest_Sequence_Number\": "
                            + name.substring("practice-".length()).replace('-', ' '),
                    "use the largest",
                    story.text(),
                    story.isBroken(),
                    reason));
        });
    }
}
