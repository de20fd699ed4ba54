// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.node;

import io.quorate.api.LocksConfig;
import io.quorate.cli.cluster.TlsOptions;
import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.JsonLog;
import io.quorate.cli.console.OutputOptions;
import io.quorate.cli.console.Words;
import io.quorate.node.ClusterNode;
import io.quorate.node.turn.NodeCounters;
import io.quorate.overlay.runtime.OverlayLocks;
import io.quorate.overlay.runtime.OverlayPlace;
import io.quorate.server.LockServer;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code quorate node}. */
@Command(
        name = "node",
        description = {
            "Runs one node of a cluster: it votes about the locks of the others. Ends by Ctrl-C or TERM.",
            "Start one for each member of the roster, on its own machine or port; or, where nobody has a list of all, as part of"
                    + " an overlay.",
            "Your application can also be a node itself," + " with the library quorate-node.",
        },
        footer = {
            "  members=a=localhost:7401,b=localhost:7402,c=localhost:7403",
            "  quorate node --id a --roster $members",
            "  quorate node --id b --roster $members --wait 10s",
            "  quorate node --id c --roster $members --http 7480",
            "  quorate node --id a --roster $members --data /var/lib/quorate",
            "  quorate node --id d --join localhost:7401 --data /var/lib/quorate",
            "  quorate node --overlay pastry --address localhost:7400",
            "  quorate node --overlay pastry --join localhost:7400"
        })
public final class NodeCommand implements Callable<Integer> {
    /** Without --wait, a joining node keeps trying. */
    private static final Duration FOR_EVER = Duration.ofDays(10_000);

    private final Console console;

    @Option(
            names = "--id",
            description = {
                "Which member of the roster this node is.",
                "In an overlay n1 to n65536; without it, the node draws a number that nobody has."
            })
    private @Nullable String id;

    @Option(
            names = "--roster",
            split = ",",
            paramLabel = "ID=HOST:PORT",
            description = {"All members of the cluster, the same list for each node."})
    private List<String> members = List.of();

    @Option(
            names = "--cluster",
            defaultValue = "quorate",
            description = {"The name of the cluster: nodes of other clusters are refused.", "Default: ${DEFAULT-VALUE}."
            })
    private String cluster = "";

    @Option(
            names = "--protocol",
            description = {
                "The protocol; quorate protocols lists them. Without it quorumlock, in an overlay "
                        + OverlayLocks.PROTOCOL + ".",
                "A set of its rules may stand behind a colon, as in ricart-agrawala:ring."
            })
    private @Nullable String protocol;

