// SPDX-License-Identifier: Apache-2.0
package io.quorate.liquibase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.node.net.FreePorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three real processes that start together on an empty database, of which the one that migrates is killed in the middle. */
@Tag("threads")
@Tag("slow")
@Timeout(300)
class KilledMigrationTest {
    private static final Duration SOON = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    private final Map<String, Process> replicas = new LinkedHashMap<>();

    @AfterEach
    void endAll() {
        replicas.values().forEach(Process::destroyForcibly);
    }

    private Process start(String id, String url, List<String> members) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                Replica.class.getName(),
                id,
                url));
        command.addAll(members);
        return new ProcessBuilder(command)
                .redirectError(folder.resolve(id + ".log").toFile())
                .start();
    }

    /** The replica that has acquired the lock more often than released it. */
    private String holder() throws IOException {
        for (String id : replicas.keySet()) {
            String log = logOf(id);
            if (log.lastIndexOf("Acquired the changelog lock") > log.lastIndexOf("Released the changelog lock")) {
                return id;
            }
        }
        throw new AssertionError("nobody has the lock: " + logs());
    }

    private String logOf(String id) throws IOException {
        return Files.readString(folder.resolve(id + ".log"));
    }

    private String logs() {
        return Stream.of("a", "b", "c")
                .map(id -> {
                    try {
                        return id + ":\n" + logOf(id);
                    } catch (IOException unreadable) {
                        return id + ": " + unreadable;
                    }
                })
                .toList()
                .toString();
    }

    @Test
    void anotherReplicaTakesOverAndEveryChangeSetRunsOnce() throws Exception {
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-baseDir", folder.toString())
                .start();
        try {
            String url = "jdbc:h2:tcp://localhost:" + server.getPort() + "/./shop";
            Migrations database = new Migrations(url + ";DB_CLOSE_DELAY=-1");
            database.execute(Gate.CREATE);
            Gate gate = Gate.shut();
            List<String> members =
                    Stream.of("a", "b", "c").map(KilledMigrationTest::member).toList();
            for (String member : members) {
                String id = member.substring(0, 1);
                replicas.put(id, start(id, url, members));
            }
            await().atMost(SOON).until(() -> gate.arrivals() > 0);

            int before = gate.arrivals();
            replicas.remove(holder()).destroyForcibly().waitFor();
            await("one lease later another replica has the lock")
                    .atMost(SOON)
                    .untilAsserted(
                            () -> assertThat(gate.arrivals()).as(this::logs).isGreaterThan(before));
            gate.open();

            for (Map.Entry<String, Process> each : replicas.entrySet()) {
                BufferedReader output = each.getValue().inputReader(StandardCharsets.UTF_8);
                assertThat(output.lines().anyMatch("migrated"::equals))
                        .as(() -> logs())
                        .isTrue();
            }
            assertThat(database.history()).containsExactly("1", "2", "3", "4");
            assertThat(database.column("SELECT id FROM orders ORDER BY id")).containsExactly("1", "2");
            assertThat(database.hasLockTable()).isFalse();
        } finally {
            server.stop();
        }
    }

    private static String member(String id) {
        try {
            return id + "=127.0.0.1:" + FreePorts.one();
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
    }
}
