// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.quorate.cli.CommandRun;
import io.quorate.reproduce.Item;
import io.quorate.reproduce.Items;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything in the papers, quickly: the verdicts hold, and the report is complete and looks as it should in a browser. */
@Tag("slow")
final class ReportInBrowserTest {
    private static final int WIDTH = 1200;
    private static final Path DOCS = Path.of("../../docs/study/reproduce.md");
    private static final Path COVERAGE = Path.of("../../docs/study/coverage.md");

    @TempDir
    private static Path folder;

    private static CommandRun run = new CommandRun(0, "", "");
    private static Path page = Path.of("");

    @BeforeAll
    static void reproduceEverythingQuickly() {
        run = CommandRun.of("reproduce", "--quick", "--out", folder.toString());
        page = folder.resolve("report-quick.html");
    }

    @Test
    void allVerdictsHold() {
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("All verdicts hold: " + Items.all().size() + " items; ");
    }

    @Test
    void everyItemIsInTheReportWithItsVerdictsAndItsCommand() throws IOException {
        String text = Files.readString(page).replaceAll("data:image/svg[^\"]*", "data:"); // a failure shows all of it
        for (Item item : Items.all()) {
            Matcher article = Pattern.compile(
                            "<article id=\"" + Pattern.quote(item.name()) + "\">(.*?)</article>", Pattern.DOTALL)
                    .matcher(text);
            assertThat(article.find()).as(item.name()).isTrue();
            assertThat(article.group(1)).contains("class=\"verdict ", "<code>" + item.command() + " --quick</code>");
            assertThat(text).contains("href=\"#" + item.name() + "\"");
        }
        assertThat(text).contains("All verdicts hold.").doesNotContain("Not measured yet");
        List<String> ids = Pattern.compile(" id=\"([^\"]*)\"")
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .toList();
        assertThat(ids).doesNotHaveDuplicates();
    }

    /** With -Dpictures=rewrite the tables are written anew (then look at them). */
    @Test
    void theTablesInTheDocumentationAreWhatCameOut() throws IOException {
        CommandRun again = CommandRun.of("reproduce", "--quick", "--json", "--out", folder.toString());
        List<String> rows = new ArrayList<>(List.of("| Item | Place | About | Verdicts |", "|---|---|---|---|"));
        Map<String, Map<String, Integer>> papers = new LinkedHashMap<>();
        for (JsonElement each : again.json().getAsJsonArray("items")) {
            JsonObject item = each.getAsJsonObject();
            assertThat(item.get("reused").getAsBoolean()).isTrue();
            Set<String> verdicts = new TreeSet<>();
            Map<String, Integer> counts = papers.computeIfAbsent(text(item, "paper"), paper -> new LinkedHashMap<>());
            for (JsonElement one : item.getAsJsonArray("comparisons")) {
                verdicts.add(text(one.getAsJsonObject(), "verdict"));
                counts.merge(text(one.getAsJsonObject(), "verdict"), 1, Integer::sum);
            }
            rows.add("| `" + text(item, "name") + "` | " + text(item, "place") + " | " + text(item, "title") + " | "
                    + String.join(", ", verdicts) + " |");
        }
        compareWithDocs("items", "what is computed", rows);
        compareWithDocs("papers", "papers", papersInNumbers(papers));
    }

    private static List<String> papersInNumbers(Map<String, Map<String, Integer>> papers) {
        List<String> rows = new ArrayList<>(List.of(
                "| Paper | compared | confirmed (equal, within) | refuted (differs) | not testable | ours, not the paper's |",
                "|---|---|---|---|---|---|"));
        papers.forEach((paper, counts) -> {
            int confirmed = counts.getOrDefault("equal", 0) + counts.getOrDefault("within", 0);
            int refuted = counts.getOrDefault("differs", 0);
            int untested = counts.getOrDefault("untested", 0);
            rows.add("| " + paper + " | " + (confirmed + refuted) + " | " + confirmed + " | " + refuted + " | "
                    + untested + " | " + counts.getOrDefault("ours", 0) + " |");
        });
        return rows;
    }

