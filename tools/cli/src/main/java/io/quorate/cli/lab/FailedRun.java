// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab;

import io.quorate.cli.console.Fields;
import io.quorate.cli.console.Progress;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.Words;
import io.quorate.lab.replay.RunRecorder;
import io.quorate.lab.replay.SavedRun;
import io.quorate.lab.replay.ShortScenario;
import io.quorate.lab.replay.Shortening;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.world.setup.Setup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A run that broke a promise: saved, and shortened. */
public final class FailedRun {
    /** A scenario with more lines is not printed, it is in its file. */
    private static final int LINES_PRINTED = 80;

    private final SavedRun run;
    private @Nullable Path saved;
    private @Nullable Path scenario;
    private Shortening.@Nullable Result shortened;
    private String text = "";
    private String trouble = "";

    private FailedRun(SavedRun run) {
        this.run = run;
    }

    /** Runs it again, writing it down; what cannot be written is said later, since the answer matters more. */
    static FailedRun keep(Simulation simulation, Path folder, boolean shorten, Progress progress) {
        FailedRun failed = new FailedRun(RunRecorder.record(simulation));
        if (shorten) {
            failed.shorten(progress);
        }
        failed.write(folder, name(simulation));
        return failed;
    }

    private static String name(Simulation simulation) {
        Setup setup = simulation.setup();
        String without = setup.withoutRule().isEmpty() ? "" : "-without-" + setup.withoutRule();
        return setup.protocol().name() + without + "-seed-" + simulation.seed();
    }

    private void shorten(Progress progress) {
        try {
            Shortening.Result result =
                    Shortening.of(run, Shortening.USUAL_WORK, far -> progress.update(() -> words(far)));
            shortened = result;
            text = ShortScenario.of(result, run.madeBy());
        } catch (IllegalArgumentException impossible) {
            trouble = impossible.getMessage() + ".";
        }
    }

    static String words(Shortening.Progress far) {
        return "shortening: " + Words.count(far.stepsBefore()) + " -> " + Words.count(far.steps(), "step") + ", "
                + Words.count(far.attempts(), "attempt");
    }

    static String words(Shortening.Result result) {
        return "Shortened: " + Words.count(result.stepsBefore()) + " -> " + Words.count(result.steps(), "step")
                + ", in "
                + Words.count(result.attempts(), "attempt") + "; "
                + (result.isMinimal()
                        ? "without any one of them it does not happen."
                        : "stopped there, it may be possible with fewer.");
    }

    private void write(Path folder, String name) {
        try {
            Path file = folder.resolve(name + ".run.gz");
            KeepOptions.write(run, file);
            saved = file;
            if (!text.isEmpty()) {
                Path written = folder.resolve(name + ".scn");
                Files.writeString(written, text);
                scenario = written;
            }
        } catch (IOException refused) {
            trouble = (trouble + " Nothing could be saved in " + folder + " (" + refused
                            + "): give --failures DIR with a folder that can be written to.")
                    .strip();
        }
    }

    /** For programs. */
    public Fields fields() {
        Shortening.Result result = shortened;
        return new Fields()
                .with("run", saved == null ? null : saved.toString())
                .with("scenario", scenario == null ? null : scenario.toString())
                .with("steps", run.choices().size())
                .with("shortenedSteps", result == null ? null : result.steps());
    }

    /** @param broughtBy the option that brings the protocol, or an empty text */
    public void tell(Report out, String broughtBy) {
        out.say("  after " + Words.count(run.choices().size(), "step")
                + (saved == null
                        ? ""
                        : ", saved: " + saved + " (play it again: ./quorate trace " + saved + broughtBy + ")"));
        Shortening.Result result = shortened;
        if (result != null) {
            out.say("  " + words(result) + (scenario == null ? "" : " " + scenario));
            tellScenario(out, broughtBy);
        }
        if (!trouble.isEmpty()) {
            out.say("  " + trouble);
        }
    }

    private void tellScenario(Report out, String broughtBy) {
        List<String> lines =
                text.lines().filter(line -> !line.startsWith("# Shortened")).toList();
        if (lines.size() <= LINES_PRINTED) {
            out.gap();
            lines.forEach(line -> out.say(line.isEmpty() ? "" : "    " + line));
        }
        if (scenario != null) {
            out.gap();
            out.say("  Look at it: ./quorate trace " + scenario + broughtBy + " (or with --svg, --html)");
        }
    }
}
