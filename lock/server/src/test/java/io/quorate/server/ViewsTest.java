// SPDX-License-Identifier: Apache-2.0
package io.quorate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.quorate.api.Hold;
import io.quorate.micrometer.LockMetrics;
import io.quorate.server.ServedCluster.Reply;
import io.quorate.server.json.JsonWriter;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What operators and probes see. */
@Tag("threads")
final class ViewsTest {
    private final ServedCluster cluster = new ServedCluster();

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void locksAreListedByPrefixWithHoldersAndWaiters() throws Exception {
        try (Hold one = cluster.node(1).lock("orders/1").acquire();
                Hold two = cluster.node(2).lock("orders/2").acquire();
                Hold other = cluster.node(1).lock("stock/1").acquire()) {
            Reply listed = cluster.get("/v1/locks?prefix=orders/&limit=10").expect(200);
            assertThat(ServedCluster.list(listed.json().get("locks")))
                    .extracting(lock -> ((Map<?, ?>) lock).get("lock"))
                    .hasToString("[orders/1, orders/2]");
            assertThat(listed.body()).contains("\"fence\":\"" + one.fence() + "\"", "\"node\":\"n3\"");
            assertThat(cluster.get("/v1/locks?limit=1").expect(200).json().get("cut"))
                    .isEqualTo(true);
            Reply shown = cluster.get("/v1/locks/orders%2F2").expect(200);
            assertThat(shown.text("lock")).isEqualTo("orders/2");
            assertThat(two.isValid() && other.isValid()).isTrue();
        }
    }

    @Test
    void aReleaseIsAskedForAndForcedWithTheFenceOnly() throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        try (Hold hold = cluster.node(1).lock("x").acquire()) {
            hold.onReleaseRequested(heard::add);
            Reply asked = cluster.post("/v1/releases", JsonWriter.object().with("lock", "x"))
                    .expect(200);
            assertThat(asked.text("actedAt")).isEqualTo("{n2=1}");
            assertThat(heard.poll(30, TimeUnit.SECONDS))
                    .startsWith("somebody from 127.0.0.1:")
                    .endsWith(" over HTTP");
            Reply withoutFence = cluster.post(
                            "/v1/releases",
                            JsonWriter.object().with("lock", "x").with("force", true))
                    .expect(400);
            assertThat(withoutFence.text("detail")).contains("needs the fence");
            assertThat(hold.isValid()).isTrue();
            Reply forced = cluster.post(
                            "/v1/releases",
                            JsonWriter.object()
                                    .with("lock", "x")
                                    .with("force", true)
                                    .with("fence", Long.toString(hold.fence())))
                    .expect(200);
            assertThat(forced.text("actedAt")).isEqualTo("{n2=1}");
            await().atMost(ServedCluster.TIMEOUT).until(() -> !hold.isValid());
        }
    }

    @Test
    void aNodeWithoutAQuorumIsAliveButNotReady() throws Exception {
        await().atMost(ServedCluster.TIMEOUT)
                .until(() -> cluster.get("/health/ready").status() == 200);
        cluster.nodes.cutOff(0);
        await().atMost(ServedCluster.TIMEOUT)
                .until(() -> cluster.get("/health/ready").status() == 503);
        cluster.get("/health/live").expect(200);
        Reply health = cluster.get("/v1/health").expect(200);
        assertThat(health.text("state")).isEqualTo("no-quorum");
        assertThat(health.text("missing")).isEqualTo("[n2, n3]");
        assertThat(cluster.get("/v1/members").expect(200).body())
                .contains("\"id\":\"n1\",\"address\"", "\"self\":true,\"connected\":true")
                .contains("\"self\":false,\"connected\":false");
    }

    /** Name, type, help and labels of every series; values differ. */
    private static Set<String> seriesIn(String text) {
        return text.lines()
                .map(line -> line.startsWith("#") ? line : name(line) + labels(line))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String name(String line) {
        return line.substring(0, line.indexOf('{'));
    }

    private static Set<String> labels(String line) {
        String inside = line.substring(line.indexOf('{') + 1, line.lastIndexOf('}'));
        return new TreeSet<>(java.util.List.of(inside.split(",")));
    }

    private static double value(String text, String series) {
        return text.lines()
                .filter(line -> line.startsWith(series))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    @Test
    void theMetricsAreThoseOfTheMicrometerModule() throws Exception {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        new LockMetrics(cluster.node(0)).bindTo(registry);
        cluster.node(0).lock("x").acquire().close();
        cluster.node(0).readWriteLock("x").readLock().acquire().close();
        try (Hold busy = cluster.node(1).lock("y").acquire()) {
            assertThat(cluster.node(0).lock("y").tryAcquire()).isEmpty();
            assertThat(busy.isValid()).isTrue();
        }
        await().atMost(ServedCluster.TIMEOUT).untilAsserted(() -> {
            String ours = cluster.get("/metrics").expect(200).body();
            assertThat(seriesIn(ours)).isEqualTo(seriesIn(registry.scrape()));
            assertThat(value(ours, "quorate_hold_seconds_count")).isEqualTo(2);
            assertThat(value(ours, "quorate_granted_total")).isEqualTo(2);
        });
        assertThat(cluster.get("/metrics").raw().headers().firstValue("Content-Type"))
                .contains("text/plain; version=0.0.4; charset=utf-8");
    }
}
