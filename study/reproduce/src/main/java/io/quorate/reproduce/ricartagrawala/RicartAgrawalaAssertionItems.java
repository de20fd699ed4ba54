// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.ricartagrawala;

import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch.endless;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch.setup;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch.wishes;

import io.quorate.lab.check.CheckReport;
import io.quorate.lab.check.CheckReport.PropertyVerdict;
import io.quorate.lab.check.Verdict;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.Sheet;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaWatch;
import java.util.ArrayList;
import java.util.List;

/** Section 3: the three assertions, by complete searches; and the steps of their proofs, watched in runs. */
final class RicartAgrawalaAssertionItems {
    private static final String EXCLUSION = "at no instant there are two conflicting holds";
    private static final String GETTING_ON = "in a quiet state somebody waits only if somebody holds";
    private static final String SERVED = "in the end nobody waits";

    private RicartAgrawalaAssertionItems() {}

    private record Searched(String name, CheckReport report) {}

    private static List<Searched> searches(Scale scale) {
        List<Searched> searches = new ArrayList<>();
        for (Network network : List.of(Network.UNORDERED, Network.FIFO)) {
            searches.add(searched(2, "three times each", network, wishes("www", "www")));
            searches.add(searched(3, "once each", network, wishes("w", "w", "w")));
            searches.add(searched(3, "twice, twice and once", network, wishes("ww", "ww", "w")));
            if (scale == Scale.FULL) {
                searches.add(searched(3, "twice each", network, wishes("ww", "ww", "ww")));
            }
        }
        return searches;
    }

    private static Searched searched(int nodes, String often, Network network, Limits limits) {
        String order = network == Network.FIFO ? "in order" : "in any order";
        return new Searched(
                nodes + " nodes, " + often + ", messages " + order,
                RicartAgrawalaSearch.check(setup("counted", nodes, network), limits));
    }

    private static boolean holdsInAll(List<Searched> searches, String property) {
        return searches.stream()
                .allMatch(each -> each.report.complete() && verdictOn(property, each.report) == Verdict.VALID);
    }

    private static Verdict verdictOn(String property, CheckReport report) {
        return report.properties().stream()
                .filter(each -> each.property().sentence().startsWith(property))
                .map(PropertyVerdict::verdict)
                .findFirst()
                .orElse(Verdict.UNKNOWN);
    }

    static Finding assertions(Scale scale) {
        List<Searched> searches = searches(scale);
        long states = searches.stream().mapToLong(each -> each.report.states()).sum();
        String inAll = "so in all " + Comparison.text(states) + " states";
        List<List<String>> rows = new ArrayList<>();
        for (Searched each : searches) {
            rows.add(List.of(
                    each.name,
                    Comparison.text(each.report.states()),
                    Comparison.text(each.report.transitions()),
                    RicartAgrawalaSearch.isVerified(each.report) ? "verified" : "VIOLATED"));
        }
        boolean excludes = holdsInAll(searches, EXCLUSION);
        boolean getsOn = holdsInAll(searches, GETTING_ON);
        boolean serves = holdsInAll(searches, SERVED);
        return Finding.of(
                        "Complete searches of the algorithm of section 2.2 (rules counted), " + searches.size()
                                + " systems of two and three nodes; for starvation also numbers modulo 2N-1, with which two nodes can ask forever in finitely many states.")
                .compare(Comparison.holds("3.1 mutual exclusion", "is achieved", outcome(excludes, inAll), excludes))
                .compare(Comparison.holds("3.2 deadlock", "is impossible", outcome(getsOn, inAll), getsOn))
                .compare(Comparison.holds(
                        "3.3 starvation: when no more requests come, nobody waits",
                        "impossible",
                        outcome(serves, inAll),
                        serves))
                .compare(RicartAgrawalaSearch.verified(
                        "3.3 starvation: two nodes that ask forever, and nobody is passed more than twice",
                        "impossible",
                        RicartAgrawalaSearch.check(
                                setup("modulo", 2, Network.UNORDERED).withPassesAtMost(2), endless(2))))
                .show(new Sheet("Searches", List.of("system", "states", "transitions", "verdict"), rows))
                .found();
    }

    private static String outcome(boolean isSo, String inAll) {
        return isSo ? inAll : "violated";
    }

    static Finding proofs(Scale scale) {
        List<Integer> sizes = scale.choose(List.of(3, 5), List.of(2, 3, 5, 8, 13));
        int seeds = scale.choose(2, 10);
        int claims = scale.choose(200, 1000);
        RicartAgrawalaWatch.Counts counts = RicartAgrawalaWatch.swarm(sizes, seeds, claims);
        return Finding.of(RicartAgrawalaWatch.setting(sizes, seeds, claims))
                .compare(never(
                        "3.1 case I and II: who has answered a REQUEST before it chooses has the larger number;"
                                + " case III: of two that have both chosen exactly one defers",
                        counts.againstTheCases,
                        counts.caseOne + counts.caseThree))
                .compare(never(
                        "3.2 only a REQUEST with a larger pair of numbers is deferred, so deferrals make no circuit",
                        counts.deferralsOfASmaller,
                        counts.deferrals))
                .compare(never(
                        "3.3 after a REQUEST no request of its receiver has the same or a lower number",
                        counts.numbersNotHigher,
                        counts.numbersChosen))
                .show(new Sheet(
                        "How often each step of a proof applied",
                        List.of("step", "times"),
                        List.of(
                                List.of("case I or II", Comparison.text(counts.caseOne)),
                                List.of("case III", Comparison.text(counts.caseThree)),
                                List.of("deferrals", Comparison.text(counts.deferrals)),
                                List.of("numbers chosen", Comparison.text(counts.numbersChosen)))))
                .found();
    }

    /** Always as the proof says, and there were occasions. */
    private static Comparison never(String what, long exceptions, long times) {
        return Comparison.holds(
                what,
                "always",
                exceptions == 0
                        ? "so all " + Comparison.text(times) + " times"
                        : exceptions + " of " + times + " times not",
                exceptions == 0 && times > 0);
    }
}
