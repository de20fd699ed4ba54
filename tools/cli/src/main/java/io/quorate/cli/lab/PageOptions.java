// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.Words;
import io.quorate.trace.ShivizLog;
import io.quorate.trace.SpaceTime;
import io.quorate.trace.page.TracePage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Files other than drawings that a command makes of a run. */
public final class PageOptions {
    /** A page with more messages than this is slow in a browser. */
    private static final int MESSAGES_MAX = 3_000;

    @Option(
            names = "--html",
            paramLabel = "PAGE.html",
            description = {
                "Make a page of it, in which it is stepped through forwards and backwards in a browser:",
                "one file that needs no network."
            })
    private @Nullable Path html;

    @Option(names = "--shiviz", paramLabel = "FILE", description = "Write it as a log with vector clocks, for ShiViz.")
    private @Nullable Path shiviz;

    public boolean isWanted() {
        return html != null || shiviz != null;
    }

    public boolean wantsStates() {
        return html != null;
    }

    /** To be called before any work is done. */
    public void require() {
        if (html != null && !html.toString().toLowerCase(Locale.ROOT).matches(".*\\.html?")) {
            throw new IllegalArgumentException("A page is written as .html; this name ends otherwise: " + html + ".");
        }
        if (html != null && html.equals(shiviz)) {
            throw new IllegalArgumentException("--html and --shiviz name the same file, " + html + ": give two.");
        }
    }

    /** Writes what was asked for; {@code about} says what is seen, in a sentence or three, or nothing. */
    public void write(SpaceTime diagram, String heading, String about, Console console) throws IOException {
        if (html != null) {
            SpaceTime shown = diagram.beginning(MESSAGES_MAX);
            String left = shown.messages().size() == diagram.messages().size()
                    ? ""
                    : "These are the first " + Words.count(shown.messages().size(), "message") + " of "
                            + Words.count(diagram.messages().size()) + "; a page of all would be too slow.";
            Drawings.createFolderOf(html);
            Files.writeString(html, TracePage.of(shown, heading, (about + " " + left).strip()));
            console.err()
                    .println("Page: " + html + ", to be opened in a browser" + (left.isEmpty() ? "" : ". " + left));
        }
        if (shiviz != null) {
            Drawings.createFolderOf(shiviz);
            Files.write(shiviz, ShivizLog.write(diagram));
            console.err().println("For ShiViz: " + shiviz);
        }
    }
}
