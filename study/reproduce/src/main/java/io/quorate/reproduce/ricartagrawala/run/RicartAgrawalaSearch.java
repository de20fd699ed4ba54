// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.ricartagrawala.run;

import io.quorate.core.lock.Protocol;
import io.quorate.lab.check.CheckReport;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.check.Counterexample;
import io.quorate.lab.check.LockProperties;
import io.quorate.lab.check.ModelChecker;
import io.quorate.lab.check.Progress;
import io.quorate.lab.check.Property;
import io.quorate.lab.check.Verdict;
import io.quorate.lab.draw.SpaceTimeRecorder;
import io.quorate.lab.world.Trace;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Finding;
import io.quorate.trace.svg.SvgDrawing;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Complete searches for the items of Ricart and Agrawala's report: all that can happen, in any order of messages. */
public final class RicartAgrawalaSearch {
    /** An error, as a report words it, and the beginning of the property that finds it. */
    public enum Fault {
        TWO_INSIDE("two are inside", "at no instant there are two conflicting holds"),
        STUCK("one waits forever", "in a quiet state somebody waits only if somebody holds"),
        PASSED("one is passed more often", "while somebody waits, others enter at most");

        private final String words;
        private final String property;

        Fault(String words, String property) {
            this.words = words;
            this.property = property;
        }
    }

    private RicartAgrawalaSearch() {}

    public static Setup setup(Protocol<?> protocol, int nodes, Network network) {
        return Setup.usual(protocol, nodes).over(network);
    }

    public static Setup setup(String modifications, int nodes, Network network) {
        return setup(RicartAgrawala.with(modifications), nodes, network);
    }

    /** With one rule left out. */
    public static Setup without(String rule, String modifications, int nodes, Network network) {
        return Setup.parse("nodes " + nodes + "  protocol ricart-agrawala  rules " + modifications + "  without " + rule
                + "  network " + network.text());
    }

    /** For each node a text with a letter for each wish: w to write, r to read. */
    public static Limits wishes(String... nodes) {
        return Limits.of(Arrays.stream(nodes)
                .map(text -> text.chars()
                        .mapToObj(letter -> letter == 'r' ? Wish.SHARED : Wish.EXCLUSIVE)
                        .toList())
                .toList());
    }

    /** All nodes ask again and again; finite with numbers modulo M only. */
    public static Limits endless(int nodes) {
        return Limits.contenders(nodes, 1).repeating();
    }

    public static CheckReport check(Setup setup, Limits limits) {
        return check(new CheckSystem("reproduce", setup, limits));
    }

    public static CheckReport check(CheckSystem system) {
        return ModelChecker.check(system, Progress.NONE);
    }

    /** Looks for this fault only: others may show earlier. */
    public static CheckReport checkOnly(Fault fault, Setup setup, Limits limits) {
        CheckSystem system = new CheckSystem("reproduce", setup, limits);
        List<Property> properties = LockProperties.of(system).stream()
                .filter(property -> property.sentence().startsWith(fault.property))
                .toList();
        return ModelChecker.check(system, properties, Progress.NONE);
    }

    public static boolean isVerified(CheckReport report) {
        return report.verdict() == Verdict.VALID;
    }

    /** A claim that holds in every state that can be reached. */
    public static Comparison verified(String what, String paper, CheckReport report) {
        return Comparison.holds(what, paper, text(report), isVerified(report));
    }

    /** As the shortest run of its kind shows, and after exactly this number of steps. */
    public static boolean isBroken(CheckReport report, Fault fault, int steps) {
        Counterexample shown = report.counterexample();
        return shown != null
                && shown.property().sentence().startsWith(fault.property)
                && shown.trace().choices().size() == steps;
    }

    /** Something that must go wrong, and does: it shows that a bound cannot be smaller. */
    public static Comparison needed(String what, String paper, CheckReport report, Fault fault, int steps) {
        return Comparison.holds(what, paper, text(report), isBroken(report, fault, steps));
    }

    /** Something that the report says and that is known not to be so. */
    public static Comparison erratum(
            String what, String paper, CheckReport report, Fault fault, int steps, String reason) {
        return Comparison.differs(what, paper, text(report), isBroken(report, fault, steps), reason);
    }

    /** The outcome of the search, in words. */
    public static String text(CheckReport report) {
        Counterexample shown = report.counterexample();
        if (shown == null) {
            return String.format(
                    Locale.ROOT,
                    isVerified(report) ? "so in all %,d states" : "unknown after %,d states",
                    report.states());
        }
        String sentence = shown.property().sentence();
        String words = Arrays.stream(Fault.values())
                .filter(fault -> sentence.startsWith(fault.property))
                .map(fault -> fault.words)
                .findFirst()
                .orElse("violated: " + sentence);
        return words + " after " + shown.trace().choices().size() + " steps";
    }

    /** Adds the shortest run that shows what goes wrong as a picture, if anything does. */
    public static void draw(String title, CheckReport report, Finding.Builder finding) {
        Counterexample shown = report.counterexample();
        if (shown != null) {
            finding.draw(drawing(title, shown.trace()));
        }
    }

    private static String drawing(String title, Trace trace) {
        SpaceTimeRecorder recorder =
                SpaceTimeRecorder.inSteps(title, trace.setup().nodes());
        trace.replay(recorder);
        return SvgDrawing.draw(recorder.diagram());
    }
}
