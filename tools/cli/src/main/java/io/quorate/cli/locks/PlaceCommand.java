// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.locks;

import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.OutputOptions;
import io.quorate.node.admin.AdminClient;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code quorate place}. */
@Command(
        name = "place",
        description = "Shows the place of a running node in its overlay: its key, its neighbours, how many it knows.",
        footer = "  quorate place --roster localhost:7400")
public final class PlaceCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private final AdminOptions where = new AdminOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    public PlaceCommand(Console console) {
        this.console = console;
    }

    /** The output of {@code --json}. */
    private record Document(List<String> place) {}

    @Override
    public Integer call() {
        String place = where.ask(AdminClient::place);
        if (place.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "The node that was asked has a roster, and is part of no overlay: ask one that is, or see quorate locks.");
        }
        if (output.json()) {
            console.printJson(new Document(place.lines().toList()));
        } else {
            console.out().println(place);
        }
        return ExitCode.OK.number();
    }
}
