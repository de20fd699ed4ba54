// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.reproduce;

import io.quorate.cli.console.Words;
import io.quorate.cli.lab.ChartFile;
import io.quorate.lab.draw.Chart;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Item;
import io.quorate.reproduce.Paper;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.Verdict;
import io.quorate.trace.svg.Svg;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * The report as a page for a browser: one file that needs nothing else, no network and no script. Pictures stand in it as images, so
 * that none can disturb another, nor the page: each has names and styles of its own inside.
 */
final class ReportPage {
    private static final String TITLE = "Five papers on mutual exclusion, measured again";

    private final About about;
    private final List<Outcome> outcomes;
    private final Svg html = new Svg();
    private final FindingMarkup findings = new FindingMarkup(html);

    /**
     * Where the numbers come from.
     *
     * @param version of the program
     * @param code which build of it
     */
    record About(String version, String code, Scale scale) {}

    private ReportPage(About about, List<Outcome> outcomes) {
        this.about = about;
        this.outcomes = outcomes;
    }

    /** The text of the page; all items are in it, also those that were not measured. */
    static String of(About about, List<Outcome> outcomes) throws IOException {
        return new ReportPage(about, outcomes).write();
    }

    private String write() throws IOException {
        html.raw("<!DOCTYPE html>");
        html.raw("<html lang=\"en\"><head><meta charset=\"utf-8\">");
        html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
        html.add("<title>%</title>", TITLE);
        html.raw("<style>\n" + ReportStyle.CSS + "</style></head><body>");
        writeHeader();
        html.raw("<main>");
        writeSummary();
        writeContents();
        writeDifferences();
        for (Paper paper : papers()) {
            writePaper(paper);
        }
        html.raw("</main></body></html>");
        return html.toString();
    }

    private List<Paper> papers() {
        return Arrays.stream(Paper.values())
                .filter(paper -> !of(paper).isEmpty())
                .toList();
    }

    private List<Outcome> of(Paper paper) {
        return outcomes.stream()
                .filter(outcome -> outcome.item().paper() == paper)
                .toList();
    }

    private String quick() {
        return about.scale() == Scale.QUICK ? " --quick" : "";
    }

    private void writeHeader() {
        double seconds = outcomes.stream()
                .map(Outcome::measured)
                .mapToDouble(measured -> measured == null ? 0 : measured.seconds())
                .sum();
        html.add("<header><h1>%</h1>", TITLE);
        html.add(
                "<p class=\"soft\">Every table, figure, example and bound, beside what the code of Quorate gives. %"
                        + " Made by <code>./quorate reproduce%</code>, version % (code %); the items took % together.</p>",
                about.scale() == Scale.QUICK
                        ? "This is a quick run: smaller sizes and fewer runs than in the papers."
                        : "This is a full run.",
                quick(),
                about.version(),
                about.code(),
                time(seconds));
        Tally all = Tally.of(outcomes);
        html.add(
                "<p class=\"banner %\"><b>%</b> <span>%: %.</span></p></header>",
                all.holds() ? "equal" : all.unexplained() + all.failed() == 0 ? "none" : "unexplained",
                all.holds()
                        ? "All verdicts hold."
                        : all.unexplained() + all.failed() == 0
                                ? "All verdicts that are here hold."
                                : "Not all verdicts hold.",
                Words.count(all.items(), "item"),
                all.text());
    }

    private static String time(double seconds) {
        return seconds < 100 ? Words.count(Math.round(seconds)) + " s" : Words.count(Math.round(seconds / 60)) + " min";
    }

    private void writeSummary() {
        html.raw("<section id=\"summary\"><div class=\"wide\"><table><thead><tr><th>Paper</th>");
        for (String heading :
                List.of("items", "equal", "within", "differs", "untested", "ours", "unexplained", "not measured")) {
            html.add("<th class=\"number\">%</th>", heading);
        }
        html.raw("</tr></thead><tbody>");
        for (Paper paper : papers()) {
            Tally tally = Tally.of(of(paper));
            html.add("<tr><td><a href=\"#%\">%</a></td>", paper.word(), paper.title());
            number(tally.items(), "");
            number(tally.equal(), "equal");
            number(tally.within(), "within");
            number(tally.differs(), "differs");
            number(tally.untested(), "none");
            number(tally.ours(), "ours");
            number(tally.unexplained() + tally.failed(), "unexplained");
            number(tally.missing(), "none");
            html.raw("</tr>");
        }
        html.raw("</tbody></table></div>");
        html.raw("<p class=\"soft\"><span class=\"verdict equal\">equal</span>: the same as in the paper."
                + " <span class=\"verdict within\">within</span>: inside the bounds that the paper gives, or as close as an"
                + " average can be. <span class=\"verdict differs\">differs</span>: something else, for a reason that is known,"
                + " and just as that reason says. <span class=\"verdict unexplained\">unexplained</span>: neither; it must be"
                + " looked at. <span class=\"verdict ours\">ours</span>: a claim that no paper prints, and it holds; never"
                + " counted as equal. <span class=\"verdict none\">untested</span>: the paper says it, and it cannot be measured here."
                + " Counted are comparisons, of which an item has several.</p>");
        html.add("<p class=\"soft\">%</p></section>", Tally.of(outcomes).differsInWords());
    }

