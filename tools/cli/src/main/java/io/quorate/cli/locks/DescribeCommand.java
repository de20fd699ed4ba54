// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.locks;

import io.quorate.api.LockDescription;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.OutputOptions;
import java.time.Instant;
import java.util.concurrent.Callable;
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
public final class DescribeCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "NAME", description = "The name of the lock.")
    private String name = "";

    @Mixin
    private final AdminOptions where = new AdminOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    public DescribeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        LockDescription lock = where.ask(visit -> visit.describe(name));
        if (output.json()) {
            console.printJson(LockDocument.of(lock));
        } else {
            LockText.print(lock, Instant.now(), console.out());
        }
        return ExitCode.OK.number();
    }
}
