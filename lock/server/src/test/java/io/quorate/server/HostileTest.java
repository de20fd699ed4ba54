// SPDX-License-Identifier: Apache-2.0
package io.quorate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.server.ServedCluster.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Requests that no client of ours sends: each is refused in words or hung up on, and the server goes on. */
@Tag("slow")
@Tag("threads")
final class HostileTest {
    /** Threads that a server may have, whatever waits. */
    static final int THREADS_MAX = 32;

    private static final String JSON = "Content-Type: application/json";

    /** A request of these lines and this body. */
    private static String request(String body, String... lines) {
        return String.join("\r\n", lines) + "\r\nHost: localhost\r\nConnection: close\r\n\r\n" + body;
    }

    static final List<String> SEEDS = List.of(
            request("", "GET /v1/locks?prefix=a&limit=3 HTTP/1.1"),
            request("", "GET /v1/locks/orders%2F42 HTTP/1.1"),
            request("", "GET /v1/sessions/abc/claims/def?waitMillis=1&while=held HTTP/1.1"),
            request("", "DELETE /v1/sessions/abc HTTP/1.1"),
            request("{\"ttlMillis\": 1000}", "POST /v1/sessions HTTP/1.1", JSON, "Content-Length: 19"),
            request(
                    "10\r\n{\"lock\": \"x/yz\"}\r\n0\r\n\r\n",
                    "POST /v1/releases HTTP/1.1",
                    JSON,
                    "Transfer-Encoding: chunked"));

    /** Requests that do not go on: without their head, without their body, and with a head that is refused before the body is read. */
    private static final List<String> SLOW = List.of(
            "GET /v1/locks HT",
            request("{\"ttl", "POST /v1/sessions HTTP/1.1", JSON, "Content-Length: 40"),
            request("{\"ttl", "POST /v1/sessions HTTP/1.1", "Content-Length: 40"),
            request("5\r\n", "DELETE /nothing/here HTTP/1.1", "Transfer-Encoding: chunked"));

