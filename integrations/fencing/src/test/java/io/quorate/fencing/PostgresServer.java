// SPDX-License-Identifier: Apache-2.0
package io.quorate.fencing;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.quorate.node.net.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** PostgreSQL of Debian's package, installed or unpacked below target by {@code ./verify --install}. */
final class PostgresServer {
    private static final Path UNPACKED = DatabaseServer.root().resolve("target/postgresql");

    private PostgresServer() {}

    /** The newest version; the test is skipped if there is none. */
    static DatabaseServer start() throws Exception {
        List<Path> programs = Stream.of(Path.of("/usr/lib/postgresql"), UNPACKED.resolve("usr/lib/postgresql"))
                .flatMap(PostgresServer::versions)
                .map(version -> version.resolve("bin"))
                .filter(bin -> Files.isExecutable(bin.resolve("postgres")))
                .toList();
        assumeThat(programs)
                .as("PostgreSQL, of the Debian package postgresql: ./verify --install fetches it")
                .isNotEmpty();
        Path bin = programs.get(programs.size() - 1);
        Optional<Path> libraries = bin.startsWith(UNPACKED) ? DatabaseServer.librariesIn(UNPACKED) : Optional.empty();
        Path folder = DatabaseServer.newFolder("postgres");
        Path data = folder.resolve("data");
        DatabaseServer.run(
                folder,
                libraries,
                bin.resolve("initdb").toString(),
                "--no-sync",
                "--auth=trust",
                "--username=test",
                "--encoding=UTF8",
                "--no-locale",
                "--pgdata=" + data);
        int port = FreePorts.one();
        return DatabaseServer.start(
                folder,
                "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=test",
                DatabaseServer.command(
                        folder,
                        libraries,
                        bin.resolve("postgres").toString(),
                        "-D",
                        data.toString(),
                        "-p",
                        String.valueOf(port),
                        "-c",
                        "listen_addresses=127.0.0.1",
                        "-c",
                        "unix_socket_directories=",
                        "-c",
                        "fsync=off"));
    }

    private static Stream<Path> versions(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Stream.empty();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.sorted().toList().stream();
        } catch (IOException unreadable) {
            return Stream.empty();
        }
    }
}
