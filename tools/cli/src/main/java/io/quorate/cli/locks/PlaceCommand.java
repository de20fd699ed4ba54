// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.locks;

import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.node.admin.AdminClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code quorate place}. */
@Command(
        name = "place",
        description = "Shows the place of a running node in its overlay: its key, its neighbours, how many it knows.",
        footer = "  quorate place --roster localhost:7400")
public final class PlaceCommand extends ReportCommand {
    @Mixin
    private final AdminOptions where = new AdminOptions();

    public PlaceCommand(Console console) {
        super(console);
    }

    @Override
    protected void run(Report out) {
        String place = where.ask(AdminClient::place);
        if (place.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "The node that was asked has a roster, and is part of no overlay: ask one that is, or see quorate locks.");
        }
        out.with("place", place.lines().toList()).say(place);
    }
}
