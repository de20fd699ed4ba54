// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.ricartagrawala;

import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch.setup;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch.wishes;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch.without;

import io.quorate.core.model.NodeId;
import io.quorate.lab.check.CheckReport;
import io.quorate.lab.scenario.Scenario;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.net.Channel;
import io.quorate.lab.world.net.Network;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.Sheet;
import io.quorate.reproduce.measure.PlayedScenario;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch.Fault;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaStage;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaWatch;
import java.util.ArrayList;
import java.util.List;

/** Section 2: the algorithm as it is printed, its decision table, its example, and what is said of it. */
final class RicartAgrawalaExampleItems {
    private RicartAgrawalaExampleItems() {}

    static Finding listing() {
        RicartAgrawalaStage five =
                RicartAgrawalaStage.inOrder("an entry among five", "counted", 5).does("acquire n3");
        long requests = five.settle().countOf("Request");
        long replies = five.countOf("Reply");
        Finding.Builder finding = Finding.of(
                        "One entry among five nodes; and complete searches with two and three nodes of the listing to"
                                + " the letter (rules as-printed), or with one of its statements taken literally.")
                .compare(Comparison.equal("REQUESTs of an entry, N = 5: N-1", 4L, requests))
                .compare(Comparison.equal("REPLYs to it, N = 5: N-1", 4L, replies))
                .compare(RicartAgrawalaSearch.verified(
                        "the listing to the letter, two nodes, three entries each: two inside",
                        "never",
                        RicartAgrawalaSearch.checkOnly(
                                Fault.TWO_INSIDE, setup("as-printed", 2, Network.UNORDERED), wishes("www", "www"))));
        semaphore(finding);
        return finding.compare(RicartAgrawalaSearch.erratum(
                        "Highest_Sequence_Number is said to be the highest sent or received",
                        "sent ones count too",
                        RicartAgrawalaSearch.check(
                                without("N1", "counted", 2, Network.UNORDERED).withPassesAtMost(9),
                                wishes("wwwwwwwwwww", "w")),
                        Fault.PASSED,
                        40,
                        "E-R2: the listing never counts the own number, so that one waits while another enters ten times"
                                + " with the same number; here it counts"))
                .compare(RicartAgrawalaSearch.erratum(
                        "REPLYs are counted, one message copied",
                        "an error-free network (section 1)",
                        RicartAgrawalaSearch.checkOnly(
                                Fault.TWO_INSIDE,
                                setup("as-printed", 2, Network.UNORDERED),
                                wishes("ww", "ww").withDuplicates(1)),
                        Fault.TWO_INSIDE,
                        10,
                        "E-R8: a REPLY that comes twice counts for the next request; here it quotes its request"))
                .found();
    }

    /** The steps of the listing outside of Shared_vars. */
    private static void semaphore(Finding.Builder finding) {
        CheckReport lost = RicartAgrawalaSearch.check(setup("as-printed", 2, Network.FIFO), wishes("w", "w"));
        finding.compare(RicartAgrawalaSearch.erratum(
                        "Reply_Deferred is set outside of the semaphore",
                        "every deferred REQUEST is answered",
                        lost,
                        Fault.STUCK,
                        6,
                        "E-R1: a node that leaves between deciding and noting never answers; here that is one step"))
                .compare(RicartAgrawalaSearch.erratum(
                        "Highest_Sequence_Number is raised outside of the semaphore",
                        "never goes back",
                        RicartAgrawalaSearch.check(
                                without("N2", "counted", 3, Network.UNORDERED), wishes("w", "w", "w")),
                        Fault.TWO_INSIDE,
                        16,
                        "E-R12: of two updates at once one may be lost; here a message is handled in one step"));
        RicartAgrawalaSearch.draw("E-R1: the deferral that is lost", lost, finding);
    }

    /** A column of the table: what leads to it, the step that decides, and what the report says. */
    private record TableRule(String condition, String deferOrReply, List<String> before, String decisive) {}

