// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.Progress;
import io.quorate.lab.replay.RunFile;
import io.quorate.lab.replay.RunRecorder;
import io.quorate.lab.replay.SavedRun;
import io.quorate.lab.simulate.Simulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The files that are kept of simulations. */
public final class KeepOptions {
    @Option(
            names = "--save",
            paramLabel = "FILE",
            description =
                    "Save the run, the first if there are several: small, and quorate trace plays it again exactly.")
    private @Nullable Path save;

    @Option(
            names = "--failures",
            paramLabel = "DIR",
            defaultValue = "failures",
            description = {
                "Where a run that breaks a promise is saved, and the scenario that is left of it when it is shortened",
                "(default: ${DEFAULT-VALUE})."
            })
    private Path failures = Path.of("failures");

    @Option(names = "--no-shorten", description = "Do not shorten a run that breaks a promise.")
    private boolean noShorten;

    public boolean shortens() {
        return !noShorten;
    }

    /** Saves the run if that was asked for. */
    public void saveIfWanted(Simulation simulation, Console console) throws IOException {
        if (save != null) {
            write(RunRecorder.record(simulation), save);
            console.err().println("Saved: " + save);
        }
    }

    /** The run that broke a promise, saved and shortened. */
    public FailedRun keep(Simulation simulation, Progress progress) {
        return FailedRun.keep(simulation, failures, !noShorten, progress);
    }

    static void write(SavedRun run, Path file) throws IOException {
        Drawings.createFolderOf(file);
        Files.write(file, RunFile.write(run));
    }
}
