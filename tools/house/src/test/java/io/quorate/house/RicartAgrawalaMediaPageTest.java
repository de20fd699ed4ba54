// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.lab.ChartFile;
import io.quorate.lab.draw.Chart;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.Simulator;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The table and the plot of docs/study/protocols/ricart-agrawala-media.md are what the simulator measures now; with
 * -Dpictures=rewrite they are written again (then look at them).
 */
final class RicartAgrawalaMediaPageTest {
    private static final Path PAGE = Repository.ROOT.resolve("docs/study/protocols/ricart-agrawala-media.md");
    private static final Path PLOT = Repository.ROOT.resolve("docs/images/ricart-agrawala-media.svg");
    private static final boolean REWRITE = System.getProperty("pictures", "").equals("rewrite");
    private static final String AGAIN = "if the new one is right, run with -Dpictures=rewrite";
    private static final String BEGIN = "<!-- measured -->\n";
    private static final String END = "<!-- end of measured -->";

    private static final long TRIP = 500_000;
    private static final int NODES = 10;
    private static final int CLAIMS = 1000;
    private static final List<Long> THINK = List.of(10_000L, 3_000L, 1_000L, 300L, 100L, 30L, 10L, 3L, 0L);

    /** The modifications, and what the report and its errata say they cost: with little and with much contention. */
    private static Map<String, List<String>> variants() {
        Map<String, List<String>> variants = new LinkedHashMap<>();
        variants.put("corrected", List.of("2(N-1)", "2(N-1)"));
        variants.put("implicit-reply", List.of("N-1", "3(N-1)"));
        variants.put("broadcast", List.of("N", "N"));
        variants.put("implicit-reply+broadcast", List.of("1", "2N-1"));
        variants.put("sequenced", List.of("2", "2"));
        variants.put("broadcast-replies", List.of("N", "2"));
        variants.put("ring", List.of("N", "N"));
        variants.put("ring-notes", List.of("N", "2N-1"));
        return variants;
    }

    private static SimulationReport run(String modifications, int nodes, Arrivals arrivals) {
        RicartAgrawala protocol = RicartAgrawala.with(modifications);
        Setup setup = Setup.usual(protocol, nodes)
                .over(Network.justEnoughFor(protocol.traits().needs()));
        Load load = new Load(arrivals, CLAIMS, 1, 0, RandomDuration.constant(2 * TRIP), null);
        SimulationReport report = Simulator.run(Simulation.of(setup, 1, load).with(RandomDuration.constant(TRIP)));
        assertThat(report.failure()).as(modifications).isNull();
        return report;
    }

    private static Arrivals thinking(long trips) {
        return new Arrivals.ClosedLoop(
                trips == 0 ? RandomDuration.constant(0) : RandomDuration.exponential(trips * TRIP), 1);
    }

    private static String table() {
        StringBuilder table = new StringBuilder();
        table.append("| Modification | little contention | N = 5 | N = 10 | much contention | N = 5 | N = 10"
                + " | wait alone, N = 10 | hand-over, N = 10 |\n");
        table.append("|---|---|---|---|---|---|---|---|---|\n");
        variants().forEach((modifications, formulas) -> {
            SimulationReport alone = run(modifications, NODES, new Arrivals.Alone());
            SimulationReport busy = run(modifications, NODES, thinking(0));
            table.append(String.join(
                            " | ",
                            "| `" + modifications + "`",
                            formulas.get(0),
                            number(run(modifications, 5, new Arrivals.Alone()).messagesPerEntry()),
                            number(alone.messagesPerEntry()),
                            formulas.get(1),
                            number(run(modifications, 5, thinking(0)).messagesPerEntry()),
                            number(busy.messagesPerEntry()),
                            number(alone.waits().mean() / TRIP) + " T",
                            number(busy.handOvers().mean() / TRIP) + " T"))
                    .append(" |\n");
        });
        return table.toString();
    }

    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.2f", value);
        return text.endsWith(".00") ? text.substring(0, text.length() - 3) : text;
    }

    private static Chart plot() {
        List<Chart.Series> lines = new ArrayList<>();
        int last = THINK.size() - 1;
        lines.add(Chart.Series.level("N-1", 0, last, NODES - 1));
        lines.add(Chart.Series.level("2(N-1)", 0, last, 2 * (NODES - 1)));
        lines.add(Chart.Series.level("3(N-1)", 0, last, 3 * (NODES - 1)));
        for (String modifications : variants().keySet()) {
            List<Double> values = new ArrayList<>();
            for (long think : THINK) {
                values.add(run(modifications, NODES, thinking(think)).messagesPerEntry());
            }
            lines.add(Chart.Series.overTicks(modifications.equals("corrected") ? "section 2" : modifications, values));
        }
        return Chart.over(
                THINK.stream().map(String::valueOf).toList(),
                "Messages for each entry as contention rises, " + NODES + " nodes",
                "time between leaving and asking again, in one-way trips (a hold takes 2)",
                "messages for each entry",
                lines);
    }

    @Test
    void theTableIsWhatIsMeasured() throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END);
        assertThat(begin).isBetween(BEGIN.length(), end);
        String table = table();
        if (REWRITE) {
            Files.writeString(PAGE, page.substring(0, begin) + table + page.substring(end));
        }
        assertThat(Files.readString(PAGE)).as(AGAIN).contains(BEGIN + table + END);
    }

    @Test
    void thePlotShowsWhatIsMeasured() throws IOException {
        Chart now = plot();
        if (REWRITE) {
            ChartFile.write(now, PLOT);
        }
        assertThat(PLOT).as(AGAIN).content().contains(ChartFile.data(now));
    }
}
