// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.reproduce;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.OutputOptions;
import io.quorate.cli.console.Words;
import io.quorate.reproduce.gallery.Gallery;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
public final class GalleryCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "The folder to write (default: ${DEFAULT-VALUE}). Files of the same names are replaced.")
    private Path out = Path.of("gallery");

    @Mixin
    private final OutputOptions output = new OutputOptions();

    public GalleryCommand(Console console) {
        this.console = console;
    }

    /** What programs read. */
    record Made(String index, int runs, int files, long bytes) {}

    @Override
    public Integer call() throws IOException {
        Gallery gallery = Gallery.ofAllScenarios();
        long bytes = gallery.write(out);
        Made made = new Made(
                out.resolve(Gallery.INDEX).toString(),
                gallery.runs(),
                gallery.files().size(),
                bytes);
        if (output.json()) {
            console.printJson(made);
        } else {
            console.out()
                    .println(Words.count(made.runs(), "run") + " in " + Words.count(made.files(), "file") + ", "
                            + Words.count(Math.round(bytes / 1e3)) + " kB. Open " + made.index());
        }
        return ExitCode.OK.number();
    }
}
