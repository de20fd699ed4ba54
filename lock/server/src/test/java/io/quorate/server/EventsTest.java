// SPDX-License-Identifier: Apache-2.0
package io.quorate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What happens at a node, as a stream. */
@Tag("threads")
final class EventsTest {
    private final ServedCluster cluster = new ServedCluster();
    private final List<Stream<String>> open = new ArrayList<>();

    @AfterEach
    void close() {
        cluster.close(); // ends the streams, and so the threads that read them
        open.forEach(Stream::close);
    }

    /** The lines that come from now on. */
    private List<String> listen(HttpRequest.Builder request) throws Exception {
        HttpResponse<Stream<String>> response = cluster.client()
                .sendAsync(request.build(), HttpResponse.BodyHandlers.ofLines())
                .get();
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream");
        List<String> lines = new CopyOnWriteArrayList<>();
        open.add(response.body());
        Thread reader = new Thread(
                () -> {
                    try {
                        response.body().forEach(lines::add);
                    } catch (RuntimeException ended) {
                        lines.add("ended");
                    }
                },
                "reader");
        reader.setDaemon(true);
        reader.start();
        return lines;
    }

    private static void awaitLine(List<String> lines, String part) {
        await().atMost(ServedCluster.TIMEOUT).until(() -> lines.stream().anyMatch(line -> line.contains(part)));
    }

    @Test
    void grantsReleasesLossesAndHealthAreTold() throws Exception {
        List<String> lines = listen(cluster.request("/v1/events").GET());
        cluster.node(0).lock("x").acquire().close();
        Hold lost = cluster.node(0).lock("y").acquire();
        cluster.node(1).admin().revoke("y", lost.fence(), "a test");
        awaitLine(lines, "\"reason\":\"revoked\"");
        assertThat(lines)
                .containsSubsequence("event: granted", "event: released", "event: granted", "event: lost")
                .anyMatch(line -> line.matches("id: [0-9a-f]{8}-1"))
                .anyMatch(line ->
                        line.startsWith("data: {\"time\":") && line.contains("\"lock\":\"x\",\"mode\":\"exclusive\""));
        cluster.nodes.cutOff(0);
        awaitLine(lines, "\"state\":\"no-quorum\"");
    }

    /** Not together with the first comment, 15 s later: a client could not tell a quiet stream from a dead server. */
    @Test
    void theHeadOfAStreamComesBeforeAnythingHappens() throws Exception {
        try (Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), cluster.server.address().getPort())) {
            socket.setSoTimeout((int) ServedCluster.TIMEOUT.toMillis());
            socket.getOutputStream()
                    .write("GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            StringBuilder said = new StringBuilder();
            byte[] part = new byte[4096];
            while (said.indexOf("\r\n\r\n") < 0) {
                int count = socket.getInputStream().read(part);
                assertThat(count).isPositive();
                said.append(new String(part, 0, count, StandardCharsets.US_ASCII));
            }
            assertThat(said.toString()).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n");
        }
    }

    @Test
    void aStreamHasOnlyTheLocksThatWereAskedFor() throws Exception {
        List<String> lines = listen(cluster.request("/v1/events?prefix=orders/").GET());
        cluster.node(0).lock("stock/1").acquire().close();
        cluster.node(0).lock("orders/1").acquire().close();
        awaitLine(lines, "orders/1");
        assertThat(lines).noneMatch(line -> line.contains("stock/1"));
    }

    @Test
    void aClientThatComesBackGetsWhatItMissed() throws Exception {
        List<String> lines = listen(cluster.request("/v1/events").GET());
        cluster.node(0).lock("first").acquire().close();
        awaitLine(lines, "event: released");
        String seen = lines.stream()
                .filter(line -> line.startsWith("id: "))
                .findFirst()
                .orElseThrow();
        cluster.node(0).lock("second").acquire().close();
        List<String> again = listen(cluster.request("/v1/events")
                .header("Last-Event-ID", seen.substring(4))
                .GET());
        awaitLine(again, "\"lock\":\"second\"");
        assertThat(again.stream().filter(line -> line.startsWith("event: ")).toList())
                .startsWith("event: released", "event: granted");
    }

    @Test
    void aClientThatMissedTooManyIsToldHowMany() throws Exception {
        List<String> lines = listen(cluster.request("/v1/events").GET());
        cluster.node(0).lock("x").acquire().close();
        awaitLine(lines, "event: released");
        String seen = lines.stream()
                .filter(line -> line.startsWith("id: "))
                .findFirst()
                .orElseThrow();
        for (int times = 0; times < 3000; times++) {
            cluster.node(0).lock("x").acquire().close();
        }
        List<String> again = listen(cluster.request("/v1/events")
                .header("Last-Event-ID", seen.substring(4))
                .GET());
        awaitLine(again, "data: {\"missed\":");
    }

    @Test
    void aStreamThatEndsIsForgotten() throws Exception {
        listen(cluster.request("/v1/events").GET());
        await().atMost(ServedCluster.TIMEOUT)
                .until(() -> cluster.server.events().streamCount() == 1);
        open.get(0).close();
        await().atMost(ServedCluster.TIMEOUT).until(() -> {
            cluster.node(0).lock("x").acquire().close(); // something to write
            return cluster.server.events().streamCount() == 0;
        });
    }
}
