// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.locks;

import io.quorate.api.LocksConfig;
import io.quorate.cli.cluster.TlsOptions;
import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.Words;
import io.quorate.node.admin.AdminClient;
import io.quorate.node.net.Roster;
import io.quorate.node.net.TransportException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where the cluster is that is asked, and who asks. */
public final class AdminOptions {
    @Option(
            names = "--roster",
            required = true,
            split = ",",
            defaultValue = "${QUORATE_ROSTER}",
            paramLabel = "[ID=]HOST:PORT",
            description = {
                "Nodes of the cluster, one or more: one that answers is enough.",
                "Default: what the variable QUORATE_ROSTER says."
            })
    private List<String> members = List.of();

    @Option(
            names = "--cluster",
            defaultValue = "${QUORATE_CLUSTER:-quorate}",
            description = "The name of the cluster (default: ${DEFAULT-VALUE}).")
    private String cluster = "";

    @Option(
            names = "--as",
            defaultValue = "operator",
            paramLabel = "NAME",
            description = {
                "Your name in the nodes' logs; with TLS your certificate must name it.",
                "Default: ${DEFAULT-VALUE}."
            })
    private String visitor = "";

    @Option(
            names = "--timeout",
            defaultValue = "3s",
            paramLabel = "TIME",
            description = "How long a node may take to answer (default: ${DEFAULT-VALUE}).")
    private String timeout = "";

    @Mixin
    private final TlsOptions tls = new TlsOptions();

    /** Asks; that nobody answers ends the command. */
    public <T> T ask(Function<AdminClient, T> question) {
        return ask(null, question);
    }

    /** The same, of this node only if it is not null. */
    <T> T ask(@Nullable String only, Function<AdminClient, T> question) {
        LocksConfig all = LocksConfig.of(members);
        LocksConfig config = tls.applyTo(only == null ? all : LocksConfig.of(entryOf(only, all)))
                .cluster(cluster);
        AdminClient visit = new AdminClient(config, visitor, who(), Words.positive("--timeout", timeout));
        try {
            return question.apply(visit);
        } catch (AdminClient.RefusedException refusal) {
            throw new CommandFailure(ExitCode.ENVIRONMENT, refusal.getMessage() + ".", refusal);
        } catch (TransportException failure) {
            throw new CommandFailure(ExitCode.UNAVAILABLE, failure.getMessage() + ".", failure);
        }
    }

    private static String entryOf(String id, LocksConfig all) {
        return all.members().stream()
                .filter(member -> member.id().equals(id))
                .map(member -> new Roster.Member(member.id(), member.host(), member.port()).toString())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No node in --roster is called \"" + id
                        + "\": give its entry, as in " + id + "=localhost:7401."));
    }

    /** The user of this program, for the log of the nodes. */
    static String who() {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            host = "unknown host";
        }
        return System.getProperty("user.name") + "@" + host + ", process "
                + ProcessHandle.current().pid();
    }
}
