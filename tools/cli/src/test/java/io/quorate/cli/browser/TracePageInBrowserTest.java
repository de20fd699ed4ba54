// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.CommandRun;
import io.quorate.trace.SpaceTime;
import io.quorate.trace.SpaceTimeFile;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a run of thirteen nodes and two hundred messages, as somebody uses it. */
@Tag("slow")
final class TracePageInBrowserTest {
    @TempDir
    private static Path folder;

    private static Path page = Path.of("");
    private static List<String> trace = List.of();

    @BeforeAll
    static void makeThePage() throws IOException {
        page = folder.resolve("run.html");
        Path file = folder.resolve("run.trace");
        CommandRun run = CommandRun.of(
                "simulate",
                "maekawa",
                "--nodes",
                "13",
                "--claims",
                "16",
                "--arrivals",
                "closed:constant:0:1",
                "--trace",
                file.toString(),
                "--html",
                page.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        trace = Files.readAllLines(file);
    }

    private static String textOf(String elements, String id) {
        Matcher matcher = Pattern.compile("<(\\w+)[^>]* id=\"" + id + "\"[^>]*>(.*?)</\\1>", Pattern.DOTALL)
                .matcher(elements);
        assertThat(matcher.find()).as("there is an element " + id).isTrue();
        return plain(matcher.group(2));
    }

    private static String plain(String markup) {
        return markup.replaceAll("<[^>]*>", "")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&")
                .strip();
    }

    /** What elements said, each time when they were noted, while somebody used the page; told in JavaScript. */
    private static List<String> notes(String actions) throws IOException, InterruptedException {
        String script = """
                <pre id="notes"></pre><script>
                const byId = (id) => document.getElementById(id);
                const note = (text) => byId("notes").append(text + "\\n");
                const said = (id) => note(byId(id).textContent);
                const key = (name) => document.body.dispatchEvent(new KeyboardEvent("keydown", {key: name, bubbles: true}));
                const enter = (id, value) => { byId(id).value = value; byId(id).dispatchEvent(new Event("input")); };
                """ + actions + "</script>";
        Path used = folder.resolve("used.html");
        Files.writeString(used, Files.readString(page).replace("</body>", script + "</body>"));
        return textOf(Browser.ofThisMachine(folder).elementsOf(used, ""), "notes")
                .lines()
                .toList();
    }

    @Test
    void theStateOfANodeAtAStepIsTheOneThatItToldInTheRun() throws IOException, InterruptedException {
        SpaceTime diagram = SpaceTimeFile.read(trace);
        long[] times = diagram.times();
        assertThat(diagram.messages()).hasSizeBetween(150, 260);
        String elements = Browser.ofThisMachine(folder).elementsOf(page, "#step=90&node=n5");
        assertThat(elements).contains("data-ready=\"yes\"");
        assertThat(textOf(elements, "where")).startsWith("90 of " + times.length + " · ");
        String told = "";
        for (SpaceTime.State state : diagram.states()) {
            told = state.node() == 4 && state.at() <= times[89] ? state.text() : told;
        }
        Matcher card = Pattern.compile(
                        "<div class=\"node on\" data-card=\"4\">(.*?)<div class=\"node\"", Pattern.DOTALL)
                .matcher(elements);
        assertThat(card.find()).isTrue();
        assertThat(plain(card.group(1)).replaceAll("\\s+", ""))
                .endsWith(told.replaceAll("[\\s()]+", ""))
                .contains("phase=");
    }

    @Test
    void keysAndTheSliderGoThroughTheRun() throws IOException, InterruptedException {
        int moments = SpaceTimeFile.read(trace).times().length;
        List<String> notes = notes("""
                key("Home"); said("moment");
                key("ArrowRight"); key("PageDown"); key("ArrowLeft"); said("where");
                enter("slider", 7); said("where");
                key("End"); key("ArrowRight"); said("where");
                """);
        assertThat(notes).hasSize(4);
        assertThat(notes.get(0)).isEqualTo("Nothing has happened yet");
        assertThat(notes.get(1)).startsWith("10 of ");
        assertThat(notes.get(2)).startsWith("7 of ");
        assertThat(notes.get(3)).startsWith(moments + " of " + moments);
    }

    @Test
    void aClickPicksARequestOrANodeAndEscapeLetsGo() throws IOException, InterruptedException {
        long mentions = SpaceTimeFile.read(trace).messages().stream()
                .filter(message -> message.text().matches(".*\\b1\\.n3\\b.*"))
                .count();
        assertThat(notes("""
                const click = (chosen) =>
                  document.querySelector(chosen).dispatchEvent(new MouseEvent("click", {bubbles: true}));
                const on = () => note(document.querySelectorAll(".message.on").length);
                click('.message[data-stamps="1.n3"] .hit'); said("picked-title"); on();
                click('.message[data-stamps="1.n3"] .hit'); said("picked-title"); on();
                key("Escape"); note(byId("picked").hidden); on();
                click('#heads button[data-node="3"]'); said("picked-title");
                click('#diagram [data-span=WAITING][data-node="5"]'); said("picked-title");
                """))
                .containsExactly(
                        "Request 1.n3", "" + mentions, "Request 1.n3", "1", "true", "0", "Node n4", "Request 1.n6");
    }

    @Test
    void theSearchFieldFindsAStampANodeAKindOrAnyText() throws IOException, InterruptedException {
        assertThat(notes("""
                for (const text of ["1.n2", "n7", "Locked", "ailed"]) { enter("search", text); said("picked-title"); }
                enter("search", "no such thing"); said("found");
                """)).containsExactly("Request 1.n2", "Node n7", "Locked messages", "“ailed”", "nothing");
    }

    @Test
    void thePictureHasTheColoursOfItsMessages() throws IOException, InterruptedException {
        BufferedImage picture = Browser.ofThisMachine(folder).pictureOf(page, "#step=90", 1600, 1000);
        assertThat(picture.getWidth()).isEqualTo(1600);
        Set<Integer> colours = new TreeSet<>();
        for (int x = 0; x < 1200; x++) {
            for (int y = 120; y < 1000; y++) {
                colours.add(picture.getRGB(x, y) & 0xFFFFFF);
            }
        }
        // Request, Locked, and the cursor that is at the present moment.
        assertThat(colours).contains(0x2268cc, 0x19834f, 0x0b62c4);
    }
}
