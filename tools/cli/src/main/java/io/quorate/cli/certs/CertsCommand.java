// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.certs;

import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.Fields;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.cli.console.Words;
import io.quorate.node.certs.LocalAuthority;
import io.quorate.node.certs.LocalAuthority.NodeFiles;
import io.quorate.node.net.roles.RoleGrant;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate certs}. */
@Command(
        name = "certs",
        description = {
            "Makes certificates for TLS: an authority of its own, one certificate for each node, and one for operators, as"
                    + " PEM and as PKCS12. Only their owner can read the files.",
            "A certificate without a role makes a member of who is in the roster, and a holder and observer of who is not."
                    + " To revoke a lock (quorate release --force) a certificate needs the role operator.",
            "The authority is made once for a folder and used again, so that nodes can be added and certificates renewed.",
            "In production use certificates of your own authority: each names the id of its node."
        },
        footer = {
            "  quorate certs certs --nodes a,b,c",
            "  quorate certs certs --nodes d          one more of the same authority",
            "  quorate certs certs --nodes a --force  a new one for a",
            "  quorate certs certs --role ci=holder:billing/ --role grafana=observer"
        })
public final class CertsCommand extends ReportCommand {
    /** The name of a client in AdminOptions, and the role that revoking needs. */
    private static final String OPERATOR = "operator";

    @Parameters(paramLabel = "DIR", description = "The folder for the files; made if it is not there.")
    private Path directory = Path.of(".");

    @Option(
            names = "--nodes",
            split = ",",
            paramLabel = "ID",
            description = "The ids of the nodes, as in the roster, or the names of guests.")
    private List<String> ids = List.of();

    @Option(
            names = "--role",
            paramLabel = "NAME=ROLE[:PREFIX]",
            description = {
                "A certificate for NAME with a role in it: member, holder, observer or operator. With a prefix it counts"
                        + " for locks whose names begin so. Several times for several roles or names.",
                "A certificate for the name \"operator\" with the role operator is made anyway, if there is none."
            })
    private List<String> roles = List.of();

    @Option(
            names = "--days",
            defaultValue = "365",
            description = "How long the certificates are valid (default: ${DEFAULT-VALUE}).")
    private int days;

    @Option(names = "--force", description = "Replace the files of these nodes. The authority stays what it is.")
    private boolean force;

    public CertsCommand(Console console) {
        super(console);
    }

    @Override
    protected void run(Report out) throws IOException {
        if (days < 1) {
            throw new IllegalArgumentException("A certificate is valid for a day at least: give --days 1 or more.");
        }
        LocalAuthority authority = new LocalAuthority(directory);
        Map<String, List<RoleGrant>> wanted = wanted(authority);
        boolean isNew;
        try {
            isNew = authority.certify(wanted, Duration.ofDays(days), force);
        } catch (FileAlreadyExistsException existing) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT,
                    existing.getFile()
                            + " is there already, and nothing was made. Give --force to replace it, or another"
                            + " folder.");
        }
        out.with("authority", directory.resolve(LocalAuthority.CERTIFICATE).toString())
                .with("newAuthority", isNew)
                .with("nodes", wanted.keySet(), id -> fields(id, authority.files(id)));
        tell(authority, wanted, isNew, out);
    }

    private Map<String, List<RoleGrant>> wanted(LocalAuthority authority) {
        Map<String, List<RoleGrant>> wanted = new LinkedHashMap<>();
        ids.forEach(id -> wanted.put(id, new ArrayList<>()));
        for (String each : roles) {
            int equals = each.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        "A role is given as NAME=ROLE or NAME=ROLE:PREFIX, as in ci=holder:billing/, not \"" + each
                                + "\".");
            }
            String role = each.substring(equals + 1);
            int colon = role.indexOf(':');
            wanted.computeIfAbsent(each.substring(0, equals), name -> new ArrayList<>())
                    .add(RoleGrant.ofWords(
                            colon < 0 ? List.of(role) : List.of(role.substring(0, colon), role.substring(colon + 1))));
        }
        if (wanted.isEmpty()) {
            throw new IllegalArgumentException(
                    "Whom are the certificates for? Give --nodes a,b,c with the ids of the roster, or --role.");
        }
        if (!wanted.containsKey(OPERATOR)
                && !Files.exists(authority.files(OPERATOR).certificate())) {
            wanted.put(OPERATOR, List.of(RoleGrant.ofWords(List.of(OPERATOR))));
        }
        return wanted;
    }

    private static Fields fields(String id, NodeFiles files) {
        return new Fields()
                .with("id", id)
                .with("certificate", files.certificate().toString())
                .with("key", files.key().toString())
                .with("keystore", files.store().toString())
                .with("passwordFile", files.passwordFile().toString());
    }

    private static String rolesInWords(List<RoleGrant> roles) {
        return roles.isEmpty()
                ? ""
                : "  role "
                        + String.join(
                                ", ", roles.stream().map(RoleGrant::toString).toList());
    }

    private void tell(LocalAuthority authority, Map<String, List<RoleGrant>> wanted, boolean isNew, Report out) {
        List<String> nodes = List.copyOf(wanted.keySet());
        Path root = directory.resolve(LocalAuthority.CERTIFICATE);
        out.say((isNew ? "Made an authority: " : "Used the authority that is there: ") + root);
        out.say("Made " + Words.count(nodes.size(), "certificate") + ", valid for " + Words.count(days, "day") + ":");
        for (String id : nodes) {
            NodeFiles files = authority.files(id);
            out.say("  " + id + "  " + files.certificate() + "  " + files.key() + "  (or " + files.store() + " with "
                    + files.passwordFile() + ")" + rolesInWords(wanted.getOrDefault(id, List.of())));
        }
        out.say("Give each node its own files and " + root.getFileName()
                + ". Keep ca.p12 and ca.password secret: their owner can impersonate any node.");
        NodeFiles first = authority.files(nodes.get(0));
        out.gap();
        out.say("Next:");
        out.say("  "
                + out.strong("quorate node --id " + nodes.get(0) + " --roster ... --tls-cert " + first.certificate()
                        + " --tls-key " + first.key() + " --tls-ca " + root));
        NodeFiles operator = authority.files(OPERATOR);
        out.say("  "
                + out.strong("quorate locks --roster ... --tls-cert " + operator.certificate() + " --tls-key "
                        + operator.key() + " --tls-ca " + root));
    }
}
