// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.replay;

import io.quorate.core.model.NodeId;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.setup.Setup;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * A {@link SavedRun} as a file: lines of text, compressed by gzip, so that {@code zcat} shows them. Uncompressed it is read as well.
 *
 * <pre>
 * quorate-run 1
 * by ./quorate simulate quorumlock --seed 1 --nodes 3 ...
 * hash 40f64f88d102a931
 * broken two hold the lock L at once ...     not if it kept its promises
 * nodes 3  protocol quorumlock  quorums majority  network fifo
 * +1200 acquire n1                           nanoseconds after the line before, and the event
 * +0 cut n1-&gt;n2                              or mend n1-&gt;n2: for drawings
 * end 2                                      how many lines that was
 * </pre>
 */
public final class RunFile {
    private static final String NAME = "quorate-run";
    private static final int VERSION = 1;
    private static final String HEADER = NAME + " " + VERSION;
    private static final byte[] GZIP = {0x1f, (byte) 0x8b};

    private RunFile() {}

    /** Whether a file with this beginning may be a run, intact or damaged. */
    public static boolean isRun(byte[] bytes) {
        byte[] name = NAME.getBytes(StandardCharsets.US_ASCII);
        return isCompressed(bytes)
                || Arrays.equals(bytes, 0, Math.min(bytes.length, name.length), name, 0, name.length);
    }

    private static boolean isCompressed(byte[] bytes) {
        return bytes.length >= GZIP.length && bytes[0] == GZIP[0] && bytes[1] == GZIP[1];
    }

    public static byte[] write(SavedRun run) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Writer writer = new OutputStreamWriter(new GZIPOutputStream(bytes), StandardCharsets.UTF_8)) {
            writer.write(HEADER + "\nby " + run.madeBy() + "\n");
            writer.write("hash " + hashText(run.hash()) + "\n");
            String broken = run.broken();
            if (broken != null) {
                writer.write("broken " + broken.replaceAll("\\s+", " ") + "\n");
            }
            writer.write(run.setup() + "\n");
            long before = 0;
            for (SavedRun.Step step : run.steps()) {
                writer.write("+" + (step.time() - before) + " " + text(step) + "\n");
                before = step.time();
            }
            writer.write("end " + run.steps().size() + "\n");
        } catch (IOException impossible) {
            throw new UncheckedIOException("memory cannot be written to", impossible);
        }
        return bytes.toByteArray();
    }

    static String hashText(long hash) {
        return String.format(Locale.ROOT, "%016x", hash);
    }

    private static String text(SavedRun.Step step) {
        if (step instanceof SavedRun.Link link) {
            return (link.isCut() ? "cut " : "mend ") + link.from() + "->" + link.to();
        }
        return ((SavedRun.Chosen) step).choice().toString();
    }

    /** Reads a file; one that is damaged, none of ours, or too new is refused with what to do. */
    public static SavedRun read(byte[] bytes) {
        InputStream raw = new ByteArrayInputStream(bytes);
        try (InputStream plain = isCompressed(bytes) ? new GZIPInputStream(raw) : raw;
                BufferedReader lines = new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
            return new Reader(lines).read();
        } catch (EOFException | ZipException damaged) {
            throw new IllegalArgumentException(
                    "This run is damaged: it cannot be unpacked (" + damaged.getMessage()
                            + "). Copy it again, or make it again with the command that made it",
                    damaged);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("This run cannot be read", unreadable);
        }
    }

    private static final class Reader {
        private final BufferedReader lines;
        private int number;

        Reader(BufferedReader lines) {
            this.lines = lines;
        }

        private String next() throws IOException {
            String line = lines.readLine();
            number++;
            if (line == null) {
                throw refusal("it ends here, though the line that begins with \"end\" has not come yet", null);
            }
            return line;
        }

        SavedRun read() throws IOException {
            requireHeader(lines.readLine());
            number = 1;
            String madeBy = after("by ", next());
            String hash = after("hash ", next());
            if (!hash.matches("[0-9a-f]{16}")) {
                throw refusal("\"" + hash + "\" is no trace hash", null);
            }
            String line = next();
            String broken = line.startsWith("broken ") ? after("broken ", line) : null;
            Setup setup = setup(broken == null ? line : next());
            List<SavedRun.Step> steps = steps();
            if (lines.readLine() != null) { // which also reads the checksum of the file
                throw refusal("something stands behind the end", null);
            }
            return new SavedRun(madeBy, setup, steps, Long.parseUnsignedLong(hash, 16), broken);
        }

        private static void requireHeader(@Nullable String line) {
            if (line == null || !line.matches(NAME + " [0-9]{1,9}")) {
                throw new IllegalArgumentException("This is no run that quorate has saved: it does not begin with \""
                        + HEADER + "\". Save one with quorate simulate PROTOCOL --save FILE");
            }
            int version = Integer.parseInt(line.substring(NAME.length() + 1));
            if (version != VERSION) {
                throw new IllegalArgumentException("This run was saved in form " + version + " by another version of"
                        + " quorate; this one reads form " + VERSION + ". Take the version that saved it");
            }
        }

        private String after(String word, String line) {
            if (!line.startsWith(word)) {
                throw refusal("\"" + word.strip() + "\" should stand here", null);
            }
            return line.substring(word.length());
        }

        private Setup setup(String line) {
            try {
                return Setup.parse(line);
            } catch (IllegalArgumentException refused) {
                throw refusal(String.valueOf(refused.getMessage()), refused);
            }
        }

        private List<SavedRun.Step> steps() throws IOException {
            List<SavedRun.Step> steps = new ArrayList<>();
            long time = 0;
            String line = next();
            for (; !line.startsWith("end "); line = next()) {
                String[] timeAndStep = line.split(" ", 2);
                if (timeAndStep.length < 2 || !timeAndStep[0].matches("\\+[0-9]{1,18}")) {
                    throw refusal("\"" + line + "\" is no step", null);
                }
                time += Long.parseLong(timeAndStep[0].substring(1));
                steps.add(step(time, timeAndStep[1]));
            }
            requireEnd(line, steps.size());
            return steps;
        }

        private void requireEnd(String line, int count) {
            if (!line.equals("end " + count)) {
                throw refusal("there are " + count + " steps, but the last line says \"" + line + "\"", null);
            }
        }

        private SavedRun.Step step(long time, String text) {
            try {
                if (text.startsWith("cut ") || text.startsWith("mend ")) {
                    String[] ends = text.substring(text.indexOf(' ') + 1).split("->", 2);
                    return new SavedRun.Link(
                            time, NodeId.parse(ends[0]), NodeId.parse(ends[ends.length - 1]), text.startsWith("cut "));
                }
                return new SavedRun.Chosen(time, Choice.parse(text));
            } catch (IllegalArgumentException refused) {
                throw refusal(String.valueOf(refused.getMessage()), refused);
            }
        }

        private IllegalArgumentException refusal(String reason, @Nullable Throwable cause) {
            return new IllegalArgumentException(
                    "This run is damaged: line " + number + ": " + reason + ". Copy it again, or make it again", cause);
        }
    }
}
