// SPDX-License-Identifier: Apache-2.0
package io.quorate.fencing;

import io.quorate.api.Hold;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A process of its own that holds a lock and writes, when it is told to, without looking again whether it still has it. */
final class LateWriter {
    static final String LOCK = "stock/lamp";
    static final Duration LEASE = Duration.ofSeconds(1);
    static final int LINES = 20_000;

    private LateWriter() {}

    /** How to start it. */
    record Start(Path log, List<String> words) {
        Start arguments(Object... more) {
            List<String> all = new ArrayList<>(words);
            Arrays.stream(more).map(String::valueOf).forEach(all::add);
            return new Start(log, all);
        }

        Process start() throws IOException {
            return new ProcessBuilder(words)
                    .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
        }
    }

    static Start process(Path log) {
        return new Start(
                log,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LateWriter.class.getName()));
    }

    /**
     * {@code loop FILE FENCE} replaces the file for ever, by rising fences. {@code node ID MEMBERS} is a member of a cluster that takes the
     * lock and then does what its input says.
     */
    public static void main(String[] args) throws Exception {
        if (args[0].equals("loop")) {
            FencedFile file = new FencedFile(Path.of(args[1]));
            for (long fence = Long.parseLong(args[2]); ; fence++) {
                file.replace(fence, (fence + "\n").repeat(LINES).getBytes(StandardCharsets.UTF_8));
                System.out.println(fence);
            }
        }
        LocksConfig config = config(Arrays.asList(args[2].split(","))).nodeId(args[1]);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Locks locks = Locks.join(config);
                Hold hold = locks.lock(LOCK).acquire(Duration.ofSeconds(60))) {
            System.out.println(hold.fence());
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                System.out.println(answer(hold, line.split(" ")));
            }
        }
    }

    static LocksConfig config(List<String> members) {
        return LocksConfig.of(members).lease(LEASE).joinTimeout(Duration.ofSeconds(60));
    }

    private static String answer(Hold hold, String[] words) throws Exception {
        try {
            switch (words[0]) {
                case "valid" -> {
                    return String.valueOf(hold.isValid());
                }
                case "jdbc" -> setAmount(words[1], words[2].equals("guarded") ? hold.fence() : 0, 1);
                default -> writeFile(Path.of(words[1]), words[2].equals("guarded") ? hold.fence() : 0, "late");
            }
            return "written";
        } catch (StaleFenceException refused) {
            return "refused " + refused.fence() + " " + refused.newest();
        }
    }

    /** With fence 0 without the guard. */
    static void setAmount(String url, long fence, int amount) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url)) {
            connection.setAutoCommit(false);
            if (fence > 0) {
                new JdbcFence().check(connection, LOCK, fence);
            }
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("UPDATE stock SET amount = " + amount);
            }
            connection.commit();
        }
    }

    /** With fence 0 without the guard. */
    static void writeFile(Path path, long fence, String content) throws IOException {
        if (fence > 0) {
            new FencedFile(path).replace(fence, content.getBytes(StandardCharsets.UTF_8));
        } else {
            Files.writeString(path, content);
        }
    }
}
