// SPDX-License-Identifier: Apache-2.0
package io.quorate.fencing;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.Hold;
import io.quorate.api.Locks;
import io.quorate.fencing.JdbcFence.Dialect;
import io.quorate.node.net.FreePorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The anomaly that fences are for, with real processes: a holder finds its lock valid, is stopped (SIGSTOP) until its lease is over and the next
 * holder has written, goes on (SIGCONT), and writes.
 */
@Tag("threads")
@Tag("slow")
@Timeout(300)
class PausedHolderTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private Process process;
    private Writer input;
    private BufferedReader output;
    private Locks second;
    private Locks third;
    private long late;

    /** A process that holds the lock and was stopped since; the two other nodes are in this one. */
    @BeforeEach
    void holdAndStop() throws Exception {
        List<String> members = List.of(
                "a=127.0.0.1:" + FreePorts.one(), "b=127.0.0.1:" + FreePorts.one(), "c=127.0.0.1:" + FreePorts.one());
        process = LateWriter.process(folder.resolve("log"))
                .arguments("node", "a", String.join(",", members))
                .start();
        input = process.outputWriter(StandardCharsets.UTF_8);
        output = process.inputReader(StandardCharsets.UTF_8);
        CompletableFuture<Locks> other = CompletableFuture.supplyAsync(
                () -> Locks.join(LateWriter.config(members).nodeId("b")));
        third = Locks.join(LateWriter.config(members).nodeId("c"));
        second = other.get(SOON.toSeconds(), TimeUnit.SECONDS);
        late = Long.parseLong(answer());
        assertThat(told("valid")).as("its last look").isEqualTo("true");
        signal("STOP");
    }

    @AfterEach
    void endAll() {
        process.destroyForcibly();
        second.close();
        third.close();
    }

    private void signal(String name) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    private String answer() throws IOException {
        String line = output.readLine();
        assertThat(line).as(Files.readString(folder.resolve("log"))).isNotNull();
        return line;
    }

    private String told(String command) throws IOException {
        input.write(command + "\n");
        input.flush();
        return answer();
    }

    private interface Write {
        void by(long fence) throws Exception;
    }

    /** The next holder writes, then the first one goes on. Returns the fence of the next holder. */
    private long takeOver(Write write) throws Exception {
        try (Hold next = second.lock(LateWriter.LOCK).acquire(SOON)) {
            assertThat(next.fence()).isGreaterThan(late);
            write.by(next.fence());
            signal("CONT");
            return next.fence();
        }
    }

    @Test
    void inPostgresTheLateWriteWinsWithoutTheGuardAndIsRefusedWithIt() throws Exception {
        try (DatabaseServer server = PostgresServer.start()) {
            try (Connection connection = DriverManager.getConnection(server.url());
                    Statement statement = connection.createStatement()) {
                statement.execute(new JdbcFence().schema(Dialect.POSTGRESQL));
                statement.execute("CREATE TABLE stock (amount INT)");
                statement.execute("INSERT INTO stock VALUES (0)");
            }
            long newest = takeOver(fence -> LateWriter.setAmount(server.url(), fence, 2));
            assertThat(told("jdbc " + server.url() + " plain")).isEqualTo("written");
            assertThat(amount(server.url())).as("the anomaly").isEqualTo(1);

            LateWriter.setAmount(server.url(), newest, 2);
            assertThat(told("jdbc " + server.url() + " guarded")).isEqualTo("refused " + late + " " + newest);
            assertThat(amount(server.url())).isEqualTo(2);
            assertThat(told("valid"))
                    .as("the hold knows it, too, when it is asked")
                    .isEqualTo("false");
        }
    }

    private static int amount(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT amount FROM stock")) {
            row.next();
            return row.getInt(1);
        }
    }

    @Test
    void inAFileTheLateWriteWinsWithoutTheGuardAndIsRefusedWithIt() throws Exception {
        Path path = folder.resolve("state");
        long newest = takeOver(fence -> LateWriter.writeFile(path, fence, "next"));
        assertThat(told("file " + path + " plain")).isEqualTo("written");
        assertThat(path).as("the anomaly").hasContent("late");

        LateWriter.writeFile(path, newest, "next");
        assertThat(told("file " + path + " guarded")).isEqualTo("refused " + late + " " + newest);
        assertThat(path).hasContent("next");
    }
}
