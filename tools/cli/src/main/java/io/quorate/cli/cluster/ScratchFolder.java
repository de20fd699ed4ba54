// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.cluster;

import io.quorate.cli.console.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary folder for the logs of processes. It is deleted when all went well; else it stays, and its name is printed. */
public final class ScratchFolder implements AutoCloseable {
    private final Path path;
    private final Console console;
    private boolean stays = true;

    private ScratchFolder(Path path, Console console) {
        this.path = path;
        this.console = console;
    }

    public static ScratchFolder create(String prefix, Console console) throws IOException {
        return new ScratchFolder(Files.createTempDirectory(prefix), console);
    }

    public Path path() {
        return path;
    }

    /** Nobody needs the logs. */
    public void allWentWell() {
        stays = false;
    }

    /** Deletes a folder with all that is in it. */
    public static void delete(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.delete(each);
        }
    }

    @Override
    public void close() throws IOException {
        if (stays) {
            console.err().println("The logs of all processes are in " + path + ".");
        } else {
            delete(path);
        }
    }
}
