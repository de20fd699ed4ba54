// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.measure;

import io.quorate.lab.check.CheckReport;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.check.Counterexample;
import io.quorate.lab.check.ModelChecker;
import io.quorate.lab.check.Progress;
import io.quorate.lab.draw.SpaceTimeRecorder;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.reproduce.Comparison;
import io.quorate.trace.svg.SvgDrawing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Everything that can happen in a system, looked at by the checker: how papers' claims about all runs are held against ours. */
public record Explored(CheckReport report) {
    /** Nobody gets on though nobody is inside. */
    public static final String DEADLOCK = "in a quiet state somebody waits only if somebody holds";

    public static final String TWO_INSIDE = "at no instant there are two conflicting holds";

    public static Explored of(Setup setup, Limits limits) {
        return of(new CheckSystem("paper", setup, limits));
    }

    public static Explored of(CheckSystem system) {
        return new Explored(ModelChecker.check(system, Progress.NONE));
    }

    /** The nodes with these numbers, counted from one, ask once each. */
    public static Limits asking(int... numbers) {
        List<List<Wish>> wishes =
                new ArrayList<>(Collections.nCopies(Arrays.stream(numbers).max().orElseThrow(), List.of()));
        for (int number : numbers) {
            wishes.set(number - 1, List.of(Wish.EXCLUSIVE));
        }
        return Limits.of(wishes);
    }

    /** Whether every state was looked at, and nothing is broken in any. */
    public boolean isVerified() {
        return report.verdict() == io.quorate.lab.check.Verdict.VALID;
    }

    /** Whether there is a run that breaks something. */
    public boolean isBroken() {
        return report.counterexample() != null;
    }

    /** The result of a search: all is well in a number of states, or the error and its smallest number of steps. */
    public String summary() {
        Counterexample shown = report.counterexample();
        if (shown == null) {
            return text();
        }
        return harm(shown.property().sentence()) + " after "
                + shown.trace().choices().size() + " steps";
    }

    private static String harm(String sentence) {
        return sentence.startsWith(TWO_INSIDE) ? "two inside" : sentence.startsWith(DEADLOCK) ? "a deadlock" : sentence;
    }

    /** The paper says that this cannot happen; it does, after this number of steps, and no sooner. */
    public Comparison breaks(String what, String paper, String property, int steps, String reason) {
        Counterexample shown = report.counterexample();
        if (shown == null) {
            return Comparison.differs(what, paper, text(), false, reason);
        }
        int taken = shown.trace().choices().size();
        boolean isAsKnown = shown.property().sentence().startsWith(property) && taken == steps;
        String ours = isAsKnown
                ? harm(property) + " after " + taken + " steps"
                : shown.property().sentence() + " is broken after " + taken + " steps";
        return Comparison.differs(what, paper, ours, isAsKnown, reason);
    }

    /** The paper is right in this system: every state was looked at. */
    public Comparison verified(String what, String paper) {
        return Comparison.holds(what, paper, text(), isVerified());
    }

    private String text() {
        return switch (report.verdict()) {
            case VALID -> String.format(Locale.ROOT, "so it is in all of %,d states", report.states());
            case INVALID -> "not so: " + report.toText();
            case UNKNOWN -> "not known: " + report.toText();
        };
    }

    /** The shortest run that breaks something. */
    public String drawing() {
        Counterexample shown = report.counterexample();
        if (shown == null) {
            throw new IllegalStateException("Nothing was broken, so there is nothing to draw: " + report.toText());
        }
        int nodes = shown.trace().setup().nodes();
        SpaceTimeRecorder recorder = SpaceTimeRecorder.inSteps("", nodes);
        shown.trace().replay(recorder);
        return SvgDrawing.draw(recorder.diagram());
    }
}