    private static TableRule rule(String condition, String answer, String decisive, String... before) {
        return new TableRule(condition, answer, List.of(before), decisive);
    }

    private static List<TableRule> tableRules() {
        return List.of(
                rule("not requesting", "REPLY", "deliver n1->n2", "acquire n1"),
                rule(
                        "requesting, smaller number",
                        "REPLY",
                        "deliver n1->n3",
                        "acquire n1",
                        "deliver n1->n2",
                        "acquire n2",
                        "deliver n2->n3",
                        "acquire n3"),
                rule(
                        "requesting, larger number",
                        "defer",
                        "deliver n2->n1 @2",
                        "acquire n1",
                        "deliver n1->n2",
                        "acquire n2"),
                rule("requesting, equal number, smaller node", "REPLY", "deliver n1->n2", "acquire n1", "acquire n2"),
                rule("requesting, equal number, larger node", "defer", "deliver n2->n1", "acquire n1", "acquire n2"));
    }

    static Finding decisionTable(Scale scale) {
        List<Integer> sizes = scale.choose(List.of(3, 5), List.of(2, 3, 5, 8, 13));
        int seeds = scale.choose(2, 10);
        int claims = scale.choose(200, 1000);
        RicartAgrawalaWatch.Counts counts = RicartAgrawalaWatch.swarm(sizes, seeds, claims);
        Finding.Builder finding = Finding.of("Each rule once, staged with three nodes; and every REQUEST received in "
                + RicartAgrawalaWatch.setting(sizes, seeds, claims));
        List<List<String>> rows = new ArrayList<>();
        List<TableRule> rules = tableRules();
        for (int number = 1; number <= rules.size(); number++) {
            TableRule rule = rules.get(number - 1);
            RicartAgrawalaStage stage =
                    new RicartAgrawalaStage("rule " + number, setup("counted", 3, Network.UNORDERED));
            stage.does(rule.before.toArray(String[]::new)).does(rule.decisive);
            String ours = stage.kinds().contains("Reply") ? "REPLY" : "defer";
            finding.compare(Comparison.equal("rule " + number + ": " + rule.condition, rule.deferOrReply, ours));
            rows.add(List.of("" + number, rule.condition, ours, Comparison.text(counts.byRule[number])));
        }
        return finding.compare(
                        Comparison.equal("REQUESTs treated otherwise than the table says", 0L, counts.againstTheTable))
                .show(new Sheet("How often each rule applied", List.of("rule", "condition", "answer", "times"), rows))
                .found();
    }

    /** The report's statement on a figure: the messages sent, and the node that enters. */
    private record Figure(String letter, String story, String sent, String entered) {}

    private static List<Figure> figuresOfTheReport() {
        return List.of(
                new Figure("A", "node 3 asks, with number 1", "n3->n1 Request 1.n3, n3->n2 Request 1.n3", "nobody"),
                new Figure(
                        "B",
                        "node 2 asks before either arrives, with number 1 too",
                        "n2->n1 Request 1.n2, n2->n3 Request 1.n2",
                        "nobody"),
                new Figure(
                        "C",
                        "nodes 1 and 3 reply to node 2, which defers node 3",
                        "n1->n2 Reply 1.n2, n3->n2 Reply 1.n2",
                        "nobody"),
                new Figure(
                        "D",
                        "node 1 asks with number 2; its REQUEST overtakes its REPLY, and node 2 defers it",
                        "n1->n2 Request 2.n1, n1->n3 Request 2.n1",
                        "nobody"),
                new Figure("E", "node 2 enters; node 3 defers node 1", "nothing", "n2"),
                new Figure("F", "node 2 leaves and replies to both", "n2->n1 Reply 2.n1, n2->n3 Reply 1.n3", "nobody"),
                new Figure("G", "node 1 replies to node 3, whose number is smaller", "n1->n3 Reply 1.n3", "nobody"),
                new Figure("H", "node 3 enters after both replies", "nothing", "n3"),
                new Figure("I", "node 3 leaves and sends the deferred REPLY", "n3->n1 Reply 2.n1", "nobody"),
                new Figure("J", "node 1 enters, and does nothing when it leaves", "nothing", "n1"));
    }