    static long serverThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("quorate-http")
                        || name.startsWith("HTTP-Dispatcher")
                        || name.startsWith("idle-timeout-task")
                        || name.startsWith("req-rsp-timeout-task"))
                .count();
    }

    private static void expectBad(ServedCluster cluster, String path) throws Exception {
        String answer = cluster.raw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertThat(answer).as(path).startsWith("HTTP/1.1 400");
    }

    @Test
    void pathsThatCanBeReadInTwoWaysAreRefused() throws Exception {
        try (ServedCluster cluster = new ServedCluster()) {
            for (String path : List.of(
                    "/v1/locks/a/../b",
                    "/v1/locks/..",
                    "/v1/locks/%2e%2e/x",
                    "/v1/locks/a%2F..%2Fb",
                    "/v1/locks/./a",
                    "/v1/locks/%ff",
                    "/v1/locks/%c0%af",
                    "/v1/locks/%ed%a0%80",
                    "/v1/locks/a%00b",
                    "/v1/locks/a%0d%0aSet-Cookie:x",
                    "/v1/locks/a%7f",
                    "/v1/locks/%zz",
                    "/v1/locks/a%2",
                    "/v1/locks/$quorate/x",
                    "/v1/locks/" + "n".repeat(513),
                    "/v1/locks?prefix=a&prefix=b",
                    "/v1/locks?limit=-1",
                    "/v1/locks?limit=1001",
                    "/v1/locks?unknown=1",
                    "/v1/locks?%ff=1")) {
                expectBad(cluster, path);
            }
            for (String good :
                    List.of("/v1/locks/a%2Fb", "/v1/locks/a//b", "/v1/locks/%E2%82%AC", "/v1/locks/a..b/.c")) {
                assertThat(cluster.raw("GET " + good + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                        .as(good)
                        .startsWith("HTTP/1.1 200");
            }
            cluster.get("/nothing/here").expect(404);
            assertThat(cluster.delete("/v1/locks").expect(405).raw().headers().firstValue("Allow"))
                    .contains("GET");
        }
    }

    @Test
    void headsAndChunksThatCanBeReadInTwoWaysAreRefused() throws Exception {
        try (ServedCluster cluster = new ServedCluster()) {
            String post = "POST /v1/sessions HTTP/1.1";
            String length = "Content-Length: 2";
            String chunked = "Transfer-Encoding: chunked";
            for (String text : List.of(
                    request("{}", post, JSON, length, "Host: evil.example"),
                    request("{}", post, JSON, length, "Content-Length: 3"),
                    request("2\r\n{}\r\n0\r\n\r\n", post, JSON, length, chunked),
                    request("{}", post, JSON, length, "Transfer-Encoding: identity"),
                    request("{}", post, JSON, "Content-Length : 2"),
                    request("FFFFFFFFFF\r\n{}", post, JSON, chunked),
                    request("{}", "GET /v1/locks HTTP/1.1", length),
                    request("FFFFFFFFFF\r\n{}", "DELETE /v1/sessions/abc HTTP/1.1", chunked),
                    request("", "GET /v1/locks#?prefix=a HTTP/1.1"),
                    request("", "GET http://evil.example/v1/locks HTTP/1.1"),
                    request("", "GET //evil.example/v1/locks HTTP/1.1"))) {
                assertThat(cluster.raw(text)).as(text).startsWith("HTTP/1.1 400");
            }
            assertThat(cluster.raw(request("FFFFFFFFFF\r\n{}", post, chunked)))
                    .as("refused by its head; the rest is thrown away")
                    .startsWith("HTTP/1.1 415");
            assertThat(cluster.server.clients().sessionCount()).isZero();
            assertThat(cluster.server.router().failures()).isZero();
        }
    }

    @Test
    void aRequestForTheHeadOnlyHoldsNoStream() throws Exception {
        try (ServedCluster cluster = new ServedCluster()) {
            for (String path : List.of("/v1/events", "/v1/locks", "/")) {
                assertThat(cluster.raw(request("", "HEAD " + path + " HTTP/1.1")))
                        .as(path)
                        .startsWith("HTTP/1.1 200")
                        .endsWith("\r\n\r\n");
            }
            assertThat(cluster.server.events().streamCount()).isZero();
        }
    }

    @Test
    void noAnswerIsShownOrLoadedByOtherSites() throws Exception {
        try (ServedCluster cluster = new ServedCluster()) {
            for (String path : List.of("/", "/v1/locks", "/metrics", "/openapi.json", "/nothing/here")) {
                String head =
                        cluster.raw(request("", "GET " + path + " HTTP/1.1")).toLowerCase(Locale.ROOT);
                assertThat(head)
                        .as(path)
                        .contains("cross-origin-resource-policy: same-origin", "frame-ancestors 'none'", "nosniff");
            }
        }
    }

    @Test
    void bodiesThatAreNoGoodAreRefusedInWords() throws Exception {
        try (ServedCluster cluster = new ServedCluster()) {
            String session = cluster.session(60_000);
            for (String body : List.of(
                    "{",
                    "[]",
                    "\"x\"",
                    "{\"lock\": 7}",
                    "{\"lock\": \"x\", \"lock\": \"y\"}",
                    "{\"lock\": \"\"}",
                    "{\"lock\": \"$quorate/x\"}",
                    "{\"lock\": \"x\", \"waitMillis\": -1}",
                    "{\"lock\": \"x\", \"waitMillis\": 1e99}",
                    "{\"lock\": \"x\", \"atMostMillis\": 1, \"atLeastMillis\": 2}",
                    "{\"lock\": \"x\", \"typo\": 1}",
                    "{\"lock\": \"x\", \"claim\": \"a/b\"}",
                    "{\"lock\": \"" + "€".repeat(200) + "\"}",
                    "[".repeat(5000),
                    "{\"lock\": \"\\ud800\"}")) {
                Reply refused =
                        cluster.send(cluster.posted(session + "/claims", body)).expect(400);
                assertThat(refused.text("detail")).as(body).isNotBlank().endsWith(".");
            }
            cluster.send(cluster.posted(session + "/claims", "{\"lock\": \"" + "x".repeat(70_000) + "\"}"))
                    .expect(413);
            cluster.send(cluster.request("/v1/sessions")
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofInputStream(
                                    () -> new java.io.ByteArrayInputStream(new byte[70_000]))))
                    .expect(413);
            assertThat(cluster.server.clients().claimCount()).isZero();
        }
    }

    @Test
    void slowClientsAreHungUpOnAndOthersAreServedMeanwhile() throws Exception {
        try (ServedCluster cluster = new ServedCluster()) {
            List<Socket> slow = new ArrayList<>();
            try {
                for (int index = 0; index < 60; index++) { // far more than there are threads
                    Socket socket = new Socket(
                            InetAddress.getLoopbackAddress(),
                            cluster.server.address().getPort());
                    slow.add(socket);
                    String begun = SLOW.get(index % SLOW.size());
                    socket.getOutputStream().write(begun.getBytes(StandardCharsets.US_ASCII));
                }
                cluster.get("/health/live").expect(200);
                for (Socket socket : slow) {
                    socket.setSoTimeout((int) ServedCluster.TIMEOUT.toMillis());
                    assertThat(ended(socket)).isTrue();
                }
            } finally {
                for (Socket socket : slow) {
                    socket.close();
                }
            }
            assertThat(serverThreads()).isLessThanOrEqualTo(THREADS_MAX);
            assertThat(cluster.server.clients().sessionCount()).isZero();
        }
    }

    /** Whether the other side hangs up; it may say why before. */
    static boolean ended(Socket socket) {
        try {
            socket.getInputStream().readAllBytes();
            return true;
        } catch (java.net.SocketTimeoutException still) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }

    @Test
    void aReaderOfEventsThatDoesNotReadIsDropped() throws Exception {
        try (ServedCluster cluster = new ServedCluster();
                Socket deaf = new Socket()) {
            deaf.setReceiveBufferSize(1024);
            deaf.connect(cluster.server.address());
            deaf.getOutputStream()
                    .write("GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            await().atMost(ServedCluster.TIMEOUT)
                    .until(() -> cluster.server.events().streamCount() == 1);
            String name = "n".repeat(500);
            await().atMost(ServedCluster.TIMEOUT.multipliedBy(2)).until(() -> {
                for (int times = 0; times < 100; times++) {
                    cluster.node(0).lock(name).acquire().close();
                }
                return cluster.server.events().streamCount() == 0;
            });
            cluster.get("/health/live").expect(200);
        }
    }

    @Test
    void limitsAreToldAsProblemsThatSayWhenToTryAgain() throws Exception {
        try (ServedCluster cluster = new ServedCluster(
                UnaryOperator.identity(),
                config -> config.sessionsMax(1).claimsMax(2).waitingMax(1).streamsMax(1))) {
            String session = cluster.session(60_000);
            Reply second = cluster.send(cluster.posted("/v1/sessions", "{}")).expect(503);
            assertThat(second.text("type")).isEqualTo("urn:quorate:too-many-sessions");
            assertThat(second.raw().headers().firstValue("Retry-After")).contains("1");
            var held = cluster.node(1).lock("x").acquire();
            String claim = cluster.claim(session, "x", 0).expect(202).text("claim");
            var poll = cluster.client()
                    .sendAsync(
                            cluster.request(session + "/claims/" + claim + "?waitMillis=30000")
                                    .build(),
                            java.net.http.HttpResponse.BodyHandlers.discarding());
            await().atMost(ServedCluster.TIMEOUT)
                    .until(() -> cluster.server.clients().waitingCount() == 1);
            assertThat(cluster.claim(session, "x", 10_000).expect(503).text("type"))
                    .isEqualTo("urn:quorate:too-many-waiting");
            assertThat(cluster.claim(session, "y", 0).expect(429).text("type"))
                    .isEqualTo("urn:quorate:too-many-claims");
            held.close();
            assertThat(poll.get().statusCode()).isEqualTo(200);
        }
    }

    /** Seeds, each changed by chance. */
    static String changed(String seed, SplittableRandom random) {
        StringBuilder text = new StringBuilder(seed);
        for (int times = 1 + random.nextInt(4); times > 0 && text.length() > 1; times--) {
            int place = random.nextInt(text.length());
            switch (random.nextInt(4)) {
                case 0 -> text.setCharAt(place, (char) random.nextInt(256));
                case 1 -> text.deleteCharAt(place);
                case 2 -> text.insert(place, (char) random.nextInt(256));
                default -> text.insert(place, text.substring(random.nextInt(place + 1), place));
            }
        }
        return text.toString();
    }

    /** Whatever comes is answered or hung up on; input is closed, so that nobody waits for more of it. */
    static void throwAt(ServedCluster cluster, int requests, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        for (int index = 0; index < requests; index++) {
            String text = changed(SEEDS.get(random.nextInt(SEEDS.size())), random);
            try (Socket socket = new Socket(
                    InetAddress.getLoopbackAddress(), cluster.server.address().getPort())) {
                socket.setSoTimeout((int) ServedCluster.TIMEOUT.toMillis());
                socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
                socket.shutdownOutput();
                assertThat(ended(socket))
                        .as("request %s of seed %s: %s", index, seed, text)
                        .isTrue();
            } catch (java.net.SocketException reset) {
                // hung up on while it was still sending
            }
        }
    }

    @Test
    void fuzzedRequestsEndAndLeaveNothingBehind() throws Exception {
        try (ServedCluster cluster = new ServedCluster()) {
            throwAt(cluster, 600, 17);
            assertThat(cluster.server.router().failures()).isZero();
            assertThat(cluster.server.clients().waitingCount()).isZero();
            assertThat(cluster.server.events().streamCount()).isZero();
            assertThat(serverThreads()).isLessThanOrEqualTo(THREADS_MAX);
            cluster.get("/health/live").expect(200);
        }
    }
}
