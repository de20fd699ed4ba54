// SPDX-License-Identifier: Apache-2.0
package io.quorate.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.quorate.testing.LockCluster;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard and the alert rules in examples/monitoring fit what nodes export, and are what their page says. */
@Tag("threads")
final class MonitoringTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Path ROOT = root();
    private static final Path FOLDER = ROOT.resolve("examples/monitoring");
    private static final String RULES = "quorate-alerts.yml";
    private static final String RULES_TEST = "quorate-alerts-test.yml";
    private static final Pattern METRIC = Pattern.compile("\\bquorate_\\w+");
    private static final Pattern ALERT = Pattern.compile("alert: (\\w+)");

    @TempDir
    private Path directory;

    private static Path root() {
        return Stream.iterate(Path.of("").toAbsolutePath(), folder -> folder != null, Path::getParent)
                .filter(folder -> Files.isDirectory(folder.resolve(".mvn")))
                .findFirst()
                .orElseThrow();
    }

    private static String read(String name) throws IOException {
        return Files.readString(FOLDER.resolve(name));
    }

    private static Set<String> all(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group(match.groupCount()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<JsonObject> panels() throws IOException {
        List<JsonObject> panels = new ArrayList<>();
        JsonParser.parseString(read("quorate-dashboard.json"))
                .getAsJsonObject()
                .getAsJsonArray("panels")
                .forEach(each -> panels.add(each.getAsJsonObject()));
        assertThat(panels).hasSizeGreaterThan(10);
        return panels;
    }

    private static List<String> queries() throws IOException {
        List<String> queries = new ArrayList<>();
        for (JsonObject panel : panels()) {
            for (JsonElement target : panel.getAsJsonArray("targets")) {
                queries.add(target.getAsJsonObject().get("expr").getAsString());
            }
        }
        return queries;
    }

    private static Set<String> exported() throws InterruptedException {
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (LockCluster cluster = LockCluster.inMemory(3)) {
            new LockMetrics(cluster.node(0)).bindTo(prometheus);
            cluster.node(0).lock("x").acquire(TIMEOUT).close();
            await().atMost(TIMEOUT).until(() -> prometheus.scrape().contains("quorate_hold_seconds_count"));
            return prometheus
                    .scrape()
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.replaceFirst("[{ ].*", ""))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void everyMetricThatIsAskedForIsExported() throws Exception {
        Set<String> exported = exported();
        assertThat(all(METRIC, read(RULES))).hasSizeGreaterThan(8).isSubsetOf(exported);
        assertThat(all(METRIC, read("quorate-dashboard.json")))
                .hasSizeGreaterThan(15)
                .isSubsetOf(exported);
        assertThat(all(METRIC, read(RULES_TEST))).isSubsetOf(exported);
    }

    @Test
    void everyAlertAndEveryPanelIsExplainedAndEveryAlertIsTested() throws Exception {
        String page = Files.readString(ROOT.resolve("docs/operate/monitoring.md"));
        Set<String> alerts = all(ALERT, read(RULES));
        assertThat(alerts).hasSizeGreaterThan(8).allMatch(each -> page.contains("| `" + each + "` |"));
        assertThat(all(Pattern.compile("alertname: (\\w+)"), read(RULES_TEST))).isEqualTo(alerts);
        assertThat(all(Pattern.compile("\\b(Quorate[A-Z]\\w+)"), read("quorate-dashboard.json") + page))
                .isEqualTo(alerts);
        assertThat(panels())
                .extracting(each -> each.get("title").getAsString())
                .allMatch(each -> page.contains("| " + each + " |"));
    }

    @Test
    void promtoolAcceptsTheRulesAndTheirTests() throws Exception {
        Path promtool = promtool();
        assertThat(run(promtool, FOLDER, "check", "rules", RULES)).contains("SUCCESS");
        assertThat(run(promtool, FOLDER, "test", "rules", RULES_TEST)).contains("SUCCESS");
    }

    /** As recording rules, because promtool does not read dashboards. */
    @Test
    void promtoolAcceptsTheQueriesOfTheDashboard() throws Exception {
        Path promtool = promtool();
        StringBuilder rules = new StringBuilder("groups:\n  - name: dashboard\n    rules:\n");
        List<String> queries = queries();
        for (int number = 0; number < queries.size(); number++) {
            String query = queries.get(number).replace("$__rate_interval", "5m").replace("$node", ".*");
            rules.append("      - record: query").append(number).append("\n        expr: '");
            rules.append(query.replace("'", "''")).append("'\n");
        }
        Files.writeString(directory.resolve("dashboard.yml"), rules);
        assertThat(run(promtool, directory, "check", "rules", "dashboard.yml"))
                .contains("SUCCESS: " + queries.size() + " rules found");
    }

    /** Where ./verify puts it, or on the path. */
    private static Path promtool() {
        List<Path> found = Stream.concat(
                        Stream.of(ROOT.resolve("target/promtool/usr/bin")),
                        Stream.of(System.getenv("PATH").split(File.pathSeparator))
                                .map(Path::of))
                .map(folder -> folder.resolve("promtool"))
                .filter(Files::isExecutable)
                .toList();
        assumeThat(found)
                .as("promtool, of the Debian package prometheus: ./verify --install fetches it")
                .isNotEmpty();
        return found.get(0);
    }

    private String run(Path program, Path folder, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        Path printed = directory.resolve("printed");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("it ends").isTrue();
        } finally {
            process.destroyForcibly();
        }
        String said = Files.readString(printed, StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }
}
