// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.locks;

import io.quorate.api.AcquireOptions;
import io.quorate.api.Hold;
import io.quorate.api.LossReason;
import io.quorate.api.text.Printable;
import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Runs a command as long as a lock is held, and no longer. */
final class GuardedCommand {
    /** How often the deadline is looked at: it may come nearer, or go away again. */
    private static final long LOOK_EVERY_MILLIS = 20;

    private final Console console;
    private final Hold hold;
    private final String nodeId;
    private final Duration grace;
    private final AcquireOptions options;

    /**
     * How it ended.
     *
     * @param isTakenAway whether it was made to end because the lock was lost, or somebody asked for it
     */
    record Ending(int exitCode, String inWords, boolean isTakenAway) {}

    GuardedCommand(Console console, Hold hold, String nodeId, Duration grace, AcquireOptions options) {
        this.console = console;
        this.hold = hold;
        this.nodeId = nodeId;
        this.grace = grace;
        this.options = options;
    }

    /** The fence in letters; none if the protocol of the cluster has none. */
    static Optional<String> fenceOf(Hold hold) {
        try {
            return Optional.of(Long.toString(hold.fence()));
        } catch (UnsupportedOperationException none) {
            return Optional.empty();
        }
    }

    Ending run(List<String> command) throws InterruptedException {
        try (PassedSignals signals = PassedSignals.begin()) {
            Process process = start(command);
            ProcessTree tree = new ProcessTree(process.toHandle());
            signals.passTo(tree);
            return run(process, tree);
        }
    }

    private Ending run(Process process, ProcessTree tree) throws InterruptedException {
        try {
            AtomicBoolean asked = new AtomicBoolean();
            hold.onReleaseRequested(who -> {
                asked.set(true);
                say(who + " asks for the lock \"" + hold.lockName() + "\": the command is told to end.");
                tree.terminate();
            });
            boolean lost = watch(process, tree);
            int code = process.waitFor();
            return lost
                    ? new Ending(ExitCode.LOST.number(), "lost", true)
                    : new Ending(code, code == 0 ? "done" : "the command failed", asked.get());
        } catch (InterruptedException interruption) {
            tree.kill();
            throw interruption;
        }
    }

    private Process start(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        Map<String, String> environment = builder.environment();
        environment.put("QUORATE_LOCK", hold.lockName());
        environment.put("QUORATE_MODE", hold.mode().name().toLowerCase(Locale.ROOT));
        environment.put("QUORATE_NODE", nodeId);
        environment.put("QUORATE_VALID_FOR_MS", Long.toString(hold.validFor().toMillis()));
        environment.remove("QUORATE_FENCE"); // there may be one of a lock around this one
        fenceOf(hold).ifPresent(fence -> environment.put("QUORATE_FENCE", fence));
        try {
            return builder.start();
        } catch (IOException failure) {
            String text = String.valueOf(failure.getMessage());
            boolean missing = text.contains("error=2,");
            throw new CommandFailure(
                    missing ? ExitCode.NO_SUCH_COMMAND : ExitCode.NOT_EXECUTABLE,
                    (missing ? "There is no command \"" : "This cannot be executed: \"") + command.get(0) + "\". "
                            + whatBecomesOfTheLock() + " Check the spelling, or give the whole path.",
                    failure);
        }
    }

    private String whatBecomesOfTheLock() {
        return options.atLeast().isZero()
                ? "The lock was given back."
                : "The lock stays taken for about a lease, because of --at-least.";
    }

    /** Until the command has ended; says whether it was made to because of the lock. */
    private boolean watch(Process process, ProcessTree tree) throws InterruptedException {
        boolean told = false;
        while (!process.waitFor(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
            tree.look();
            Duration left = hold.validFor();
            if (!hold.isValid()) {
                String why = hold.lossReason().map(LossReason::because).orElse("it ended");
                say("The lock \"" + hold.lockName() + "\" is lost: the command is killed. The reason: " + why + ".");
                tree.kill();
                return true;
            }
            if (left.compareTo(grace) <= 0 && !told) {
                told = true;
                String why = options.atMost().isPresent()
                        ? "--at-most is over, or too few nodes answer"
                        : "Too few nodes answer";
                say(why + "; the lock \"" + hold.lockName() + "\" ends in " + left.toMillis()
                        + " ms: the command is told to end.");
                tree.terminate();
            }
        }
        if (told) {
            tree.kill(); // what the command has left behind
        }
        return told || !hold.isValid();
    }

    private void say(String text) {
        console.err().println("quorate: " + Printable.of(text));
    }
}
