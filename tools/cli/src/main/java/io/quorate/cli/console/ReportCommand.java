// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.console;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** A command that makes one report: text, or JSON with {@code --json}. */
public abstract class ReportCommand implements Callable<Integer> {
    protected final Console console;

    @Mixin
    protected final OutputOptions output = new OutputOptions();

    protected ReportCommand(Console console) {
        this.console = console;
    }

    /** Does the work of the command, and fills the report, which is empty. */
    protected abstract void run(Report report) throws IOException, InterruptedException;

    @Override
    public final Integer call() throws IOException, InterruptedException {
        Report report = new Report(console, output.json());
        run(report);
        report.finish();
        return report.exitCode();
    }
}
