// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.example;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** A file that all replicas share, in place of a database. Only the holder of the lock writes. */
@Component
class RunLog {
    /** The replica that ran the job, and the fencing token of its lock. */
    record Run(String node, long fence) {}

    private final Path file;

    RunLog(@Value("${example.run-log}") Path file) {
        this.file = file;
    }

    void add(Run run) throws IOException {
        Files.writeString(
                file, run.node() + " " + run.fence() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** All runs, the oldest first. */
    List<Run> all() throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        return Files.readAllLines(file).stream()
                .map(line -> line.split(" "))
                .filter(words -> words.length == 2)
                .map(words -> new Run(words[0], Long.parseLong(words[1])))
                .toList();
    }
}
