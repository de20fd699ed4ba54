// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.Progress;
import io.quorate.cli.console.Words;
import io.quorate.lab.draw.SpaceTimeRecorder;
import io.quorate.lab.replay.Replay;
import io.quorate.lab.replay.SavedRun;
import io.quorate.lab.replay.ShortScenario;
import io.quorate.lab.replay.Shortening;
import io.quorate.trace.SpaceTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Plays a saved run again, and shortens it if that is wanted. */
public final class RunReplay {
    private final Console console;
    private final Path file;
    private final SavedRun run;

    public RunReplay(Console console, Path file, SavedRun run) {
        this.console = console;
        this.file = file;
        this.run = run;
    }

    /** Draws a diagram, with a sentence about it. */
    public interface Draughtsman {
        void draw(SpaceTime diagram, String about) throws IOException;
    }

    public int play(@Nullable Path shorten, boolean withStates, Draughtsman draughtsman) throws IOException {
        SpaceTimeRecorder[] recorder = new SpaceTimeRecorder[1];
        Replay.Outcome outcome = Replay.play(run, clock -> {
            recorder[0] =
                    SpaceTimeRecorder.inTime(run.setup().toString(), run.setup().nodes(), clock);
            return withStates ? recorder[0].withStates() : recorder[0];
        });
        if (shorten == null) {
            draughtsman.draw(recorder[0].diagram(), run.broken() == null ? "" : "Broken: " + run.broken() + ".");
        } else {
            shorten(shorten);
        }
        boolean isTheSame = outcome.hash() == run.hash();
        console.err().println(isTheSame ? sameText() : console.red("Not as saved") + ": " + otherText(outcome));
        return (isTheSame ? ExitCode.OK : ExitCode.NO).number();
    }

    private String sameText() {
        String broken = run.broken();
        return "Played again: " + Words.count(run.choices().size(), "step") + ", trace hash " + hash(run.hash())
                + " as when it was saved." + (broken == null ? "" : " " + console.red("BROKEN") + ": " + broken);
    }

    private String otherText(Replay.Outcome outcome) {
        return "the steps are all possible, but this quorate does something else in them than the one that saved "
                + file + ": trace hash " + hash(outcome.hash()) + ", not " + hash(run.hash()) + ". Made by: "
                + run.madeBy();
    }

    private static String hash(long hash) {
        return String.format(Locale.ROOT, "%016x", hash);
    }

    private void shorten(Path target) throws IOException {
        try (Progress progress = new Progress(console)) {
            Shortening.Result result =
                    Shortening.of(run, Shortening.USUAL_WORK, far -> progress.update(() -> FailedRun.words(far)));
            Drawings.createFolderOf(target);
            Files.writeString(target, ShortScenario.of(result, run.madeBy()));
            console.err().println(FailedRun.words(result) + " " + target);
        }
    }
}
