// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Item;
import io.quorate.reproduce.Paper;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.Sheet;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("threads")
final class ReportPageTest {
    private static final String NASTY = "<script>alert(\"&'1 %2\")</script>";
    private static final String ESCAPED = "&lt;script&gt;alert(&quot;&amp;&#39;1 %2&quot;)&lt;/script&gt;";

    private static String page(Outcome... outcomes) throws IOException {
        return ReportPage.of(new ReportPage.About("1.2.3", "c0de", Scale.QUICK), List.of(outcomes));
    }

    private static Outcome measured(Item item, Finding finding) {
        return Outcome.measured(item, new Measured(item.name(), Scale.QUICK, "c0de", 2.5, finding));
    }

    @Test
    void allTextIsEscaped() throws IOException {
        Item item = new Item(
                "tree-a",
                Paper.TREE,
                NASTY,
                NASTY,
                new Item.Effort(1, 1),
                (scale, progress) -> ReproduceRun.finding("").found());
        Finding finding = Finding.of(NASTY)
                .compare(Comparison.differs(NASTY, NASTY, NASTY, true, NASTY))
                .show(new Sheet(NASTY, List.of(NASTY), List.of(List.of(NASTY))))
                .draw("<svg xmlns=\"http://www.w3.org/2000/svg\"><text>" + ESCAPED + "</text></svg>")
                .found();
        String page = page(measured(item, finding), Outcome.failed(item, new IllegalStateException(NASTY)));
        assertThat(page).doesNotContain("<script").contains(ESCAPED);
    }

    /** As images, so that names inside one cannot be taken for those of another. */
    @Test
    void picturesStandInThePageByThemselves() throws IOException {
        String svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><g id=\"hatch\" fill=\"url(#hatch)\"/>100 % ± √N</svg>";
        Finding finding = ReproduceRun.finding("s")
                .draw(svg)
                .draw(svg)
                .plot(ReproduceRun.chart())
                .found();
        String page = page(measured(ReproduceRun.fine("tree-a"), finding));
        assertThat(page.replaceAll("data:image/svg[^\"]*", "data"))
                .contains("<img alt=\"A chart\" src=\"data\">")
                .doesNotContain("<svg", "id=\"hatch\"", "http://", "https://");
        assertThat(page.split("<img ", -1).length - 1).isEqualTo(3);
        String address = FindingMarkup.address(svg);
        assertThat(page.contains("src=\"" + address + "\"")).isTrue();
        assertThat(URLDecoder.decode(
                        address.substring(address.indexOf(',') + 1).replace("+", "%2B"), StandardCharsets.UTF_8))
                .isEqualTo(svg);
    }

    @Test
    void whatIsMissingIsShownWithItsCommand() throws IOException {
        String page = page(
                measured(ReproduceRun.fine("tree-a"), ReproduceRun.finding("s").found()),
                Outcome.missing(ReproduceRun.fine("tree-b")));
        assertThat(page)
                .contains("All verdicts that are here hold.", "1 not measured", "Not measured yet.")
                .contains("<code>./quorate reproduce tree-b --quick</code>")
                .contains("href=\"#tree-b\"", "id=\"tree-b\"");
    }
}
