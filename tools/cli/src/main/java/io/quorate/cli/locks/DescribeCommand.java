// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.locks;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code quorate describe}. */
@Command(
        name = "describe",
        description =
                "Says who holds a lock and who waits for it, with process, fence, time left, and the voters' promises.",
        footer = {
            "  quorate describe orders/42 --roster localhost:7401,localhost:7402",
            "  quorate describe orders/42 --roster localhost:7401 --json"
        })
public final class DescribeCommand extends ReportCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "The name of the lock.")
    private String name = "";

    @Mixin
    private final AdminOptions where = new AdminOptions();

    public DescribeCommand(Console console) {
        super(console);
    }

    @Override
    protected void run(Report out) {
        LockReport.describe(where.ask(visit -> visit.describe(name)), Instant.now(), out);
    }
}
