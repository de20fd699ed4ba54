package io.quorate.cli.locks;

import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.node.ClusterVisit;
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
    private final VisitOptions where = new VisitOptions();

    public PlaceCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        String place = where.ask(ClusterVisit::place);
        if (place.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "The node that was asked has a roster, and is part of no overlay: ask one that is, or see quorate locks.");
        }
        console.out().println(place);
        return ExitCode.OK.number();
    }
}
