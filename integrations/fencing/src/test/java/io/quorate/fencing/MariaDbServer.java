// SPDX-License-Identifier: Apache-2.0
package io.quorate.fencing;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.quorate.node.net.FreePorts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** MariaDB of Debian's package, installed or unpacked below target by {@code ./verify --long --install}. */
final class MariaDbServer {
    private static final Path UNPACKED = DatabaseServer.root().resolve("target/mariadb");

    private MariaDbServer() {}

    /** The test is skipped if there is none. */
    static DatabaseServer start() throws Exception {
        List<Path> found = Stream.of(UNPACKED, Path.of("/"))
                .filter(place -> Files.isExecutable(place.resolve("usr/sbin/mariadbd")))
                .toList();
        assumeThat(found)
                .as("MariaDB, of the Debian package mariadb-server-core: ./verify --long --install fetches it")
                .isNotEmpty();
        Path place = found.get(0);
        Optional<Path> libraries = place.equals(UNPACKED) ? DatabaseServer.librariesIn(UNPACKED) : Optional.empty();
        Path share = place.resolve("usr/share/mysql");
        Path folder = DatabaseServer.newFolder("mariadb");
        String program = place.resolve("usr/sbin/mariadbd").toString();
        String[] usual = {
            program,
            "--no-defaults",
            "--datadir=" + folder,
            "--lc-messages-dir=" + share,
            "--character-sets-dir=" + share.resolve("charsets"),
            "--innodb-buffer-pool-size=16M",
            "--innodb-log-file-size=4M",
            "--innodb-flush-log-at-trx-commit=0"
        };
        bootstrap(folder, libraries, share, usual);
        int port = FreePorts.one();
        return DatabaseServer.start(
                folder,
                "jdbc:mariadb://127.0.0.1:" + port + "/test?user=test",
                DatabaseServer.command(
                        folder,
                        libraries,
                        with(
                                usual,
                                "--port=" + port,
                                "--bind-address=127.0.0.1",
                                "--socket=" + folder.resolve("s"),
                                "--skip-grant-tables")));
    }

    private static void bootstrap(Path folder, Optional<Path> libraries, Path share, String... usual) throws Exception {
        Path statements = Files.createTempFile("bootstrap", ".sql");
        Files.writeString(statements, script(share), StandardCharsets.UTF_8);
        Path log = Files.createTempFile("bootstrap", ".log");
        try {
            Process bootstrap = DatabaseServer.command(
                            folder, libraries, with(usual, "--bootstrap", "--skip-networking"))
                    .redirectInput(statements.toFile())
                    .redirectOutput(log.toFile())
                    .start();
            if (bootstrap.waitFor() != 0) {
                throw new AssertionError("mariadbd --bootstrap failed: " + Files.readString(log));
            }
        } finally {
            Files.delete(statements);
            Files.delete(log);
        }
    }

    /** The scripts that mariadb-install-db would run, without accounts: the server lets everybody on the loopback in. */
    private static String script(Path share) throws Exception {
        StringBuilder all = new StringBuilder("CREATE DATABASE mysql;\nUSE mysql;\n");
        for (String script : List.of("mysql_system_tables.sql", "mysql_system_tables_data.sql")) {
            all.append(Files.readString(share.resolve(script), StandardCharsets.UTF_8))
                    .append('\n');
        }
        return all.append("CREATE DATABASE test;\n").toString();
    }

    private static String[] with(String[] usual, String... more) {
        return Stream.concat(Stream.of(usual), Stream.of(more)).toArray(String[]::new);
    }
}
