// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.dht.data;

import io.quorate.lab.dht.data.RunLine.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;

/** A file of runs in a fixed order, one line each, with a heading. */
public final class RunTable {
    private final TreeMap<Run, RunLine> lines = new TreeMap<>();

    private RunTable() {}

    /** The content of a file; empty if there is none. */
    public static RunTable in(Path file) throws IOException {
        RunTable table = new RunTable();
        if (!Files.exists(file)) {
            return table;
        }
        List<String> all = Files.readAllLines(file);
        if (all.isEmpty() || !all.get(0).equals(RunLine.HEADING)) {
            throw new IllegalArgumentException(file + " is no file of runs: its first line must be \"" + RunLine.HEADING
                    + "\". Give another file, or move this one away.");
        }
        for (int number = 2; number <= all.size(); number++) {
            try {
                table.put(RunLine.read(all.get(number - 1)));
            } catch (RuntimeException unreadable) {
                throw new IllegalArgumentException(
                        file + ", line " + number + " is no run (" + unreadable.getMessage() + "). Remove it.",
                        unreadable);
            }
        }
        return table;
    }

    /** The same run again takes the place of the old line. */
    public void put(RunLine line) {
        lines.put(line.run(), line);
    }

    /** Whole or not at all. */
    public void write(Path file) throws IOException {
        List<String> text = new ArrayList<>(List.of(RunLine.HEADING));
        lines.values().forEach(line -> text.add(line.text()));
        Path folder = file.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        Path beside = Files.createTempFile(folder, "runs", ".part");
        Files.write(beside, text);
        Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /** The runs that are wanted, in their order. */
    public List<RunLine> lines(Predicate<Run> wanted) {
        return lines.values().stream().filter(line -> wanted.test(line.run())).toList();
    }
}
