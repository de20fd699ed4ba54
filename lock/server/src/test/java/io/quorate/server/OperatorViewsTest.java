// SPDX-License-Identifier: Apache-2.0
package io.quorate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.server.ServedCluster.Reply;
import io.quorate.server.json.JsonWriter;
import java.io.File;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the dashboard is made of: the cluster, the history, recordings, pages of locks, and its files. */
@Tag("threads")
final class OperatorViewsTest {
    private static final String TOKEN = "narrow-0123456789abcdef";

    @TempDir
    Path directory;

    @Test
    void theClusterTellsWhatMayFail() throws Exception {
        try (ServedCluster cluster = new ServedCluster()) {
            await().atMost(ServedCluster.TIMEOUT)
                    .until(() -> cluster.get("/v1/cluster").number("failuresTolerated") == 1);
            assertThat(cluster.get("/v1/cluster").text("configuration"))
                    .as("the first roster")
                    .contains("roster=0", "changing=false", "quorums=majority");
            cluster.nodes.cutOff(2);
            await().atMost(ServedCluster.TIMEOUT)
                    .until(() -> cluster.get("/v1/cluster").number("failuresTolerated") == 0);
            List<?> members = ServedCluster.list(
                    cluster.get("/v1/cluster").expect(200).json().get("members"));
            assertThat(members)
                    .extracting(each -> ((Map<?, ?>) each).get("needed"))
                    .hasToString("[true, true, false]");
            assertThat(members)
                    .extracting(each -> ((Map<?, ?>) each).get("state"))
                    .hasToString("[voting, voting, null]");
        }
    }

    @Test
    void theHistoryHasHandOversLossesAndWhoForcedARelease() throws Exception {
        try (ServedCluster cluster = new ServedCluster()) {
            Hold first = cluster.node(0).lock("x").acquire();
            CompletableFuture<Hold> second =
                    cluster.node(0).lock("x").acquireAsync().toCompletableFuture();
            await().atMost(ServedCluster.TIMEOUT)
                    .until(() -> !cluster.get("/v1/locks/x").text("waiters").equals("[]"));
            first.close();
            Hold held = second.get(30, TimeUnit.SECONDS);
            cluster.post(
                            "/v1/releases",
                            JsonWriter.object()
                                    .with("lock", "x")
                                    .with("force", true)
                                    .with("fence", Long.toString(held.fence())))
                    .expect(200);
            await().atMost(ServedCluster.TIMEOUT).untilAsserted(() -> {
                String history = cluster.get("/v1/history").expect(200).body();
                assertThat(history)
                        .contains("\"handOver\":{\"count\":1,")
                        .contains("\"kind\":\"revoked\",\"lock\":\"x\"")
                        .contains("\"kind\":\"forced\",\"lock\":\"x\",\"what\":\"somebody from 127.0.0.1:")
                        .contains(" took it by force, fence " + held.fence() + ".");
            });
        }
    }

    @Test
    void aRecordingEndsWhenNobodyLooksAndFourAreEnough() throws Exception {
        try (ServedCluster cluster = new ServedCluster();
                Hold hold = cluster.node(1).lock("a/../<b>\u0007").acquire()) {
            JsonWriter.Fields wanted = JsonWriter.object().with("lock", "a/../<b>\u0007");
            cluster.post("/v1/recordings", wanted).expect(201);
            cluster.post("/v1/recordings", wanted).expect(201);
            for (int number = 0; number < 3; number++) {
                cluster.post("/v1/recordings", JsonWriter.object().with("lock", "other-" + number))
                        .expect(201);
            }
            assertThat(cluster.post("/v1/recordings", JsonWriter.object().with("lock", "fifth"))
                            .expect(503)
                            .text("type"))
                    .isEqualTo("urn:quorate:too-many-recordings");
            await().atMost(ServedCluster.TIMEOUT).untilAsserted(() -> {
                Reply picture =
                        cluster.get("/v1/recordings?lock=a/../%3Cb%3E%07").expect(200);
                assertThat(picture.body()).contains("holds", "&lt;b&gt;").doesNotContain("<b>");
                assertThat(picture.raw().headers().firstValue("Content-Type")).contains("image/svg+xml");
            });
            assertThat(hold.isValid()).isTrue();
            assertThat(cluster.server.recordings().count()).isEqualTo(4);
            cluster.node(0).close();
            await().atMost(ServedCluster.TIMEOUT)
                    .until(() -> cluster.server.recordings().count() == 0);
        }
    }

    @Test
    void aListGoesOnBehindWhatItsReaderMayNotSee() throws Exception {
        Path tokens = directory.resolve("tokens");
        Files.writeString(tokens, "rita read " + TOKEN + " z/\n");
        List<Hold> holds = new ArrayList<>();
        try (ServedCluster cluster = new ServedCluster(UnaryOperator.identity(), config -> config.tokens(tokens))) {
            for (String name : List.of("a/1", "a/2", "a/\u0007", "b/1", "z/1", "z/\u0007", "z/2")) {
                holds.add(cluster.node(1).lock(name).acquire());
            }
            List<String> seen = new ArrayList<>();
            String after = "";
            for (boolean isCut = true; isCut; ) {
                Reply page = cluster.send(cluster.request("/v1/locks?limit=1&after=" + after)
                                .header("Authorization", "Bearer " + TOKEN)
                                .GET())
                        .expect(200);
                for (Object lock : ServedCluster.list(page.json().get("locks"))) {
                    seen.add(String.valueOf(((Map<?, ?>) lock).get("lock")));
                }
                assertThat(page.body()).doesNotContain("a/1", "b/1");
                isCut = Boolean.TRUE.equals(page.json().get("cut"));
                after = seen.isEmpty() ? "" : seen.get(seen.size() - 1).replace("\u0007", "%07");
            }
            assertThat(seen).containsExactly("z/\u0007", "z/1", "z/2");
            holds.forEach(Hold::close);
        }
    }

