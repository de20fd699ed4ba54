// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab;

import io.quorate.lab.draw.SpaceTimeRecorder;
import io.quorate.lab.world.Trace;
import io.quorate.trace.SpaceTime;
import io.quorate.trace.SpaceTimeFile;
import io.quorate.trace.svg.SvgDrawing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Makes diagrams, cuts them and writes them to files. */
public final class Drawings {
    private Drawings() {}

    /** A run of the checker, step by step. */
    public static SpaceTime of(Trace trace, String title) {
        SpaceTimeRecorder recorder =
                SpaceTimeRecorder.inSteps(title, trace.setup().nodes());
        trace.replay(recorder);
        return recorder.diagram();
    }

    /** The part of a diagram up to the time at which a number of holds have ended. */
    public static SpaceTime untilHold(SpaceTime all, int holds, String title) {
        long end = all.spans().stream()
                .filter(span -> span.activity() == SpaceTime.Activity.HOLDING
                        || span.activity() == SpaceTime.Activity.HOLDING_SHARED)
                .mapToLong(SpaceTime.Span::to)
                .sorted()
                .limit(holds)
                .max()
                .orElse(SpaceTime.NEVER);
        return all.until(end, title);
    }

    /** To be called before any work is done: a drawing under a wrong name cannot be opened by a double click. */
    public static void requireSvg(@Nullable Path file) {
        if (file != null && !file.toString().toLowerCase(Locale.ROOT).endsWith(".svg")) {
            throw new IllegalArgumentException("A drawing is written as .svg; this name ends otherwise: " + file + ".");
        }
    }

    public static void writeSvg(SpaceTime diagram, Path file) throws IOException {
        writeSvg(SvgDrawing.draw(diagram), file);
    }

    public static void writeSvg(String svg, Path file) throws IOException {
        createFolderOf(file);
        Files.writeString(file, svg);
    }

    public static void writeTrace(SpaceTime diagram, Path file) throws IOException {
        createFolderOf(file);
        Files.write(file, SpaceTimeFile.write(diagram));
    }

    static void createFolderOf(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
    }
}
