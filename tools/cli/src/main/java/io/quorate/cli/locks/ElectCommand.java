// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.locks;

import io.quorate.api.AcquireOptions;
import io.quorate.api.Hold;
import io.quorate.api.LockUnavailableException;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.OutputOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code quorate elect}. */
@Command(
        name = "elect",
        customSynopsis = "quorate elect [OPTIONS] --roster ID=HOST:PORT,... NAME -- COMMAND [ARGUMENT...]",
        description = {
            "Runs a command while this process is the leader among all that stand for the same name.",
            "It stands until it leads, then runs the command, with the same environment as under quorate lock;"
                    + " QUORATE_FENCE is the term. When the leadership is about to be lost, the command and all that it has"
                    + " started are told to end (TERM) some time before, and are killed (KILL) when it is lost. Then this"
                    + " process stands again, and runs the command again when it leads. It does the same when somebody asks"
                    + " for the lock (quorate release).",
            "When the command ends by itself, the leadership is given up and quorate elect ends with it: let whatever"
                    + " started it start it again. HUP, INT and TERM are passed on to the command."
        },
        exitCodeList = {
            "  n:what the command itself ended with; 128 and the number of the signal if one ended it",
            " 64:the command line is wrong",
            " 69:too few nodes answered to join: unavailable",
            " 70:a bug in quorate itself",
            " 71:the environment does not allow it: port in use, refused by the cluster",
            "126:the command cannot be executed",
            "127:there is no such command"
        },
        footer = {
            "  quorate elect scheduler --roster $members -- ./scheduler.sh",
            "  quorate describe scheduler --roster host:7400   who leads"
        })
public final class ElectCommand implements Callable<Integer> {
    private static final AcquireOptions NO_LIMITS = AcquireOptions.atLeast(Duration.ZERO);

    private final Console console;

    @Parameters(index = "0", paramLabel = "NAME", description = "The name of the lock that elects the leader.")
    private String name = "";

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "COMMAND",
            description = "The command to run, and its arguments; put -- before it.")
    private List<String> command = List.of();

    @Mixin
    private final GuardOptions guard = new GuardOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    public ElectCommand(Console console) {
        this.console = console;
    }

    /** The output of {@code --json} at the end of each term, on the error stream: the other one belongs to the command. */
    private record Document(String election, String term, int exitCode, String outcome, boolean standsAgain) {}

    @Override
    public Integer call() throws InterruptedException {
        LocksConfig told = guard.config();
        guard.nameThread(command);
        return GuardOptions.run(() -> {
            LocksConfig config = guard.agreed(told, null);
            Duration grace = guard.grace(config);
            try (Locks locks = GuardOptions.join(config, null)) {
                while (true) {
                    GuardedCommand.Ending ending = lead(locks, grace);
                    if (!ending.isTakenAway()) {
                        return ending.exitCode();
                    }
                }
            }
        });
    }

    /** One term. */
    private GuardedCommand.Ending lead(Locks locks, Duration grace) throws InterruptedException {
        try (Hold hold = stand(locks)) {
            String term = GuardedCommand.fenceOf(hold).orElse("without a number");
            console.err().println("quorate: leads \"" + name + "\", term " + term + ".");
            GuardedCommand.Ending ending =
                    new GuardedCommand(console, hold, locks.nodeId(), grace, NO_LIMITS).run(command);
            if (output.json()) {
                console.err()
                        .println(Console.toJson(
                                new Document(name, term, ending.exitCode(), ending.inWords(), ending.isTakenAway())));
            } else if (ending.isTakenAway()) {
                console.err().println("quorate: leads \"" + name + "\" no more; stands again.");
            }
            return ending;
        }
    }

    /** Waits until this process leads. While too few nodes answer it goes on asking: each attempt waits for them some seconds. */
    private Hold stand(Locks locks) throws InterruptedException {
        boolean said = false;
        while (true) {
            try {
                return locks.lock(name).acquire();
            } catch (LockUnavailableException tooFew) {
                if (!said) {
                    console.err().println("quorate: " + tooFew.getMessage() + " It goes on trying.");
                }
                said = true;
            }
        }
    }
}
