// SPDX-License-Identifier: Apache-2.0
package io.quorate.fencing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A database server that a test starts and ends: its data lies below target, and it listens on a port of the loopback only. */
final class DatabaseServer implements AutoCloseable {
    private static final Duration SOON = Duration.ofSeconds(60);

    /** No server runs as root. This user has no rights at all. */
    private static final String NOBODY = "65534";

    private final Path folder;
    private final Process process;
    private final Thread atExit;
    private final String url;

    private DatabaseServer(Path folder, Process process, String url) {
        this.folder = folder;
        this.process = process;
        this.atExit = new Thread(process::destroyForcibly);
        this.url = url;
    }

    String url() {
        return url;
    }

    static Path root() {
        return Stream.iterate(Path.of("").toAbsolutePath(), folder -> folder != null, Path::getParent)
                .filter(folder -> Files.isDirectory(folder.resolve(".mvn")))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** The libraries of packages that are unpacked in this folder. */
    static Optional<Path> librariesIn(Path unpacked) throws IOException {
        try (Stream<Path> folders = Files.list(unpacked.resolve("usr/lib"))) {
            return folders.filter(each -> each.getFileName().toString().endsWith("-linux-gnu"))
                    .findFirst();
        }
    }

    /** A new folder below target that the server may write to. */
    static Path newFolder(String name) throws Exception {
        Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
        Path folder = Files.createTempDirectory(target, name);
        if (isRoot()) {
            run(folder, Optional.empty(), "chown", NOBODY + ":" + NOBODY, folder.toString());
        }
        return folder;
    }

    /** As the user who has no rights if this is root; with libraries of unpacked packages, if there are any. */
    static ProcessBuilder command(Path folder, Optional<Path> libraries, String... words) {
        List<String> command = new ArrayList<>();
        if (isRoot() && !words[0].equals("chown")) {
            command.addAll(List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--"));
        }
        command.addAll(Arrays.asList(words));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        libraries.ifPresent(path -> builder.environment().put("LD_LIBRARY_PATH", path.toString()));
        return builder;
    }

    static void run(Path folder, Optional<Path> libraries, String... words) throws Exception {
        Path printed = Files.createTempFile("command", ".log");
        try {
            Process process = command(folder, libraries, words)
                    .redirectOutput(printed.toFile())
                    .start();
            assertThat(process.waitFor(SOON.toSeconds(), TimeUnit.SECONDS))
                    .as("%s ends", words[0])
                    .isTrue();
            assertThat(process.exitValue())
                    .as(Files.readString(printed, StandardCharsets.UTF_8))
                    .isZero();
        } finally {
            Files.delete(printed);
        }
    }

    /** Starts the server and waits until it lets a client in. */
    static DatabaseServer start(Path folder, String url, ProcessBuilder command) throws IOException {
        Path log = folder.resolveSibling(folder.getFileName() + ".log");
        Process process = command.redirectOutput(log.toFile()).start();
        DatabaseServer server = new DatabaseServer(folder, process, url);
        Runtime.getRuntime().addShutdownHook(server.atExit);
        await().atMost(SOON).pollInterval(Duration.ofMillis(50)).until(() -> {
            assertThat(process.isAlive()).as(() -> read(log)).isTrue();
            return server.answers();
        });
        return server;
    }

    private static String read(Path log) {
        try {
            return Files.readString(log, StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }

    private boolean answers() {
        try (Connection connection = DriverManager.getConnection(url)) {
            return connection.isValid(10);
        } catch (SQLException notYet) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        List<ProcessHandle> children = process.descendants().toList();
        new ProcessBuilder("kill", "-QUIT", String.valueOf(process.pid()))
                .start()
                .onExit()
                .join();
        process.onExit()
                .completeOnTimeout(process, SOON.toSeconds(), TimeUnit.SECONDS)
                .join();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        Runtime.getRuntime().removeShutdownHook(atExit);
        delete(folder);
        Files.deleteIfExists(folder.resolveSibling(folder.getFileName() + ".log"));
    }

    /** Children of the server may still be writing when it is gone: what cannot be deleted stays below target. */
    private static void delete(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                deleteQuietly(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException failure) {
                deleteQuietly(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException stays) {
            file.toFile().deleteOnExit();
        }
    }
}