    private void number(int count, String style) {
        html.add("<td class=\"number %\">%</td>", count == 0 ? "soft" : style, count == 0 ? "–" : count);
    }

    private void writeContents() {
        html.raw("<h2>Contents</h2><nav class=\"contents\">");
        for (Paper paper : papers()) {
            html.add("<section><h4><a href=\"#%\">%</a></h4><ul>", paper.word(), paper.title());
            for (Outcome outcome : of(paper)) {
                Item item = outcome.item();
                html.add("<li><a href=\"#%\">%: %</a>", item.name(), item.place(), item.title());
                writeVerdicts(outcome);
                html.raw("</li>");
            }
            html.raw("</ul></section>");
        }
        html.raw("</nav>");
    }

    /** The worst verdict of an item. */
    private void writeVerdicts(Outcome outcome) {
        if (outcome.failure() != null) {
            html.raw("<span class=\"verdict unexplained\">failed</span>");
            return;
        }
        Verdict worst = null;
        for (Comparison comparison : Tally.comparisons(outcome)) {
            worst = worst == null || comparison.verdict().compareTo(worst) > 0 ? comparison.verdict() : worst;
        }
        if (worst == null) {
            html.raw("<span class=\"verdict none\">not measured</span>");
        } else {
            html.add("<span class=\"verdict %\">%</span>", worst.word(), worst.word());
        }
    }

    private void writeDifferences() {
        html.raw("<h2 id=\"differences\">Where the papers and we differ</h2><ul class=\"reasons\">");
        boolean any = false;
        for (Outcome outcome : outcomes) {
            for (Comparison comparison : Tally.comparisons(outcome)) {
                if (comparison.verdict() == Verdict.DIFFERS || comparison.verdict() == Verdict.UNEXPLAINED) {
                    any = true;
                    Item item = outcome.item();
                    html.add(
                            "<li><span class=\"verdict %\">%</span> <a href=\"#%\">%, %</a>: %. Paper: %; here: %."
                                    + " <span class=\"soft\">%</span></li>",
                            comparison.verdict().word(),
                            comparison.verdict().word(),
                            item.name(),
                            item.paper().word(),
                            item.place(),
                            comparison.what(),
                            comparison.paper(),
                            comparison.ours(),
                            comparison.reason());
                }
            }
        }
        html.raw(any ? "</ul>" : "<li>Nowhere.</li></ul>");
    }

    private void writePaper(Paper paper) throws IOException {
        html.add("<h2 id=\"%\">%</h2>", paper.word(), paper.title());
        html.add(
                "<p class=\"soft\">More: <code>%</code>. Just this paper: <code>./quorate reproduce %%</code></p>",
                paper.page(), paper.word(), quick());
        for (Outcome outcome : of(paper)) {
            writeItem(outcome);
        }
    }

    private void writeItem(Outcome outcome) throws IOException {
        Item item = outcome.item();
        html.add(
                "<article id=\"%\"><h3><span class=\"place\">%</span> %</h3>", item.name(), item.place(), item.title());
        Measured measured = outcome.measured();
        if (measured != null) {
            findings.write(measured.finding());
            for (Chart chart : measured.finding().charts()) {
                findings.picture("chart", chart.title(), ChartFile.svg(chart));
            }
            writeDrawings(item, measured.finding());
        } else if (outcome.failure() != null) {
            html.add(
                    "<p class=\"verdict unexplained\">The experiment has failed: %</p>",
                    String.valueOf(outcome.failure()));
        } else {
            html.raw("<p class=\"verdict none\">Not measured yet.</p>");
        }
        html.add(
                "<p class=\"command\">Just this: <code>%%</code>%</p></article>",
                item.command(), quick(), measured == null ? "" : " (" + time(Math.ceil(measured.seconds())) + ")");
    }

    private void writeDrawings(Item item, Finding finding) {
        for (int number = 0; number < finding.drawings().size(); number++) {
            findings.picture(
                    "drawing",
                    item.place() + ", drawing " + (number + 1),
                    finding.drawings().get(number));
        }
    }
}