    @Test
    void aListFindsWhatItsReaderMaySeeBehindManyThatItMayNot() throws Exception {
        Path tokens = directory.resolve("tokens");
        Files.writeString(tokens, "rita read " + TOKEN + " z/\n");
        List<Hold> holds = new ArrayList<>();
        try (ServedCluster cluster = new ServedCluster(UnaryOperator.identity(), config -> config.tokens(tokens))) {
            for (int index = 0; index < 1200; index++) { // more than the largest page
                holds.add(cluster.node(0).lock(String.format("a/%04d", index)).acquire());
            }
            assertThat(firstPage(cluster).json().get("cut")).isEqualTo(false);
            holds.add(cluster.node(1).lock("z/1").acquire());
            holds.add(cluster.node(1).lock("z/2").acquire());
            Reply page = firstPage(cluster);
            assertThat(ServedCluster.list(page.json().get("locks")))
                    .extracting(lock -> ((Map<?, ?>) lock).get("lock"))
                    .hasToString("[z/1]");
            assertThat(page.json().get("cut")).isEqualTo(true);
        } finally {
            holds.forEach(Hold::close);
        }
    }

    private static Reply firstPage(ServedCluster cluster) throws Exception {
        return cluster.send(cluster.request("/v1/locks?limit=1")
                        .header("Authorization", "Bearer " + TOKEN)
                        .GET())
                .expect(200);
    }

    /** A silent node delays each question by its timeout, so many dashboards take all permits for lists. */
    @Test
    void aReleaseIsNotKeptOutByManyDashboards() throws Exception {
        try (ServedCluster cluster = new ServedCluster();
                Hold hold = cluster.node(1).lock("x").acquire()) {
            cluster.nodes.cutOff(2);
            AtomicBoolean ends = new AtomicBoolean();
            AtomicInteger refused = new AtomicInteger();
            List<CompletableFuture<Void>> dashboards = new ArrayList<>();
            ExecutorService threads = Executors.newFixedThreadPool(8);
            for (int index = 0; index < 8; index++) {
                dashboards.add(CompletableFuture.runAsync(() -> askUntil(cluster, ends, refused), threads));
            }
            try {
                await().atMost(ServedCluster.TIMEOUT).until(() -> refused.get() > 0);
                cluster.post("/v1/releases", JsonWriter.object().with("lock", "x"))
                        .expect(200);
            } finally {
                ends.set(true);
                threads.shutdown();
            }
            for (CompletableFuture<Void> each : dashboards) {
                each.get(60, TimeUnit.SECONDS);
            }
            assertThat(hold.isValid()).isTrue();
        }
    }

    private static void askUntil(ServedCluster cluster, AtomicBoolean ends, AtomicInteger refused) {
        while (!ends.get()) {
            try {
                if (cluster.get("/v1/locks").status() == 503) {
                    refused.incrementAndGet();
                }
            } catch (Exception broken) {
                throw new IllegalStateException(broken);
            }
        }
    }

    @Test
    void theFilesOfTheDashboardHaveAPolicyAndNothingElseIsServed() throws Exception {
        try (ServedCluster cluster = new ServedCluster()) {
            Reply page = cluster.get("/").expect(200);
            assertThat(page.raw()
                            .headers()
                            .firstValue("Content-Security-Policy")
                            .orElseThrow())
                    .contains("default-src 'none'", "script-src 'self';", "frame-ancestors 'none'")
                    .doesNotContain("unsafe");
            assertThat(page.body()).doesNotContain("<script>", "style=", "onclick");
            for (String file : List.of("main.js", "dashboard.css", "LICENSE.uPlot.txt", "icon.svg")) {
                assertThat(cluster.get("/dashboard/" + file)
                                .expect(200)
                                .raw()
                                .headers()
                                .firstValue("X-Content-Type-Options"))
                        .contains("nosniff");
            }
            for (String path : List.of("x.js", "DashboardPage.class", "%2e%2e", "..%2fopenapi.json", "main.js%00")) {
                assertThat(cluster.get("/dashboard/" + path).status()).as(path).isIn(400, 404);
            }
        }
    }

    /** Checks the format, names and units. */
    @Test
    void promtoolFindsNothingWrongWithTheMetrics() throws Exception {
        Path root = Path.of("../..");
        List<Path> found = Stream.concat(
                        Stream.of(root.resolve("target/promtool/usr/bin")),
                        Stream.of(System.getenv("PATH").split(File.pathSeparator))
                                .map(Path::of))
                .map(folder -> folder.resolve("promtool"))
                .filter(Files::isExecutable)
                .toList();
        assumeThat(found)
                .as("promtool, of the Debian package prometheus: ./verify --install fetches it")
                .isNotEmpty();
        try (ServedCluster cluster = new ServedCluster()) {
            cluster.node(0).lock("x").acquire().close();
            Path metrics = directory.resolve("metrics");
            await().atMost(ServedCluster.TIMEOUT).until(() -> {
                Files.write(
                        metrics,
                        cluster.send(requestOfMetrics(cluster))
                                .expect(200)
                                .raw()
                                .body());
                return Files.readString(metrics).contains("quorate_hold_seconds_count");
            });
            Process process = new ProcessBuilder(found.get(0).toAbsolutePath().toString(), "check", "metrics")
                    .redirectInput(metrics.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("said").toFile())
                    .start();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(Files.readString(directory.resolve("said"))).isEmpty();
            assertThat(process.exitValue()).isZero();
        }
    }

    private static HttpRequest.Builder requestOfMetrics(ServedCluster cluster) {
        return cluster.request("/metrics").GET();
    }
}
