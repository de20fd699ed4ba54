// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.locks;

import io.quorate.api.LockDescription;
import io.quorate.api.text.Printable;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.cli.console.Words;
import io.quorate.node.admin.AdminClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate release}. */
@Command(
        name = "release",
        description = {
            "Asks the holder of a lock to release it: the application gets the request (Hold.onReleaseRequested) and decides.",
            "With --force the lock is taken away: the holder is told that it has lost it, and the next one gets it. Both are"
                    + " written to the logs of the nodes, with who wanted it.",
            "It ends with 0 if the lock is not held (any more) by who held it, with 1 if it is, with 4 if its holder cannot"
                    + " be reached: then its lease ends the hold."
        },
        footer = {
            "  quorate release orders/42 --roster localhost:7401,localhost:7402",
            "  quorate release orders/42 --roster localhost:7401 --force"
        })
public final class ReleaseCommand extends ReportCommand {
    private static final int LOOK_EVERY_MILLIS = 100;

    @Parameters(index = "0", paramLabel = "NAME", description = "The name of the lock.")
    private String name = "";

    @Option(names = "--force", description = "Take it away instead of asking.")
    private boolean force;

    @Option(
            names = "--fence",
            paramLabel = "N",
            description =
                    "With --force: only the hold with this fence, as describe shows it, and not one that came after it.")
    private long fence;

    @Option(
            names = "--wait",
            defaultValue = "5s",
            paramLabel = "TIME",
            description = "Without --force: how long to wait until it is given back (default: ${DEFAULT-VALUE}).")
    private String wait = "";

    @Mixin
    private final AdminOptions where = new AdminOptions();

    public ReleaseCommand(Console console) {
        super(console);
    }

    /** The outcome. */
    private enum Result {
        FREE(ExitCode.OK),
        RELEASED(ExitCode.OK),
        REVOKED(ExitCode.OK),
        HELD(ExitCode.NO),
        UNREACHABLE(ExitCode.UNAVAILABLE);

        private final ExitCode code;

        Result(ExitCode code) {
            this.code = code;
        }
    }

    @Override
    protected void run(Report out) throws InterruptedException {
        if (fence != 0 && !force) {
            throw new IllegalArgumentException("--fence is for --force: without --force the holder decides.");
        }
        Duration timeout = Words.duration(wait);
        List<String> told = new ArrayList<>();
        AdminClient.Release release = where.ask(visit -> force ? visit.revoke(name, fence) : visit.askRelease(name));
        Result result = release.before().holders().isEmpty()
                ? withoutHolder(release.before(), told)
                : force ? revoked(release, told) : asked(release, timeout, told);
        out.with("lock", name)
                .with("result", result.name().toLowerCase(Locale.ROOT))
                .with("told", told)
                .with("before", LockReport.fields(release.before()))
                .exit(result.code);
        told.forEach(line -> out.say(Printable.of(line)));
    }

    private static Result withoutHolder(LockDescription lock, List<String> told) {
        Set<String> outOfReach = new LinkedHashSet<>();
        lock.votes().stream()
                .filter(vote -> vote.granted() && lock.unanswered().contains(vote.requester()))
                .forEach(vote -> outOfReach.add(vote.requester()));
        if (!outOfReach.isEmpty()) {
            told.add("It is promised to node " + String.join(", ", outOfReach)
                    + ", which cannot be reached, so nothing can"
                    + " be done there. If it is gone, the hold ends with its lease.");
            return Result.UNREACHABLE;
        }
        told.add("Nobody who answered holds the lock \"" + lock.lockName() + "\".");
        if (!lock.unanswered().isEmpty()) {
            told.add("There is " + LockReport.silence(lock.unanswered()) + ".");
            return Result.UNREACHABLE;
        }
        return Result.FREE;
    }

    private static Result revoked(AdminClient.Release release, List<String> told) {
        Result result = Result.REVOKED;
        for (LockDescription.Party holder : release.before().holders()) {
            if (release.actedAt().getOrDefault(holder.nodeId(), 0) > 0) {
                told.add("Taken from " + LockReport.who(holder) + ", fence " + holder.fence()
                        + ". It has been told that it lost the lock.");
            } else {
                told.add("Not taken from " + LockReport.who(holder) + ": its fence is " + holder.fence()
                        + ". Look again with describe.");
                result = Result.HELD;
            }
        }
        return result;
    }

    private Result asked(AdminClient.Release release, Duration timeout, List<String> told) throws InterruptedException {
        boolean anyHeard = false;
        for (LockDescription.Party holder : release.before().holders()) {
            boolean heard = release.actedAt().getOrDefault(holder.nodeId(), 0) > 0;
            anyHeard |= heard;
            told.add((heard ? "Asked " : "Nobody listens at ")
                    + LockReport.who(holder)
                    + (heard ? " to give it back." : ": its program does not hear such requests."));
        }
        Set<Long> before = fences(release.before());
        long deadline = System.nanoTime() + timeout.toNanos();
        boolean held = true;
        while (anyHeard && held && System.nanoTime() - deadline < 0) {
            Thread.sleep(LOOK_EVERY_MILLIS);
            Set<Long> now = fences(where.ask(visit -> visit.describe(name)));
            now.retainAll(before);
            held = !now.isEmpty();
        }
        told.add(held ? "It is still held. To take it away: --force." : "It was given back.");
        return held ? Result.HELD : Result.RELEASED;
    }

    private static Set<Long> fences(LockDescription lock) {
        Set<Long> fences = new LinkedHashSet<>();
        lock.holders().forEach(holder -> fences.add(holder.fence()));
        return fences;
    }
}
