// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.browser;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Assumptions;

/** Chromium without a window: opens a page from the file system, and gives back what became of it. */
public final class Browser {
    private static final List<String> NAMES =
            List.of("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome");

    private static final int TIMEOUT_SECONDS = 120;

    private final String program;
    private final Path folder;

    /** @param folder where it keeps its files */
    private Browser(String program, Path folder) {
        this.program = program;
        this.folder = folder;
    }

    /** The browser of this machine; without one the test is skipped, and says so. */
    public static Browser ofThisMachine(Path folder) {
        String path = System.getenv().getOrDefault("PATH", "");
        String found = NAMES.stream()
                .flatMap(name -> Stream.of(path.split(File.pathSeparator)).map(directory -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst()
                .orElse("");
        if (found.isEmpty()) {
            String notice = "NOT TESTED: no page was opened in a browser, for there is none on this machine."
                    + " Install one (Debian: apt install chromium-headless-shell), or run ./verify as root, which does.";
            System.err.println(notice);
            Assumptions.abort(notice);
        }
        return new Browser(found, folder);
    }

    /** What the elements of a page are once its script has run; fails if the script fails. */
    public String elementsOf(Path page, String fragment) throws IOException, InterruptedException {
        return run(page, fragment, "--dump-dom");
    }

    /** As {@link #elementsOf(Path, String)}, in a window of this width. */
    public String elementsOf(Path page, int width) throws IOException, InterruptedException {
        return run(page, "", "--dump-dom", "--window-size=" + width + ",1000");
    }

    /** A picture of the page in a window of this size. */
    public BufferedImage pictureOf(Path page, String fragment, int width, int height)
            throws IOException, InterruptedException {
        Path picture = folder.resolve("picture.png");
        run(page, fragment, "--hide-scrollbars", "--window-size=" + width + "," + height, "--screenshot=" + picture);
        return ImageIO.read(picture.toFile());
    }

    private String run(Path page, String fragment, String... wishes) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                program,
                "--headless",
                "--no-sandbox", // which root, in a container, cannot have
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--enable-logging=stderr",
                "--user-data-dir=" + folder.resolve("profile"),
                "--virtual-time-budget=4000"));
        command.addAll(List.of(wishes));
        command.add(page.toUri() + fragment);
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(program + " did not end within " + TIMEOUT_SECONDS + " s: " + Files.readString(err));
        }
        String said = Files.readString(err);
        if (process.exitValue() != 0 || said.contains("Uncaught")) {
            throw new IOException(program + " ended with " + process.exitValue() + ", saying: " + said);
        }
        return Files.readString(out);
    }
}
