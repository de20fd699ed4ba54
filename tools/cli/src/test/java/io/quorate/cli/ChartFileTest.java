// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cli.lab.ChartFile;
import io.quorate.lab.draw.Chart;
import io.quorate.lab.draw.Chart.Scale;
import io.quorate.lab.draw.Chart.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
final class ChartFileTest {
    private static final List<Double> X = List.of(1.0, 10.0, 100.0);

    @TempDir
    private Path folder;

    private static Chart lines(int count) {
        List<Series> lines = new ArrayList<>();
        for (int line = 1; line <= count; line++) {
            lines.add(Series.measured("line " + line, X, List.of(line * 1.0, line * 2.0, line * 3.0)));
        }
        lines.add(Series.level("a < b & c", 1, 100, 2));
        return new Chart("A title", "nodes", "messages", lines, Scale.LOGARITHMIC, Scale.LINEAR);
    }

    @Test
    void aChartIsDrawnTheSameEveryTime() throws IOException {
        assertThat(ChartFile.svg(lines(3))).isEqualTo(ChartFile.svg(lines(3)));
    }

    @Test
    void anElementOfSvgHasItsTitleAndTheNamesOfItsLinesAsText() throws IOException {
        assertThat(ChartFile.svg(lines(2)))
                .startsWith("<svg")
                .contains(
                        "<title>A title</title>",
                        "<desc>messages against nodes: line 1; line 2; a &lt; b &amp; c</desc>",
                        "stroke-dasharray");
    }

    @Test
    void fifteenLinesUseAllEightColoursBeforeOneComesAgain() throws IOException {
        assertThat(colours(4)).isEqualTo(4);
        assertThat(colours(8)).isEqualTo(8);
        assertThat(colours(15)).isEqualTo(8);
    }

    /** Those of the lines, which are thicker than anything else. */
    private static long colours(int lines) throws IOException {
        return Pattern.compile("stroke-width:1.6[^\"]*rgb\\([0-9,]+\\)|rgb\\([0-9,]+\\)[^\"]*stroke-width:1.6")
                .matcher(ChartFile.svg(lines(lines)))
                .results()
                .map(MatchResult::group)
                .map(style -> style.replaceAll(".*(rgb\\([0-9,]+\\)).*", "$1"))
                .distinct()
                .count();
    }

    @Test
    void theEndOfANameSaysHowToDraw() throws IOException {
        Path svg = folder.resolve("new/chart.svg");
        Path png = folder.resolve("chart.PNG");
        ChartFile.write(lines(2), svg);
        ChartFile.write(lines(2), png);
        assertThat(Files.readString(svg)).endsWith("</svg>\n");
        assertThat(Files.readAllBytes(png)).startsWith(0x89, 'P', 'N', 'G');
        assertThatThrownBy(() -> ChartFile.write(lines(2), folder.resolve("chart.pdf")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("written as .svg or .png");
    }

    @Test
    void whatCannotBeDrawnIsRefused() {
        assertThatThrownBy(() -> Series.measured("short", X, List.of(1.0)))
                .hasMessageContaining("as many x as y")
                .hasMessageContaining("short");
        assertThatThrownBy(() -> Chart.linear("title", "x", "y", List.of())).hasMessageContaining("at least one line");
        Series zero = Series.measured("zero", List.of(0.0), List.of(0.0));
        assertThatThrownBy(() -> Chart.linear("title", "x", "y", List.of(zero, zero)))
                .hasMessageContaining("twice: zero");
        assertThatThrownBy(() -> new Chart("title", "x", "y", List.of(zero), Scale.LOGARITHMIC, Scale.LINEAR))
                .hasMessageContaining("logarithmic axis");
        Series nowhere = Series.measured("nowhere", List.of(0.0), List.of(Double.NaN));
        assertThatThrownBy(() -> Chart.linear("title", "x", "y", List.of(nowhere)))
                .hasMessageContaining("cannot be drawn: NaN");
    }
}
