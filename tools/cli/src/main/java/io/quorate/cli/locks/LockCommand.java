// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.locks;

import io.quorate.api.AcquireOptions;
import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.api.text.Printable;
import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.OutputOptions;
import io.quorate.cli.console.Words;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate lock}. */
@Command(
        name = "lock",
        customSynopsis = "quorate lock [OPTIONS] --roster ID=HOST:PORT,... NAME -- COMMAND [ARGUMENT...]",
        description = {
            "Runs a command while holding a lock of a running cluster.",
            "The command finds in its environment: QUORATE_LOCK, QUORATE_MODE, QUORATE_NODE; QUORATE_FENCE, a number that is"
                    + " higher than that of every hold before, to be sent along with what it writes; and"
                    + " QUORATE_VALID_FOR_MS, for how long the hold was valid when it began. While the cluster answers, it"
                    + " is renewed.",
            "When the lock is about to be lost, because too few nodes answer, the command and all that it has started are"
                    + " told to end (TERM) some time before the hold ends, and are killed (KILL) when it ends. HUP, INT and"
                    + " TERM are passed on to the command. When somebody asks for the lock (quorate release), it is told to"
                    + " end too.",
            "With --at-least the lock stays taken for this time, even if the command ends sooner: then this process waits before"
                    + " it ends. If it is killed while it waits, the cluster keeps the lock for about a lease."
        },
        exitCodeList = {
            "  n:what the command itself ended with; 128 and the number of the signal if one ended it",
            " 64:the command line is wrong",
            " 69:too few nodes answer: unavailable",
            " 70:a bug in quorate itself",
            " 71:the environment does not allow it: port in use, refused by the cluster",
            " 75:busy: others held the lock until the timeout",
            " 76:lost: the lock was lost, or about to be, so the command was made to end",
            "126:the command cannot be executed",
            "127:there is no such command"
        },
        footer = {
            "  quorate lock backup --roster $members --timeout 10s -- ./backup.sh /data",
            "  quorate lock job --roster $members --timeout 0s --at-least 10m -- ./job.sh",
            "  quorate lock x --shared --roster $members -- sh -c 'echo $QUORATE_FENCE'"
        })
public final class LockCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "NAME", description = "The name of the lock.")
    private String name = "";

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "COMMAND",
            description = "The command to run, and its arguments; put -- before it.")
    private List<String> command = List.of();

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = {
                "How long to wait at most: until enough nodes answer, and while others hold the lock, as in 10s.",
                "0s tries once. Nodes always have 3 s to answer. Without it, wait as long as it takes."
            })
    private @Nullable String timeout;

    @Option(
            names = "--at-least",
            paramLabel = "TIME",
            description = {
                "Keep the lock taken for this time, even if the command ends sooner, as in 10m.",
                "For jobs that run once per period on one of several machines."
            })
    private @Nullable String atLeast;

    @Option(
            names = "--at-most",
            paramLabel = "TIME",
            description =
                    "End the command when it has held the lock for this time, as in 1h: SIGTERM before the end, SIGKILL at the end.")
    private @Nullable String atMost;

    @Option(names = "--shared", description = "Share the lock with others who ask for it so.")
    private boolean shared;

    @Mixin
    private final GuardOptions guard = new GuardOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    public LockCommand(Console console) {
        this.console = console;
    }

    /** The final output of {@code --json}, on the error stream: the other one belongs to the command. */
    private record Document(String lock, @Nullable String fence, int exitCode, String outcome) {}

    @Override
    public Integer call() throws InterruptedException {
        LocksConfig told = guard.config();
        AcquireOptions options = options();
        guard.nameThread(command);
        long started = System.nanoTime();
        return GuardOptions.run(() -> {
            LocksConfig config = guard.agreed(told, options.timeout().orElse(null));
            Duration grace = guard.grace(config);
            try (Locks locks = GuardOptions.join(config, left(options, started))) {
                return runUnderLock(locks, grace, options, started);
            }
        });
    }

    /** The rest of the timeout; null for no limit. */
    private static @Nullable Duration left(AcquireOptions options, long started) {
        return options.timeout()
                .map(all -> GuardOptions.max(all.minusNanos(System.nanoTime() - started), Duration.ZERO))
                .orElse(null);
    }

    private int runUnderLock(Locks locks, Duration grace, AcquireOptions options, long started)
            throws InterruptedException {
        Hold taken;
        long since;
        GuardedCommand.Ending ending;
        try (Hold hold = acquire(locks, options, started)) {
            taken = hold;
            since = System.nanoTime(); // the grant was before
            ending = new GuardedCommand(console, hold, locks.nodeId(), grace, options).run(command);
            if (output.json()) {
                String fence = GuardedCommand.fenceOf(hold).orElse(null);
                console.err().println(Console.toJson(new Document(name, fence, ending.exitCode(), ending.inWords())));
            }
        }
        if (taken.outcome() == Hold.Outcome.RELEASED) {
            awaitLeastTime(options.atLeast(), since);
        }
        return ending.exitCode();
    }

    /** Joining counts: what is left of the timeout is for other holders. */
    private Hold acquire(Locks locks, AcquireOptions options, long started) throws InterruptedException {
        DistributedLock lock = shared ? locks.readWriteLock(name).readLock() : locks.lock(name);
        Duration waited = Duration.ofNanos(System.nanoTime() - started);
        try {
            return lock.acquire(options.timeout()
                    .map(all -> options.withTimeout(GuardOptions.max(all.minus(waited), Duration.ZERO)))
                    .orElse(options));
        } catch (LockTimeoutException busy) {
            throw new CommandFailure(ExitCode.BUSY, inWords(busy), busy);
        }
    }

    /** By what was given on the command line: what is left for the lock after joining tells a person nothing. */
    private String inWords(LockTimeoutException busy) {
        return "The lock \"" + Printable.of(name) + "\" was not free within --timeout " + timeout
                + busy.holder()
                        .map(node -> ": " + Printable.of(node) + " holds it")
                        .orElse("")
                + ". Give a longer --timeout, or see who holds it: quorate describe "
                + Printable.of(name) + " --roster ...";
    }

    /** This process is the node that keeps the lock; without it the cluster would do so for about a lease only. */
    private void awaitLeastTime(Duration least, long since) throws InterruptedException {
        long left = least.toNanos() - (System.nanoTime() - since);
        if (left <= 0) {
            return;
        }
        console.err()
                .println("quorate: The command has ended; the lock \"" + name + "\" stays taken for another "
                        + Words.nanos(left) + " (--at-least " + atLeast + ").");
        for (; left > 0; left = least.toNanos() - (System.nanoTime() - since)) {
            TimeUnit.NANOSECONDS.sleep(left);
        }
    }

    private AcquireOptions options() {
        try {
            AcquireOptions options = AcquireOptions.atLeast(atLeast == null ? Duration.ZERO : Words.duration(atLeast));
            options = atMost == null ? options : options.withAtMost(Words.duration(atMost));
            return timeout == null ? options : options.withTimeout(Words.duration(timeout));
        } catch (IllegalArgumentException wrong) {
            throw GuardOptions.failed(ExitCode.LOCK_USAGE, wrong);
        }
    }
}
