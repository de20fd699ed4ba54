// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Where a run took place. */
record Machine(
        String date, String processor, int processors, String pinnedTo, String kernel, String java, String loadBefore) {
    static Machine asItIs(@Nullable String pin) throws IOException {
        return new Machine(
                LocalDate.now(ZoneOffset.UTC).toString(),
                Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                        .filter(line -> line.startsWith("model name"))
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .findFirst()
                        .orElse("unknown"),
                Runtime.getRuntime().availableProcessors(),
                pin == null ? "all" : pin,
                String.valueOf(System.getProperty("os.version")),
                String.valueOf(System.getProperty("java.version")),
                Files.readString(Path.of("/proc/loadavg")).split(" ")[0]);
    }

    String words() {
        return date + ", " + processors + " processors (" + processor + "), "
                + (pinnedTo.equals("all") ? "not pinned" : "pinned to " + pinnedTo) + ", Linux " + kernel + ", Java "
                + java
                + ", load of the machine before: " + loadBefore + ".";
    }
}
