package io.quorate.cli.locks;

import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import io.quorate.api.LockFailedException;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.LockUnavailableException;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.cli.cluster.TlsOptions;
import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.OutputOptions;
import io.quorate.cli.console.Words;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
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
                    + " end too."
        },
        exitCodeList = {
            "  n:what the command itself ended with; 128 and the number of the signal if one ended it",
            " 64:the command line was written wrongly",
            " 69:too few nodes answer: unavailable",
            " 70:a bug in quorate itself",
            " 71:the surroundings do not allow it: port in use, refused by the cluster",
            " 75:busy: others held the lock until the timeout",
            " 76:lost: the lock was lost, or about to be, so the command was made to end",
            "126:the command cannot be executed",
            "127:there is no such command"
        },
        footer = {
            "  quorate lock backup --roster $members --timeout 10s -- ./backup.sh /data",
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
            description = "What to run, and its arguments; put -- before it.")
    private List<String> command = List.of();

    @Option(
            names = "--roster",
            required = true,
            split = ",",
            defaultValue = "${QUORATE_ROSTER}",
            paramLabel = "ID=HOST:PORT",
            description = {
                "All members of the cluster, the same list as for each node.",
                "Default: what the variable QUORATE_ROSTER says."
            })
    private List<String> members = List.of();

    @Option(
            names = "--cluster",
            defaultValue = "${QUORATE_CLUSTER:-quorate}",
            description = "The name of the cluster (default: ${DEFAULT-VALUE}).")
    private String cluster = "";

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "Join as this member of the roster, which votes, and not as a guest, which does not.")
    private @Nullable String id;

    @Option(
            names = "--as",
            defaultValue = "cli",
            paramLabel = "NAME",
            description = {
                "What the nodes call this guest; with TLS its certificate must name it.",
                "Default: ${DEFAULT-VALUE}."
            })
    private String guest = "";

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = {
                "How long to wait while others hold the lock, as in 10s; 0s to try once.",
                "Without it, wait as long as it takes."
            })
    private @Nullable String timeout;

    @Option(names = "--shared", description = "Share the lock with others who ask for it so.")
    private boolean shared;

    @Option(
            names = "--label",
            paramLabel = "TEXT",
            description = "What quorate describe shows of this holder (default: the command).")
    private @Nullable String label;

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            description = "The lease of the cluster, the same for each node, if it is not the usual one.")
    private @Nullable String lease;

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            description = "How long before the hold ends the command is told to end (default: a quarter of the lease).")
    private @Nullable String grace;

    @Option(
            names = "--join-timeout",
            defaultValue = "30s",
            paramLabel = "TIME",
            description = "How long to wait for enough nodes (default: ${DEFAULT-VALUE}).")
    private String joinTimeout = "";

    @Mixin
    private final TlsOptions tls = new TlsOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    public LockCommand(Console console) {
        this.console = console;
    }

    /** What is printed in the end with {@code --json}, on the error stream: the other one belongs to the command. */
    private record Document(String lock, @Nullable String fence, int exitCode, String outcome) {}

    @Override
    public Integer call() throws InterruptedException {
        LocksConfig config = config();
        Duration leave = grace == null ? config.lease().dividedBy(4) : Words.duration(grace);
        Duration waitMax = timeout == null ? null : Words.duration(timeout);
        Thread.currentThread().setName(label == null ? String.join(" ", command) : label);
        try (Locks locks = join(config);
                Hold hold = acquire(locks, waitMax)) {
            GuardedCommand.Ending ending = new GuardedCommand(console, hold, locks.nodeId(), leave).run(command);
            if (output.json()) {
                String fence = GuardedCommand.fenceOf(hold).orElse(null);
                console.err().println(Console.toJson(new Document(name, fence, ending.exitCode(), ending.inWords())));
            }
            return ending.exitCode();
        } catch (LockTimeoutException busy) {
            throw failed(ExitCode.BUSY, busy);
        } catch (LockUnavailableException tooFew) {
            throw failed(ExitCode.NO_QUORUM, tooFew);
        } catch (LockFailedException failure) {
            throw failed(ExitCode.SURROUNDINGS, failure);
        } catch (IllegalArgumentException wrong) {
            throw failed(ExitCode.LOCK_USAGE, wrong);
        }
    }

    private static CommandFailure failed(ExitCode code, RuntimeException why) {
        return new CommandFailure(code, String.valueOf(why.getMessage()), why);
    }

    private LocksConfig config() {
        try {
            LocksConfig config =
                    tls.applyTo(LocksConfig.of(members)).cluster(cluster).joinTimeout(Words.duration(joinTimeout));
            if (lease != null) {
                config = config.lease(Words.duration(lease));
            }
            return (id == null ? config.guest(guest) : config.nodeId(id)).validate();
        } catch (IllegalArgumentException wrong) {
            throw failed(ExitCode.LOCK_USAGE, wrong);
        }
    }

    /** A signal that comes while this one waits ends it; then it must not leave its wish behind. */
    private static Locks join(LocksConfig config) {
        Locks locks = Locks.join(config);
        Runtime.getRuntime().addShutdownHook(new Thread(locks::close, "leave"));
        return locks;
    }

    private Hold acquire(Locks locks, @Nullable Duration waitMax) throws InterruptedException {
        DistributedLock lock = shared ? locks.readWriteLock(name).readLock() : locks.lock(name);
        if (waitMax == null) {
            return lock.acquire();
        }
        Optional<Hold> hold = lock.tryAcquire(waitMax);
        return hold.orElseThrow(() -> new LockTimeoutException(name, waitMax));
    }
}
