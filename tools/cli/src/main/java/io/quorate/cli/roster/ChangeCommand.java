// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.roster;

import io.quorate.api.RosterChange;
import io.quorate.api.RosterView;
import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.cli.console.Words;
import io.quorate.cli.locks.AdminOptions;
import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that changes the roster, and says how far that is until the old roster is over. */
abstract class ChangeCommand extends ReportCommand {
    private static final Duration ASK_AGAIN = Duration.ofMillis(200);

    @Option(
            names = "--wait",
            defaultValue = "60s",
            paramLabel = "TIME",
            description = {
                "How long to wait until the old roster is over; 0s to return when the change is decided.",
                "Default: ${DEFAULT-VALUE}."
            })
    private String wait = "";

    @Mixin
    private final AdminOptions where = new AdminOptions();

    ChangeCommand(Console console) {
        super(console);
    }

    /** The requested change. */
    abstract RosterChange change();

    @Override
    protected void run(Report out) throws InterruptedException {
        RosterChange change = change();
        Duration timeout = Words.duration(wait);
        RosterView before = awaitEndOfEarlier();
        say("roster " + before.epoch() + ": " + change);
        String refusal = where.ask(visit -> visit.changeRoster(change));
        if (!refusal.isEmpty()) {
            throw new CommandFailure(ExitCode.NO, refusal);
        }
        say("roster " + (before.epoch() + 1) + " is decided");
        RosterView after = awaitEnd(before.epoch() + 1, timeout);
        RosterReport.of(after, out);
        boolean isOver = after.epoch() > before.epoch() && !after.isChanging();
        out.exit(isOver || timeout.isZero() ? ExitCode.OK : ExitCode.UNAVAILABLE);
    }

    private void say(String text) {
        if (!output.json()) {
            console.out().println(text);
            console.flush();
        }
    }

    private RosterView look() {
        return where.ask(visit -> visit.roster().view());
    }

    /** The node that is asked may notice the end of the last change a little later than another one did. */
    private RosterView awaitEndOfEarlier() throws InterruptedException {
        RosterView view = look();
        long end = System.nanoTime() + view.lease().toNanos();
        while (view.isChanging() && System.nanoTime() - end < 0) {
            Thread.sleep(ASK_AGAIN.toMillis());
            view = look();
        }
        return view;
    }

    private RosterView awaitEnd(long epoch, Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        String told = "";
        RosterView view = look();
        while ((view.epoch() < epoch || view.isChanging()) && System.nanoTime() - end < 0) {
            String progress = view.decision().replaceFirst(" in [0-9]+ ms", " soon");
            if (!progress.equals(told)) {
                told = progress;
                say(progress);
            }
            Thread.sleep(ASK_AGAIN.toMillis());
            view = look();
        }
        return view;
    }
}
