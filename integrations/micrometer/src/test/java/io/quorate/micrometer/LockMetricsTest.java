// SPDX-License-Identifier: Apache-2.0
package io.quorate.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.quorate.api.Hold;
import io.quorate.testing.LockCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a registry shows of a node. */
@Tag("threads")
final class LockMetricsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final LockCluster cluster = LockCluster.inMemory(3);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @AfterEach
    void stop() {
        cluster.close();
    }

    private long count(String name, String tag, String value) {
        return Optional.ofNullable(registry.find(name).tag(tag, value).timer())
                .map(Timer::count)
                .orElse(0L);
    }

    private double value(String name) {
        return registry.get(name).meter().measure().iterator().next().getValue();
    }

    @Test
    void waitsAndHoldsAreTimedByHowTheyEnd() throws Exception {
        new LockMetrics(cluster.node(0)).bindTo(registry);
        Hold other = cluster.node(1).lock("x").acquire(TIMEOUT);
        assertThat(cluster.node(0).lock("x").tryAcquire(Duration.ZERO)).isEmpty();
        other.close();
        cluster.node(0).lock("x").acquire(TIMEOUT).close();
        cluster.node(0).lock("y").acquire(TIMEOUT).close();
        await().atMost(TIMEOUT).until(() -> count("quorate.acquire", "outcome", "acquired") == 2);
        assertThat(count("quorate.acquire", "outcome", "timed_out")).isEqualTo(1);
        assertThat(count("quorate.hold", "ending", "released")).isEqualTo(2);
        assertThat(registry.get("quorate.acquire")
                        .tag("node", cluster.node(0).nodeId())
                        .timer())
                .isNotNull();
    }

    @Test
    void whatIsLostIsCountedByReason() throws Exception {
        new LockMetrics(cluster.node(0)).bindTo(registry);
        Hold hold = cluster.node(0).lock("x").acquire(TIMEOUT);
        cluster.node(0).close();
        await().atMost(TIMEOUT).until(() -> count("quorate.hold", "ending", "node_closed") == 1);
        assertThat(hold.isValid()).isFalse();
    }

    @Test
    void gaugesShowTheNodeAsItIs() throws Exception {
        try (Hold hold = cluster.node(0).lock("x").acquire(TIMEOUT)) {
            new LockMetrics(cluster.node(0)).bindTo(registry);
            assertThat(hold.isValid()).isTrue();
            assertThat(value("quorate.holding")).isEqualTo(1);
            assertThat(value("quorate.waiting")).isZero();
            assertThat(value("quorate.locks")).isPositive();
            assertThat(value("quorate.granted")).isPositive();
            assertThat(value("quorate.frames.sent")).isPositive();
            assertThat(value("quorate.nodes.missing")).isZero();
            assertThat(value("quorate.node.failed")).isZero();
            assertThat(value("quorate.deadline.nearest")).isPositive();
        }
    }

    @Test
    void theNamesForPrometheusAreThoseOfThePage() throws Exception {
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        new LockMetrics(cluster.node(0)).bindTo(prometheus);
        cluster.node(0).lock("x").acquire(TIMEOUT).close();
        await().atMost(TIMEOUT).until(() -> prometheus.scrape().contains("quorate_acquire_seconds_count"));
        String page = page();
        List<String> names = Pattern.compile("# TYPE (quorate_\\w+)")
                .matcher(prometheus.scrape())
                .results()
                .map(match -> match.group(1))
                .filter(name -> !name.endsWith("_max")) // comes with every timer
                .toList();
        assertThat(names)
                .hasSizeGreaterThan(15)
                .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
    }

    private List<String> seriesOfOneAcquire(UnaryOperator<LockMetrics> settings) throws InterruptedException {
        return series(settings).stream()
                .filter(line -> line.startsWith("quorate_acquire_seconds"))
                .toList();
    }

    private List<String> series(UnaryOperator<LockMetrics> settings) throws InterruptedException {
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        settings.apply(new LockMetrics(cluster.node(0))).bindTo(prometheus);
        cluster.node(0).lock("x").acquire(TIMEOUT).close();
        await().atMost(TIMEOUT).until(() -> prometheus.scrape().contains("quorate_hold_seconds_count"));
        return prometheus.scrape().lines().filter(line -> !line.startsWith("#")).toList();
    }

    @Test
    void oneOutcomeTakesThreeSeriesUnlessAHistogramIsAskedFor() throws Exception {
        assertThat(series(metrics -> metrics))
                .as("as docs/operate/monitoring.md says")
                .hasSize(29);
        assertThat(seriesOfOneAcquire(metrics -> metrics)).hasSize(3);
        assertThat(seriesOfOneAcquire(LockMetrics::withHistogram))
                .hasSize(14)
                .filteredOn(line -> line.contains("le=\"+Inf\""))
                .hasSize(1);
        assertThat(seriesOfOneAcquire(metrics -> metrics.withHistogram(Duration.ofSeconds(1))))
                .hasSize(5)
                .filteredOn(line -> line.contains("le=\"1.0\""))
                .hasSize(1);
    }

    @Test
    void aHistogramNeedsBucketsOfPositiveTimes() {
        LockMetrics metrics = new LockMetrics(cluster.node(0));
        assertThatThrownBy(() -> metrics.withHistogram(new Duration[0])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> metrics.withHistogram(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void lossesAreCountedFromZero() throws Exception {
        new LockMetrics(cluster.node(0)).bindTo(registry);
        assertThat(value("quorate.lost")).isZero();
    }

    private static String page() throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.exists(folder.resolve("docs/operate/operations.md"))) {
            folder = folder.getParent();
        }
        assertThat(folder).as("the folder of the project").isNotNull();
        return Files.readString(folder.resolve("docs/operate/operations.md"));
    }
}
