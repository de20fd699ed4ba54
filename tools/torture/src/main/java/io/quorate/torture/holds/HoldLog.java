// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture.holds;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * One process's log of the locks that it asks for; {@link ProcessLog} reads it. A line is with the system once
 * it is written, so a process that is killed takes nothing with it. All times are {@link System#nanoTime()}, which on Linux is
 * one clock for all processes of a machine.
 */
public final class HoldLog implements AutoCloseable {
    static final String ASK = "ask";
    static final String HELD = "held";
    static final String UNTIL = "until";
    static final String OVER = "over";
    static final String END = "end";
    static final String LOST = "lost";
    static final String FAILED = "failed";
    static final String REFUSED = "refused";
    static final String FINISH = "finish";

    private final FileOutputStream file;

    public HoldLog(Path path) throws IOException {
        this.file = new FileOutputStream(path.toFile());
    }

    /** Somebody asks for a lock. */
    void ask(long id, String name, boolean shared, long at) {
        write(ASK, id, name, shared ? "shared" : "exclusive", at);
    }

    /** It has it; {@code begin} was read after the lock said so. */
    void held(long id, long fence, long begin) {
        write(HELD, id, fence, begin);
    }

    /** A look at the clock, then at the hold: it says that it is valid until then. */
    void until(long id, long at, long until) {
        write(UNTIL, id, at, until);
    }

    /** A look at the clock, then at the hold: it is valid no longer. */
    void over(long id, long at) {
        write(OVER, id, at);
    }

    /** It is given back, and was valid still at this time. */
    void end(long id, long at) {
        write(END, id, at);
    }

    /** Its owner was told that it is lost. */
    void lost(long id, long at, String reason) {
        write(LOST, id, at, reason);
    }

    /** It was not had. */
    void failed(long id, long at, String why) {
        write(FAILED, id, at, why);
    }

    /** A store that checks fences refused what was written under this hold, and after that the hold was still valid. */
    void refused(long id, long at) {
        write(REFUSED, id, at);
    }

    /** The process ends in order: whatever was asked for has come to an end. */
    public void finish(long at) {
        write(FINISH, at);
    }

    private synchronized void write(Object... words) {
        StringBuilder line = new StringBuilder();
        for (Object word : words) {
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        try {
            file.write(line.append('\n').toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        file.close();
    }
}