    @Option(
            names = "--quorums",
            paramLabel = "NAME|SETS|file:PATH",
            description = {
                "The same for each node: majority, plane, tree:3 or another (quorate plan N lists them);",
                "or sets such as n1,n2/n2,n3/n1,n3, where n1 is the first id in their order; or file:PATH, with one a line.",
                "Without it, what the protocol usually takes."
            })
    private @Nullable String quorums;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "Where to listen, if not where the roster says: inside a container, as in 0.0.0.0:7400.")
    private @Nullable String listen;

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            description = {
                "How long a hold outlives its node at most, 100ms (in an overlay 250ms) to 60m, the same for each node.",
                "Without it, 5s."
            })
    private @Nullable String lease;

    @Option(
            names = "--data",
            paramLabel = "FOLDER",
            description = {
                "Where this node keeps what it must not forget over a restart, a folder of its own. The usual way to run a node.",
                "Without it, fences rely on clocks that are not set back, and the roster cannot change."
            })
    private @Nullable Path data;

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            description = {
                "End with exit code 4 if too few nodes answer within this time, as in 10s;",
                "in an overlay, with exit code 3 if no node of --join lets this one in.",
                "Without it, keep trying."
            })
    private @Nullable String wait;

    @Option(
            names = "--unsafe",
            description = {
                "Run the protocol even if its rules may let two nodes hold a lock at once: because they are known to fail",
                "(as-printed), or because they are safe only if the network keeps a promise that no real one gives (maekawa:take-over).",
                "Only for trials: such locks guard nothing."
            })
    private boolean unsafe;

    @Option(
            names = "--roles",
            paramLabel = "FILE",
            description = {
                "A file that says who may do what, in place of the roles in certificates: lines of a name, a role and",
                "prefixes of locks, as in: ci-bot holder billing/"
            })
    private @Nullable Path roles;

    @Option(
            names = "--log",
            defaultValue = "text",
            paramLabel = "text|json",
            description = {
                "How the log is written. json: one object a line, with time, level, id, logger, message and fields.",
                "Default: ${DEFAULT-VALUE}."
            })
    private String log = "";

    @Mixin
    private final HttpOptions http = new HttpOptions();

    @Mixin
    private final OverlayOptions overlay = new OverlayOptions();

    @Mixin
    private final TlsOptions tls = new TlsOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    public NodeCommand(Console console) {
        this.console = console;
    }

    /** The final output. */
    record Document(String id, String cluster, String protocol, String quorums, NodeCounters counters) {}

    @Override
    public Integer call() throws InterruptedException {
        Duration timeout = wait == null ? null : Words.positive("--wait", wait);
        OverlayPlace place = overlay.place(id);
        LocksConfig config = place == null ? config(timeout) : inOverlay(timeout);
        PrintWriter told = output.json() ? console.err() : console.out();
        if (log.equals("json")) {
            try (JsonLog lines = new JsonLog(told)) {
                return run(config, place, timeout, StatusLog.json(lines));
            }
        }
        if (!log.equals("text")) {
            throw new IllegalArgumentException(
                    "The log is written as text or as json, not as \"" + log + "\": give --log text or --log json.");
        }
        return run(config, place, timeout, StatusLog.text(told));
    }

    private int run(LocksConfig config, @Nullable OverlayPlace place, @Nullable Duration timeout, Consumer<String> told)
            throws InterruptedException {
        StatusLog statusLog =
                place == null ? new RosterStatusLog(told, config.nodeId(), listen) : new OverlayStatusLog(told, place);
        try (StopSignal stop = new StopSignal()) {
            Document document;
            // The server is closed first: its clients give back what they hold, or cannot count on it any more.
            try (ClusterNode node = statusLog.open(config, unsafe);
                    LockServer server = http.start(node.locks(), config, roles)) {
                statusLog.opened(node);
                http.opened(server, config, statusLog::say);
                watch(node, statusLog, stop, timeout);
                document = new Document(
                        node.locks().nodeId(),
                        cluster,
                        config.protocol(),
                        node.quorums().name(),
                        node.counters());
            }
            statusLog.closed(document.counters());
            if (output.json()) {
                console.printJson(document);
            }
        }
        return ExitCode.OK.number();
    }

    private LocksConfig inOverlay(@Nullable Duration timeout) {
        if (!members.isEmpty()) {
            throw new IllegalArgumentException(
                    "A node has a roster or is part of an overlay: omit --roster or --overlay.");
        }
        LocksConfig config = withCommon(OverlayLocks.config());
        return config.joinTimeout(timeout == null ? FOR_EVER : timeout);
    }

    private LocksConfig config(@Nullable Duration timeout) {
        boolean joins = !overlay.contacts().isEmpty();
        if (id == null || members.isEmpty() != joins) {
            throw new IllegalArgumentException("A node needs --id and --roster, as in --id a"
                    + " --roster a=localhost:7401,b=localhost:7402,c=localhost:7403; or --id, --data and --join to become a member"
                    + " of a running cluster; or a place in an overlay, as in --overlay pastry --join localhost:7400.");
        }
        return withCommon(joins ? LocksConfig.contacts(overlay.contacts()) : LocksConfig.of(members))
                .nodeId(id)
                .joinTimeout(timeout == null ? FOR_EVER : timeout);
    }

    /** With what a node is told whether it has a roster or not. */
    private LocksConfig withCommon(LocksConfig bare) {
        LocksConfig config = tls.applyTo(bare).cluster(cluster);
        if (roles != null) {
            config = config.roles(roles);
        }
        if (protocol != null) {
            config = config.protocol(protocol);
        }
        if (quorums != null) {
            config = config.quorums(quorums);
        }
        if (listen != null) {
            config = config.listenAddress(listen);
        }
        if (lease != null) {
            config = config.lease(Words.duration(lease));
        }
        return data == null ? config : config.dataDirectory(data);
    }

    private static void watch(ClusterNode node, StatusLog statusLog, StopSignal stop, @Nullable Duration timeout)
            throws InterruptedException {
        long started = System.nanoTime();
        do {
            String failure = node.failure();
            if (failure != null) {
                throw new CommandFailure(
                        ExitCode.ENVIRONMENT,
                        "This node has ended, because " + failure + ". See its log, then start it again.");
            }
            statusLog.look(node);
            if (timeout != null && !statusLog.wasQuorate() && System.nanoTime() - started > timeout.toNanos()) {
                throw new CommandFailure(
                        ExitCode.UNAVAILABLE,
                        "Too few nodes answered within " + timeout.toSeconds() + " s: " + statusLog.whatIsMissing(node)
                                + ". Start the missing nodes, check host and port in the roster, or wait longer.");
            }
        } while (!stop.awaited(StatusLog.LOOK_EVERY));
    }
}
