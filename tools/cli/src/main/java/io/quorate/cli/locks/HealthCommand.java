// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.locks;

import io.quorate.api.Health;
import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.OutputOptions;
import io.quorate.cli.console.TextTable;
import io.quorate.cli.console.Words;
import io.quorate.node.admin.AdminClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
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
public final class HealthCommand implements Callable<Integer> {
    private static final Duration ASK_AGAIN = Duration.ofMillis(250);

    private final Console console;

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

    @Mixin
    private final OutputOptions output = new OutputOptions();

    public HealthCommand(Console console) {
        this.console = console;
    }

    /** The output of {@code --json}. */
    private record Document(boolean ready, List<Node> nodes, List<String> unanswered) {}

    private record Node(
            String node, String state, boolean ready, List<String> missing, long silentForMillis, String reason) {
        static Node of(String id, Health health) {
            return new Node(
                    id,
                    health.state().name(),
                    health.isReady(),
                    List.copyOf(health.missing()),
                    health.silentFor().toMillis(),
                    health.reason());
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        long end = System.nanoTime() + Words.duration(wait).toNanos();
        AdminClient.ClusterHealth health = askUntil(end);
        boolean ready = isReady(health);
        if (output.json()) {
            List<Node> nodes = new ArrayList<>();
            health.nodes().forEach((node, its) -> nodes.add(Node.of(node, its)));
            console.printJson(new Document(ready, nodes, health.silent()));
        } else {
            print(health, ready);
        }
        return (ready ? ExitCode.OK : ExitCode.NO).number();
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

    private void print(AdminClient.ClusterHealth health, boolean ready) {
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
        console.out().print(table);
        health.nodes().forEach((node, its) -> {
            if (!its.isReady()) {
                console.out().println("  " + node + ": " + its.reason());
            }
        });
        console.out().println(verdict(ready));
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
