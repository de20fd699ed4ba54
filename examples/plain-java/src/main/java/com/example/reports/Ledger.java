// SPDX-License-Identifier: Apache-2.0
package com.example.reports;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Stands for your database: a file that all replicas write to. It refuses the late write of a holder that has lost its lock.
 *
 * <p>Each line ends with the fencing token under which it was written. A token lower than that of the last line is refused.
 * In a database, use a transaction: docs/use/fencing.md.
 */
final class Ledger {
    /** Longer than any line, so that the last line is within this number of bytes of the end. */
    private static final int LINE_MAX = 200;

    private final Path file;

    Ledger(Path file) {
        this.file = file;
    }

    /** A write under a fencing token lower than one that was seen before. Nothing was written. */
    static final class StaleFenceException extends IOException {
        private static final long serialVersionUID = 1L;

        StaleFenceException(long fence, long highest) {
            super("Refused a late write with fencing token " + fence + ": " + highest
                    + " was seen before. The lock was lost meanwhile; leave this work to its new holder.");
        }
    }

    // region ledger
    /** Appends a line about this tick, unless a later holder of the lock has written before. */
    void append(String tick, String text, long fence) throws IOException {
        byte[] line = (tick + ": " + text + ", fence " + fence + "\n").getBytes(StandardCharsets.UTF_8);
        try (FileChannel channel = FileChannel.open(file, CREATE, READ, WRITE)) {
            channel.lock(); // until the channel is closed: check and write are one step, as in a transaction
            long highest = lastFence(channel);
            if (fence < highest) {
                throw new StaleFenceException(fence, highest);
            }
            channel.write(ByteBuffer.wrap(line), channel.size());
            channel.force(false);
        }
    }
    // endregion

    /** Whether there is a line about this tick. */
    boolean has(String tick) throws IOException {
        if (Files.notExists(file)) {
            return false;
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.anyMatch(line -> line.startsWith(tick + ":"));
        }
    }

    /** The fencing token at the end of the last line, or 0 if there is none. */
    private static long lastFence(FileChannel channel) throws IOException {
        ByteBuffer end = ByteBuffer.allocate((int) Math.min(LINE_MAX, channel.size()));
        channel.read(end, channel.size() - end.capacity());
        String tail = new String(end.array(), StandardCharsets.UTF_8).strip();
        return tail.isEmpty() ? 0 : Long.parseLong(tail.substring(tail.lastIndexOf(' ') + 1));
    }
}
