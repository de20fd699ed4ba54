// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.quorate.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gallery as somebody with a telephone uses it: the search of its index, and a run that is stepped through. */
@Tag("slow")
final class GalleryInBrowserTest {
    private static final int WIDTH = 400;

    /** What an open page says of itself; a browser without a window has no frame that would be narrower. */
    private static final String FITS = "note(document.documentElement.scrollWidth <= innerWidth);";

    @TempDir
    private static Path folder;

    private static Path gallery = Path.of("");
    private static JsonObject made = new JsonObject();

    @BeforeAll
    static void makeTheGallery() {
        gallery = folder.resolve("gallery");
        CommandRun run = CommandRun.of("gallery", "--out", gallery.toString(), "--json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        made = run.json();
    }

    /** What was noted while somebody used the page; told in JavaScript. */
    private static List<String> notes(String page, String actions) throws IOException, InterruptedException {
        String script = """
                <pre id="notes" hidden></pre><script>
                const note = (text) => document.getElementById("notes").append(text + "\\n");
                const said = (id) => note(document.getElementById(id).textContent);
                const key = (name) => document.body.dispatchEvent(new KeyboardEvent("keydown", {key: name, bubbles: true}));
                const enter = (id, value, event) => {
                  document.getElementById(id).value = value;
                  document.getElementById(id).dispatchEvent(new Event(event));
                };
                """ + actions + "</script>";
        Path opened = gallery.resolve(page);
        Path used = opened.resolveSibling("used.html");
        Files.writeString(used, Files.readString(opened).replace("</body>", script + "</body>"));
        Matcher notes = Pattern.compile("<pre id=\"notes\"[^>]*>([^<]*)</pre>")
                .matcher(Browser.ofThisMachine(folder).elementsOf(used, WIDTH));
        assertThat(notes.find()).isTrue();
        return notes.group(1).lines().toList();
    }

    @Test
    void wordsAndChoicesLeaveTheRunsThatFit() throws IOException, InterruptedException {
        List<String> notes = notes("index.html", """
                said("count");
                enter("words", "FIGURE 1(B)", "input"); said("count");
                note([...document.querySelectorAll("li:not([hidden]) a")].map((link) => link.getAttribute("href")));
                enter("words", "no such run", "input"); said("count"); note(document.getElementById("nothing").hidden);
                enter("words", "", "input"); enter("protocol", "tree", "change"); enter("shows", "fault of the paper", "change");
                note([...document.querySelectorAll("li:not([hidden])")].every((run) => run.dataset.protocol === "tree"));
                note([...document.querySelectorAll(".hall:not([hidden])")].map((hall) => hall.id));
                enter("rule", "E-T1", "change"); said("count"); note(location.search);
                """ + FITS);
        String runs = " of " + made.get("runs").getAsInt() + " runs";
        assertThat(notes)
                .containsExactly(
                        made.get("runs").getAsInt() + runs,
                        "2" + runs,
                        "maekawa/as-printed-deadlock-figure-1b.html,maekawa/figure-3-circular-waiting.html",
                        "0" + runs,
                        "false",
                        "true",
                        "tree",
                        "1" + runs,
                        "?protocol=tree&amp;rule=E-T1&amp;shows=fault+of+the+paper",
                        "true");
    }

    @Test
    void aRunBeginsAtItsFirstStepAndTheArrowGoesOn() throws IOException, InterruptedException {
        assertThat(notes("maekawa/section-5-circular-locking.html", """
                said("where"); said("moment");
                key("ArrowRight"); said("where"); key("ArrowRight"); key("ArrowLeft"); said("moment");
                note(document.querySelector("header nav a").getAttribute("href"));
                note(getComputedStyle(document.getElementById("veil")).fillOpacity);
                """ + FITS))
                .containsExactly("1 of 38", "step 1", "2 of 38", "step 2", "../index.html#maekawa", "0.78", "true");
    }
}
