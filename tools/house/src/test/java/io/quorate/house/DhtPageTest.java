package io.quorate.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The tables of docs/study/protocols/dht-experiments.md that compare printed and corrected rules are drawn from the runs in
 * docs/study/data/dht-printed.csv, one line each with its seed; with -Dpictures=rewrite they are written again.
 */
final class DhtPageTest {
    private static final Path PAGE = Repository.ROOT.resolve("docs/study/protocols/dht-experiments.md");
    private static final Path DATA = Repository.ROOT.resolve("docs/study/data/dht-printed.csv");
    private static final boolean REWRITE = System.getProperty("pictures", "").equals("rewrite");
    private static final List<String> PRINTED_FIRST =
            List.of("endtoend:as-printed", "endtoend", "nonendtoend:as-printed", "nonendtoend");

    /** Student's t for 95 percent, by the number of runs. */
    private static final Map<Integer, Double> STUDENT = Map.of(3, 4.303, 10, 2.262);

    private record Run(
            String protocol,
            int nodes,
            int replicas,
            String retries,
            int seed,
            double direct,
            double routed,
            double inequality) {
        static Run read(String line) {
            String[] cells = line.split(",");
            return new Run(
                    cells[0],
                    Integer.parseInt(cells[1]),
                    Integer.parseInt(cells[2]),
                    cells[3],
                    Integer.parseInt(cells[4]),
                    Double.parseDouble(cells[5]),
                    Double.parseDouble(cells[6]),
                    Double.parseDouble(cells[11]));
        }
    }

    private static List<Run> runs(Predicate<Run> wanted) {
        try (Stream<String> lines = Files.lines(DATA)) {
            return lines.skip(1).map(Run::read).filter(wanted).toList();
        } catch (IOException cannotRead) {
            throw new AssertionError("the data of the page cannot be read", cannotRead);
        }
    }

    @TestFactory
    Stream<DynamicTest> everyTableIsWhatTheRunsGive() {
        Map<String, List<String>> tables = new LinkedHashMap<>();
        tables.put(
                "printed-nodes",
                table(
                        "nodes",
                        runs(run -> run.replicas == 3 && run.retries.equals("informed")),
                        run -> run.nodes + ""));
        tables.put(
                "printed-retries",
                table("who waits asks again", runs(run -> run.nodes == 1000 && run.replicas == 3), Run::retries));
        tables.put(
                "printed-load",
                loads(runs(run -> run.nodes == 1000 && run.seed <= 3 && run.retries.equals("informed"))));
        return tables.entrySet().stream()
                .map(table ->
                        DynamicTest.dynamicTest(table.getKey(), () -> compareTable(table.getKey(), table.getValue())));
    }

    private interface Place {
        String of(Run run);
    }

    private static List<String> table(String varied, List<Run> runs, Place place) {
        List<String> rows = new ArrayList<>();
        rows.add("| " + varied
                + " | runs | Sigma, direct | Sigma, routed | E2E as printed | corrected | Non-E2E as printed |"
                + " corrected | Sigma direct / printed E2E, Non-E2E | Sigma routed / printed E2E, Non-E2E |");
        rows.add("|---|---|---|---|---|---|---|---|---|---|");
        TreeSet<String> places = new TreeSet<>((one, other) ->
                one.length() == other.length() ? one.compareTo(other) : Integer.compare(one.length(), other.length()));
        runs.forEach(run -> places.add(place.of(run)));
        for (String each : places) {
            List<Run> here =
                    runs.stream().filter(run -> place.of(run).equals(each)).toList();
            List<Run> sigma = of("sigma", here);
            StringBuilder row = new StringBuilder("| " + each + " | " + sigma.size());
            row.append(" | ").append(mean(sigma, Run::direct)).append(" | ").append(mean(sigma, Run::routed));
            PRINTED_FIRST.forEach(name -> row.append(" | ").append(mean(of(name, here), Run::direct)));
            for (ToDoubleFunction<Run> counted : List.<ToDoubleFunction<Run>>of(Run::direct, Run::routed)) {
                row.append(" | ").append(ratio(sigma, counted, of("endtoend:as-printed", here)));
                row.append(", ").append(ratio(sigma, counted, of("nonendtoend:as-printed", here)));
            }
            rows.add(row + " |");
        }
        return rows;
    }

    private static List<String> loads(List<Run> runs) {
        List<String> rows = new ArrayList<>();
        rows.add("| replicas | Sigma | E2E as printed | corrected | Non-E2E as printed | corrected |");
        rows.add("|---|---|---|---|---|---|");
        for (int replicas : new int[] {1, 3, 5, 7, 9}) {
            List<Run> here =
                    runs.stream().filter(run -> run.replicas == replicas).toList();
            StringBuilder row = new StringBuilder("| " + replicas + " | " + spread(of("sigma", here)));
            PRINTED_FIRST.forEach(name -> row.append(" | ").append(spread(of(name, here))));
            rows.add(row + " |");
        }
        return rows;
    }

    private static List<Run> of(String protocol, List<Run> runs) {
        return runs.stream().filter(run -> run.protocol.equals(protocol)).toList();
    }

    private static String spread(List<Run> runs) {
        return String.format(
                Locale.ROOT,
                "%.2f",
                runs.stream().mapToDouble(Run::inequality).average().orElseThrow());
    }

    private static String mean(List<Run> runs, ToDoubleFunction<Run> counted) {
        return String.format(
                Locale.ROOT,
                "%,.0f",
                runs.stream().mapToDouble(counted).average().orElseThrow());
    }

    /** Of runs with the same seed; the mean, and 95 percent of confidence around it. */
    private static String ratio(List<Run> sigma, ToDoubleFunction<Run> counted, List<Run> others) {
        double[] ratios = sigma.stream()
                .mapToDouble(run -> counted.applyAsDouble(run) / counted.applyAsDouble(ofSeed(run.seed, others)))
                .toArray();
        double mean = Arrays.stream(ratios).average().orElseThrow();
        double squares = 0;
        for (double each : ratios) {
            squares += (each - mean) * (each - mean);
        }
        double half = STUDENT.getOrDefault(ratios.length, Double.NaN)
                * Math.sqrt(squares / (ratios.length - 1) / ratios.length);
        return String.format(Locale.ROOT, "%.2f ± %.2f", mean, half);
    }

    private static Run ofSeed(int seed, List<Run> runs) {
        return runs.stream().filter(run -> run.seed == seed).findFirst().orElseThrow();
    }

    private static void compareTable(String name, List<String> rows) throws IOException {
        String page = Files.readString(PAGE);
        Matcher place = Pattern.compile(
                        "(?s)(<!-- computed: " + name + " -->\\n)(.*?)(<!-- end of what is computed -->)")
                .matcher(page);
        assertThat(place.find())
                .as("the page has a place for the table " + name)
                .isTrue();
        String now = String.join("\n", rows) + "\n";
        if (REWRITE) {
            Files.writeString(PAGE, page.substring(0, place.start(2)) + now + page.substring(place.end(2)));
        } else {
            assertThat(place.group(2))
                    .as("if the new one is right, run with -Dpictures=rewrite")
                    .isEqualTo(now);
        }
    }
}
