// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.certs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The program keytool of the Java platform that runs: the platform itself has no public way to make a certificate. */
final class Keytool implements AutoCloseable {
    /** It takes a second or two. */
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final SecretFiles directory;
    private final List<Path> temporary = new ArrayList<>();

    Keytool(SecretFiles directory) {
        this.directory = directory;
    }

    /** The store with a new key in it, and its certificate, which the options describe. Without content it is a new store. */
    byte[] makeKey(
            byte[] store, String password, String alias, List<String> options, Duration begunBefore, Duration validity)
            throws IOException {
        Path storeFile = temporary(store);
        if (store.length == 0) {
            Files.delete(storeFile); // keytool makes it
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-alias",
                alias,
                "-startdate",
                "-" + begunBefore.plusMinutes(1).toSeconds() + "S", // for clocks that are not quite the same
                "-validity",
                String.valueOf(validity.toDays()),
                "-storetype",
                "PKCS12",
                "-keystore",
                storeFile.toString(),
                "-storepass:file",
                temporary(password.getBytes(StandardCharsets.US_ASCII)).toString()));
        command.addAll(options);
        run(command);
        return Files.readAllBytes(storeFile);
    }

    private Path temporary(byte[] content) throws IOException {
        Path file = directory.temporary(content);
        temporary.add(file);
        return file;
    }

    private void run(List<String> command) throws IOException {
        Path output = temporary(new byte[0]);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException("keytool has failed: "
                        + Files.readString(output, StandardCharsets.UTF_8).strip());
            }
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while keytool was at work", interruption);
        } finally {
            process.destroyForcibly();
        }
    }

    @Override
    public void close() throws IOException {
        for (Path each : temporary) {
            Files.deleteIfExists(each);
        }
    }
}
