package io.quorate.cli.certs;

import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.OutputOptions;
import io.quorate.cli.console.Words;
import io.quorate.node.certs.LocalAuthority;
import io.quorate.node.certs.LocalAuthority.NodeFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate certs}. */
@Command(
        name = "certs",
        description = {
            "Makes certificates to try TLS with: an authority of its own, and one certificate for each node, as PEM and as"
                    + " PKCS12. Only their owner can read the files.",
            "The authority is made once for a folder and used again, so that nodes can be added and certificates renewed.",
            "For real use take the certificates of whoever issues them at your place: each names the id of its node."
        },
        footer = {
            "  quorate certs certs --nodes a,b,c",
            "  quorate certs certs --nodes d          one more of the same authority",
            "  quorate certs certs --nodes a --force  a new one for a"
        })
public final class CertsCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "DIR", description = "The folder for the files; made if it is not there.")
    private Path directory = Path.of(".");

    @Option(
            names = "--nodes",
            required = true,
            split = ",",
            paramLabel = "ID",
            description = "The ids of the nodes, as in the roster.")
    private List<String> ids = List.of();

    @Option(
            names = "--days",
            defaultValue = "365",
            description = "How long the certificates are valid (default: ${DEFAULT-VALUE}).")
    private int days;

    @Option(names = "--force", description = "Replace the files of these nodes. The authority stays what it is.")
    private boolean force;

    @Mixin
    private final OutputOptions output = new OutputOptions();

    public CertsCommand(Console console) {
        this.console = console;
    }

    /** The files of one node. */
    private record MadeNode(String id, String certificate, String key, String keystore, String passwordFile) {}

    /** What is printed for programs. */
    private record Document(String authority, boolean newAuthority, List<MadeNode> nodes) {}

    @Override
    public Integer call() throws IOException {
        if (days < 1) {
            throw new IllegalArgumentException("A certificate is valid for a day at least: give --days 1 or more.");
        }
        List<String> nodes = List.copyOf(new LinkedHashSet<>(ids));
        LocalAuthority authority = new LocalAuthority(directory);
        boolean isNew;
        try {
            isNew = authority.certify(nodes, Duration.ofDays(days), force);
        } catch (FileAlreadyExistsException existing) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT,
                    existing.getFile()
                            + " is there already, and nothing was made. Give --force to replace it, or another"
                            + " folder.");
        }
        if (output.json()) {
            console.printJson(document(authority, nodes, isNew));
        } else {
            print(authority, nodes, isNew);
        }
        return ExitCode.OK.number();
    }

    private Document document(LocalAuthority authority, List<String> nodes, boolean isNew) {
        return new Document(
                directory.resolve(LocalAuthority.CERTIFICATE).toString(),
                isNew,
                nodes.stream().map(id -> made(id, authority.files(id))).toList());
    }

    private static MadeNode made(String id, NodeFiles files) {
        return new MadeNode(
                id,
                files.certificate().toString(),
                files.key().toString(),
                files.store().toString(),
                files.passwordFile().toString());
    }

    private void print(LocalAuthority authority, List<String> nodes, boolean isNew) {
        Path root = directory.resolve(LocalAuthority.CERTIFICATE);
        PrintWriter out = console.out();
        out.println((isNew ? "Made an authority: " : "Used the authority that is there: ") + root);
        out.println(
                "Made " + Words.count(nodes.size(), "certificate") + ", valid for " + Words.count(days, "day") + ":");
        for (String id : nodes) {
            NodeFiles files = authority.files(id);
            out.println("  " + id + "  " + files.certificate() + "  " + files.key() + "  (or " + files.store()
                    + " with " + files.passwordFile() + ")");
        }
        out.println("Give each node its own files and " + root.getFileName()
                + ". Keep ca.p12 and ca.password to yourself: whoever has them can be any node.");
        NodeFiles first = authority.files(nodes.get(0));
        out.println();
        out.println("Next:");
        out.println("  "
                + console.bold("quorate node --id " + nodes.get(0) + " --roster ... --tls-cert " + first.certificate()
                        + " --tls-key " + first.key() + " --tls-ca " + root));
    }
}