    static Finding figures() {
        PlayedScenario story = PlayedScenario.of("ricart-agrawala/figures-a-to-j");
        Scenario scenario = Scenario.named(story.name());
        RicartAgrawalaStage stage = new RicartAgrawalaStage("Figures A to J", scenario.setup());
        Finding.Builder finding =
                Finding.of("The scenario figures-a-to-j: three nodes, messages may overtake each other, 17 steps.");
        List<List<String>> rows = new ArrayList<>();
        int total = 0;
        List<Figure> figures = figuresOfTheReport();
        for (int place = 0; place < figures.size(); place++) {
            Figure figure = figures.get(place);
            int before = stage.entries().size();
            stage.does(steps(scenario.blocks().get(place)));
            total += stage.sent().size();
            String entered = orElse(
                    "nobody", stage.entries().subList(before, stage.entries().size()));
            String sent = orElse("nothing", stage.sent());
            String what = "Figure " + figure.letter + ": " + figure.story;
            finding.compare(
                    Comparison.equal(what, sentAndEntered(figure.sent, figure.entered), sentAndEntered(sent, entered)));
            rows.add(List.of(
                    figure.letter,
                    sent,
                    orElse("nothing", underWay(stage.cluster())),
                    orElse("nobody", stage.inside())));
        }
        return finding.compare(Comparison.equal("they enter in the order", "n2, n3, n1", orElse("", stage.entries())))
                .compare(Comparison.equal("messages of the three entries: 3 x 2(N-1)", 12, total))
                .show(new Sheet("After each figure", List.of("figure", "sent", "messages under way", "inside"), rows))
                .draw(story.drawing("Figures A to J"))
                .found();
    }

    private static String sentAndEntered(String sent, String entered) {
        return sent + " sent; " + entered + " enters";
    }

    private static String orElse(String none, List<String> words) {
        return words.isEmpty() ? none : String.join(", ", words);
    }

    /** The choices of a block of a scenario. */
    private static String[] steps(Scenario.Block block) {
        return block.script().stream()
                .filter(line -> !line.startsWith("#") && !line.startsWith("expect"))
                .toArray(String[]::new);
    }

    private static List<String> underWay(Cluster cluster) {
        List<String> messages = new ArrayList<>();
        for (int from = 0; from < cluster.size(); from++) {
            for (int to = 0; to < cluster.size(); to++) {
                Channel channel = cluster.channel(NodeId.of(from), NodeId.of(to));
                for (int position = 1; position <= channel.size(); position++) {
                    messages.add(NodeId.of(from) + "->" + NodeId.of(to) + " " + channel.at(position));
                }
            }
        }
        return messages;
    }

    static Finding order(Scale scale) {
        List<Integer> sizes = scale.choose(List.of(3, 5), List.of(2, 3, 5, 8, 13));
        int seeds = scale.choose(2, 10);
        int claims = scale.choose(200, 1000);
        RicartAgrawalaWatch.Counts counts = RicartAgrawalaWatch.swarm(sizes, seeds, claims);
        PlayedScenario early = PlayedScenario.of("ricart-agrawala/appendix-passed-five-times");
        long passes = early.entries().stream().filter("n1"::equals).count();
        return Finding.of(RicartAgrawalaWatch.setting(sizes, seeds, claims))
                .compare(Comparison.equal(
                        "how often another enters once A's REQUESTs have been processed by all, at most: not twice",
                        1,
                        counts.enteredSinceMax))
                .compare(Comparison.equal(
                        "entries that were not in the order of sequence number and node number",
                        0L,
                        counts.entriesOutOfOrder))
                .compare(Comparison.holds(
                        "before its REQUESTs are processed (E-R11) one may be passed more often by the same node",
                        "the appendix bounds it",
                        passes + " times by n1, N = 3",
                        passes == 3))
                .draw(early.drawing("n1 enters three times before the REQUESTs of n3 have arrived"))
                .found();
    }
}
