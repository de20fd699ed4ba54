// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.roster;

import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.Words;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Member;
import io.quorate.node.net.Roster;
import io.quorate.node.store.RosterRestore;
import io.quorate.node.store.StoreFailedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code quorate roster restore}. */
@Command(
        name = "restore",
        description = {
            "After a disaster only: makes the data directory of a stopped node begin again with the members that are left.",
            "Run it with the same --members at every survivor, while all are stopped, and only if all other members are dead for"
                    + " certain: if some of them live, two nodes may hold the same lock.",
            "If a majority of the voters is alive, use remove or replace instead."
        },
        footer = {"  quorate roster restore --data /var/lib/quorate --members a=hostA:7400,b=hostB:7400 --unsafe"})
final class RestoreCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--data",
            required = true,
            paramLabel = "FOLDER",
            description = "The data directory of the node, which is stopped.")
    private Path data = Path.of("");

    @Option(
            names = "--members",
            required = true,
            split = ",",
            paramLabel = "ID=HOST:PORT",
            description = "All members from now on: the survivors.")
    private List<String> members = List.of();

    @Option(names = "--quorums", paramLabel = "NAME", description = "The quorum system. Without it, majority.")
    private String quorums = "majority";

    @Option(names = "--lease", paramLabel = "TIME", description = "The lease. Without it, what the directory says.")
    private @Nullable String lease;

    @Option(names = "--unsafe", description = "Says that all other members are dead for certain. Needed.")
    private boolean unsafe;

    RestoreCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (!unsafe) {
            throw new IllegalArgumentException(
                    "This is safe only if all members that are not listed are dead for certain:"
                            + " otherwise two nodes may hold the same lock. If they are, add --unsafe.");
        }
        List<Member> listed = members.stream()
                .map(text -> {
                    int named = text.indexOf('=');
                    Roster.Member at =
                            Roster.Member.at(text.substring(0, Math.max(0, named)), text.substring(named + 1));
                    return new Member(0, at.id(), at.address(), true, "");
                })
                .toList();
        Duration time = lease == null ? null : Words.positive("--lease", lease);
        try {
            Configuration restored = RosterRestore.restore(data, listed, quorums, time);
            console.out()
                    .println("The directory " + data + " has roster "
                            + restored.latest().epoch() + " of lineage "
                            + restored.latest().lineage() + " now: " + String.join(", ", members) + ".");
            console.out()
                    .println(
                            "Do the same at every other member in this list. The lineage must be the same everywhere. Then start"
                                    + " them as usual.");
            return ExitCode.OK.number();
        } catch (StoreFailedException failure) {
            throw new CommandFailure(ExitCode.ENVIRONMENT, failure.getMessage() + ".", failure);
        }
    }
}