    private static void compareWithDocs(String name, String end, List<String> rows) throws IOException {
        String text = Files.readString(DOCS);
        Matcher place = Pattern.compile("(?s)<!-- computed: " + name + " -->\\n(.*?)<!-- end of " + end + " -->")
                .matcher(text);
        assertThat(place.find()).as(name).isTrue();
        String now = String.join("\n", rows) + "\n";
        if (System.getProperty("pictures", "").equals("rewrite")) {
            Files.writeString(DOCS, text.substring(0, place.start(1)) + now + text.substring(place.end(1)));
        } else {
            assertThat(place.group(1))
                    .as("if the new one is right, run with -Dpictures=rewrite")
                    .isEqualTo(now);
        }
    }

    /** With -Dpictures=rewrite the tables are written anew (then look at them). */
    @Test
    void theTableOfAllThatThePapersStateIsWhatIsGenerated() throws IOException {
        CommandRun again = CommandRun.of("reproduce", "--quick", "--coverage", "--out", folder.toString());
        assertThat(again.exitCode()).as(again.err()).isZero();
        assertThat(again.out()).doesNotContain("unexplained");
        String text = Files.readString(COVERAGE);
        int begin = text.indexOf("<!-- computed: coverage -->\n") + "<!-- computed: coverage -->\n".length();
        int end = text.indexOf("<!-- end of what is computed -->");
        if (System.getProperty("pictures", "").equals("rewrite")) {
            Files.writeString(COVERAGE, text.substring(0, begin) + again.out() + text.substring(end));
        } else {
            assertThat(text.substring(begin, end))
                    .as("if the new one is right, run with -Dpictures=rewrite")
                    .isEqualTo(again.out());
        }
    }

    private static String text(JsonObject item, String field) {
        return item.get(field).getAsString();
    }

    @Test
    void nothingComesFromOutside() throws IOException {
        assertThat(Pattern.compile("(?:src|href)=\"(?!#|data:)[^\"]*\"")
                        .matcher(Files.readString(page))
                        .results())
                .isEmpty();
    }

    /** The page is not wider than its window, and all of its pictures can be drawn. */
    @Test
    void itFitsIntoAWindowAndAllPicturesAreThere() throws IOException, InterruptedException {
        String script = """
                <pre id="notes"></pre><script>
                addEventListener("load", () => {
                  const pictures = [...document.images];
                  const drawn = pictures.filter((each) => each.complete && each.naturalWidth > 0);
                  const page = document.documentElement;
                  const said = [page.scrollWidth <= page.clientWidth, innerWidth, pictures.length, drawn.length];
                  document.getElementById("notes").textContent = said.join(" ");
                });
                </script>""";
        Path asked = folder.resolve("asked.html");
        String text = Files.readString(page);
        Files.writeString(asked, text.replace("</body>", script + "</body>"));
        String elements = Browser.ofThisMachine(folder).elementsOf(asked, WIDTH);
        int pictures = text.split("<img ", -1).length - 1;
        assertThat(pictures).isPositive();
        Matcher notes = Pattern.compile("<pre id=\"notes\">([^<]*)</pre>").matcher(elements);
        assertThat(notes.find()).isTrue();
        assertThat(notes.group(1)).isEqualTo("true " + WIDTH + " " + pictures + " " + pictures);
    }

    @Test
    void thePictureHasTheColoursOfVerdicts() throws IOException, InterruptedException {
        BufferedImage picture = Browser.ofThisMachine(folder).pictureOf(page, "", WIDTH, 1600);
        Set<Integer> colours = new TreeSet<>();
        for (int x = 0; x < picture.getWidth(); x++) {
            for (int y = 0; y < picture.getHeight(); y++) {
                colours.add(picture.getRGB(x, y) & 0xFFFFFF);
            }
        }
        // The marks before "equal", "within" and "differs".
        assertThat(colours).contains(0x1a7340, 0x0b5bb5, 0x8a5a00);
    }
}
