// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.locks;

import io.quorate.api.Health;
import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.Fields;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.cli.console.TextTable;
import io.quorate.cli.console.Words;
import io.quorate.node.admin.AdminClient;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate health}. */
@Command(
        name = "health",
        description = {
            "Says whether nodes are ready: whether they vote, and who is missing. Exit code 0 if they are, else 1 or 4.",
            "Without NODE: whether every member of the cluster answers, votes and is connected with every other. Then one node may"
                    + " be restarted.",
            "With NODE: whether this node votes and locks are available through it. For readiness probes."
        },
        footer = {
            "  quorate health --roster $members",
            "  quorate health --roster $members --wait 60s",
            "  quorate health a --roster a=localhost:7401 --json"
        })
public final class HealthCommand extends ReportCommand {
    private static final Duration ASK_AGAIN = Duration.ofMillis(250);

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "NODE",
            description = "The id of a node in --roster: only this one is asked.")
    private @Nullable String id;

    @Option(
            names = "--wait",
            defaultValue = "0s",
            paramLabel = "TIME",
            description = "Ask again until they are ready, for at most this time (default: ${DEFAULT-VALUE}).")
    private String wait = "";

    @Mixin
    private final AdminOptions where = new AdminOptions();

    public HealthCommand(Console console) {
        super(console);
    }

    @Override
    protected void run(Report out) throws InterruptedException {
        long end = System.nanoTime() + Words.duration(wait).toNanos();
        AdminClient.ClusterHealth health = askUntil(end);
        boolean ready = isReady(health);
        out.with("ready", ready)
                .with("nodes", health.nodes().entrySet(), each -> fields(each.getKey(), each.getValue()))
                .with("unanswered", health.silent())
                .answer(ready);
        tell(health, ready, out);
    }

    private static Fields fields(String node, Health health) {
        return new Fields()
                .with("node", node)
                .with("state", health.state().name())
                .with("ready", health.isReady())
                .with("missing", health.missing())
                .with("silentForMillis", health.silentFor().toMillis())
                .with("reason", health.reason());
    }

    /** The last answer before that time, or the first that is good. */
    private AdminClient.ClusterHealth askUntil(long end) throws InterruptedException {
        while (true) {
            boolean isLast = System.nanoTime() - end >= 0;
            try {
                AdminClient.ClusterHealth health =
                        where.ask(id, visit -> id == null ? visit.health() : visit.healthOfOne());
                if (isLast || isReady(health)) {
                    return health;
                }
            } catch (CommandFailure failure) {
                if (isLast || failure.exitCode() != ExitCode.UNAVAILABLE) {
                    throw failure;
                }
            }
            Thread.sleep(ASK_AGAIN.toMillis());
        }
    }

    /** Of the whole cluster: whether any one node may be restarted next. Of one: whether it can be used. */
    private boolean isReady(AdminClient.ClusterHealth health) {
        return health.silent().isEmpty()
                && health.nodes().values().stream()
                        .allMatch(node ->
                                node.isReady() && (id != null || node.missing().isEmpty()));
    }

    private void tell(AdminClient.ClusterHealth health, boolean ready, Report out) {
        TextTable table = new TextTable("node", "state", "ready", "not connected");
        for (Map.Entry<String, Health> node : health.nodes().entrySet()) {
            Health its = node.getValue();
            table.row(
                    node.getKey(),
                    its.state().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    its.isReady() ? "yes" : "no",
                    String.join(", ", its.missing()));
        }
        health.silent().forEach(node -> table.row(node, "no answer", "no", ""));
        out.print(table);
        health.nodes().forEach((node, its) -> {
            if (!its.isReady()) {
                out.say("  " + node + ": " + its.reason());
            }
        });
        out.say(verdict(ready));
    }

    private String verdict(boolean ready) {
        if (id != null) {
            return ready ? "Ready." : "Not ready.";
        }
        return ready
                ? "Ready: any one node may be restarted."
                : "Not ready: restart no node until every member answers, votes and is connected with every other.";
    }
}
