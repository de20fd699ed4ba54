// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.locks;

import io.quorate.api.LockListing;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.cli.console.Words;
import java.time.Instant;
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
public final class LocksCommand extends ReportCommand {
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

    public LocksCommand(Console console) {
        super(console);
    }

    @Override
    protected void run(Report out) {
        if (limit < 1 || limit > 1000) {
            throw new IllegalArgumentException("A list has 1 to 1000 locks, not " + limit + ": give another --limit.");
        }
        LockListing listing = where.ask(visit -> visit.list(prefix, limit));
        out.with("locks", listing.locks(), LockReport::fields)
                .with("more", listing.isCut())
                .with("unanswered", listing.unanswered());
        if (listing.locks().isEmpty()) {
            out.say("No locks are in use" + (prefix.isEmpty() ? "." : " whose names begin so."));
        } else {
            out.print(LockReport.table(listing.locks(), Instant.now()));
        }
        if (listing.isCut()) {
            out.say("  There are more than these " + Words.count(listing.locks().size(), "lock")
                    + ": give a longer prefix, or a higher --limit.");
        }
        if (!listing.unanswered().isEmpty()) {
            out.say("  " + LockReport.silence(listing.unanswered()));
        }
    }
}
