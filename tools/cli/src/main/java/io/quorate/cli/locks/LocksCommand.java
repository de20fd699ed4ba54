// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.locks;

import io.quorate.api.LockListing;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.OutputOptions;
import io.quorate.cli.console.Words;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate locks}. */
@Command(
        name = "locks",
        description = "Lists the locks in use: who holds them, for how long, and how many wait.",
        footer = {
            "  quorate locks --roster localhost:7401,localhost:7402",
            "  quorate locks orders/ --roster localhost:7401 --json"
        })
public final class LocksCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", arity = "0..1", paramLabel = "PREFIX", description = "Only locks whose names begin so.")
    private String prefix = "";

    @Option(
            names = "--limit",
            defaultValue = "100",
            paramLabel = "N",
            description = "Maximum number of locks, 1 to 1000 (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Mixin
    private final AdminOptions where = new AdminOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    public LocksCommand(Console console) {
        this.console = console;
    }

    /** The output of {@code --json}. */
    private record Document(List<LockDocument> locks, boolean more, List<String> unanswered) {}

    @Override
    public Integer call() {
        if (limit < 1 || limit > 1000) {
            throw new IllegalArgumentException("A list has 1 to 1000 locks, not " + limit + ": give another --limit.");
        }
        LockListing listing = where.ask(visit -> visit.list(prefix, limit));
        if (output.json()) {
            console.printJson(new Document(
                    listing.locks().stream().map(LockDocument::of).toList(), listing.isCut(), listing.unanswered()));
            return ExitCode.OK.number();
        }
        if (listing.locks().isEmpty()) {
            console.out().println("No locks are in use" + (prefix.isEmpty() ? "." : " whose names begin so."));
        } else {
            console.out().print(LockText.table(listing.locks(), Instant.now()));
        }
        if (listing.isCut()) {
            console.out()
                    .println("  There are more than these "
                            + Words.count(listing.locks().size(), "lock")
                            + ": give a longer prefix, or a higher --limit.");
        }
        if (!listing.unanswered().isEmpty()) {
            console.out().println("  " + LockText.silence(listing.unanswered()));
        }
        return ExitCode.OK.number();
    }
}
