// SPDX-License-Identifier: Apache-2.0
package io.quorate.faultnet;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Compiles the switch on first use, and keeps it in the cache folder of the user until its source changes. */
final class SwitchProgram {
    private static final String SOURCE = "switch.c";

    private SwitchProgram() {}

    /** The program, ready to run. */
    static Path built() throws IOException, InterruptedException {
        byte[] source = source();
        Path folder = cache();
        Path program = folder.resolve("switch-" + digest(source));
        if (!Files.isExecutable(program)) {
            Path work = Files.createTempDirectory(folder, "build-");
            try {
                compile(source, work, program);
            } finally {
                Files.deleteIfExists(work.resolve(SOURCE));
                Files.deleteIfExists(work);
            }
        }
        return program;
    }

    private static byte[] source() throws IOException {
        try (InputStream stream = SwitchProgram.class.getResourceAsStream(SOURCE)) {
            if (stream == null) {
                throw new IOException("The source of the switch is missing in this jar: build it again.");
            }
            return stream.readAllBytes();
        }
    }

    /** Only its owner may write there: root runs what it finds. */
    private static Path cache() throws IOException {
        String configured = System.getenv("XDG_CACHE_HOME");
        Path base = configured == null || configured.isEmpty()
                ? Path.of(System.getProperty("user.home"), ".cache")
                : Path.of(configured);
        Path folder = base.resolve("quorate").resolve("faultnet");
        Files.createDirectories(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        return folder;
    }

    private static String digest(byte[] source) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(source);
            return HexFormat.of().formatHex(digest).substring(0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256.", e);
        }
    }

    /** A second process may do the same at the same time: both make a file of their own and move it there. */
    private static void compile(byte[] source, Path work, Path program) throws IOException, InterruptedException {
        Path file = work.resolve(SOURCE);
        Path result = work.resolveSibling(work.getFileName() + ".out");
        Files.write(file, source);
        Process process = compiler(List.of("-std=gnu11", "-O2", "-o", result.toString(), file.toString()));
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IOException(
                    "The C compiler rejected the switch. It needs the headers of the C library and of Linux"
                            + " (Debian, Ubuntu: apt install gcc libc6-dev). It said: " + said);
        }
        Files.move(result, program, StandardCopyOption.ATOMIC_MOVE);
    }

    private static Process compiler(List<String> arguments) throws IOException {
        List<String> names = new ArrayList<>(List.of("cc", "gcc", "clang"));
        String chosen = System.getenv("CC");
        if (chosen != null && !chosen.isEmpty()) {
            names.add(0, chosen);
        }
        IOException missing = new IOException("No C compiler found, tried " + String.join(", ", names)
                + ". Install one (Debian, Ubuntu: apt install gcc libc6-dev).");
        for (String name : names) {
            List<String> command = new ArrayList<>(List.of(name));
            command.addAll(arguments);
            try {
                return new ProcessBuilder(command).redirectErrorStream(true).start();
            } catch (IOException notThere) {
                missing.addSuppressed(notThere);
            }
        }
        throw missing;
    }
}
