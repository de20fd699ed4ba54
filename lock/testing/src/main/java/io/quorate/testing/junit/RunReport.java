// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.junit;

import io.quorate.testing.cluster.SimulatedCluster;
import io.quorate.trace.SpaceTime;
import io.quorate.trace.page.TracePage;
import io.quorate.trace.text.TextDrawing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The run of a test as a drawing: as text for the message of its failure, and as a page in the folder of the build. */
final class RunReport {
    /** Says where the pages go, if not to {@code target/quorate}, or {@code build/quorate} where that is the folder of the build. */
    static final String DIRECTORY_PROPERTY = "quorate.diagrams";

    private static final int LINES_MAX = 150;

    private final SimulatedCluster cluster;
    private final ExtensionContext context;
    private final String label;

    RunReport(SimulatedCluster cluster, ExtensionContext context, String label) {
        this.cluster = cluster;
        this.context = context;
        this.label = label;
    }

    private String testName() {
        String method =
                context.getTestMethod().map(each -> "." + each.getName()).orElse("");
        return context.getRequiredTestClass().getName().replace('$', '.')
                + method
                + (label.isEmpty() ? "" : " " + label);
    }

    /** The drawing, and where the page is. */
    String inWords() {
        SpaceTime diagram = cluster.diagram(testName());
        List<String> lines = TextDrawing.draw(diagram).lines().toList();
        String shown = lines.size() <= LINES_MAX
                ? String.join("\n", lines)
                : String.join("\n", lines.subList(0, LINES_MAX)) + "\n... " + (lines.size() - LINES_MAX)
                        + " more lines: see the page.";
        return shown + "\n" + written(diagram);
    }

    private String written(SpaceTime diagram) {
        Path file = directory().resolve(testName().replaceAll("[^A-Za-z0-9._-]+", "-") + ".html");
        try {
            Files.createDirectories(file.getParent());
            String about =
                    "Each step is one event, in the order in which the threads of the test and of the nodes told of it.";
            Files.writeString(file, TracePage.of(diagram, testName(), about), StandardCharsets.UTF_8);
            return "The same as a page for a browser: " + file.toAbsolutePath();
        } catch (IOException failure) {
            return "The page could not be written (" + failure + "): set -D" + DIRECTORY_PROPERTY
                    + " to a folder that can be written.";
        }
    }

    private Path directory() {
        String wanted = context.getConfigurationParameter(DIRECTORY_PROPERTY).orElse("");
        if (!wanted.isBlank()) {
            return Path.of(wanted);
        }
        boolean gradle = !Files.isDirectory(Path.of("target")) && Files.isDirectory(Path.of("build"));
        return Path.of(gradle ? "build" : "target", "quorate");
    }
}
