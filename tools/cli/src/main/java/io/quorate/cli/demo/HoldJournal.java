// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Two files that all processes write while they hold the lock: a journal to which each appends when it enters and when it
 * leaves, and a counter that each reads, adds one to and writes back. Neither is protected by anything but the lock. An append
 * of one short line is atomic in a local file system, so the order of the lines is the order in which it happened.
 */
final class HoldJournal {
    private static final String ENTER = "enter";
    private static final String LEAVE = "leave";

    private final Path journal;
    private final Path counter;

    HoldJournal(Path directory) {
        this.journal = directory.resolve("holds.log");
        this.counter = directory.resolve("counter.txt");
    }

    /** One line: a node entered or left. */
    record Entry(boolean entered, String node, int round, long at) {}

    void startAnew() throws IOException {
        Files.writeString(journal, "");
        Files.writeString(counter, "0\n");
    }

    Path journalFile() {
        return journal;
    }

    Path counterFile() {
        return counter;
    }

    void enter(String node, int round, long at) throws IOException {
        append(ENTER, node, round, at);
    }

    void leave(String node, int round, long at) throws IOException {
        append(LEAVE, node, round, at);
    }

    private void append(String verb, String node, int round, long at) throws IOException {
        String line = verb + " " + node + " " + round + " " + at + "\n";
        Files.write(journal, line.getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);
    }

    /** The number in the file; an empty file means that somebody is writing it at this moment, without the lock. */
    long readCounter() throws IOException {
        String text = Files.readString(counter).strip();
        return text.isEmpty() ? 0 : Long.parseLong(text);
    }

    void writeCounter(long value) throws IOException {
        Files.writeString(counter, value + "\n");
    }

    List<Entry> read() throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (String line : Files.readAllLines(journal)) {
            String[] words = line.split(" ");
            entries.add(
                    new Entry(words[0].equals(ENTER), words[1], Integer.parseInt(words[2]), Long.parseLong(words[3])));
        }
        return entries;
    }
}
