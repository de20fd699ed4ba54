// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.reproduce;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.cli.console.Words;
import io.quorate.reproduce.gallery.Gallery;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code quorate gallery}. */
@Command(
        name = "gallery",
        description = {
            "Plays every scenario and makes a page of each, in which it is stepped through in a browser; with an index by"
                    + " paper and section.",
            "The folder needs no server and no network: open its index.html, or publish it as it is."
        },
        footer = {"  quorate gallery --out gallery        then open gallery/index.html"})
public final class GalleryCommand extends ReportCommand {
    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "The folder to write (default: ${DEFAULT-VALUE}). Files of the same names are replaced.")
    private Path out = Path.of("gallery");

    public GalleryCommand(Console console) {
        super(console);
    }

    @Override
    protected void run(Report report) throws IOException {
        Gallery gallery = Gallery.ofAllScenarios();
        long bytes = gallery.write(out);
        Path index = out.resolve(Gallery.INDEX);
        report.with("index", index.toString())
                .with("runs", gallery.runs())
                .with("files", gallery.files().size())
                .with("bytes", bytes);
        report.say(Words.count(gallery.runs(), "run") + " in "
                + Words.count(gallery.files().size(), "file") + ", " + Words.count(Math.round(bytes / 1e3))
                + " kB. Open " + index);
    }
}
