// SPDX-License-Identifier: Apache-2.0
package io.quorate.faultnet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What the switch would do to the first packets of a direction, one line each: dropped, duplicated, overtaken by, jitter. */
final class Decisions {
    private Decisions() {}

    static List<String> of(long seed, String from, String to, long count, String... rules)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(SwitchProgram.built().toString(), String.valueOf(seed), "--decide", from, to, "" + count));
        command.addAll(List.of(rules));
        Process process = new ProcessBuilder(command).start();
        List<String> lines = process.inputReader().lines().toList();
        if (process.waitFor() != 0) {
            throw new IOException(process.errorReader().readLine());
        }
        return lines;
    }
}
