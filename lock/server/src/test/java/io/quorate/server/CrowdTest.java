// SPDX-License-Identifier: Apache-2.0
package io.quorate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.server.ServedCluster.Reply;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many clients that wait: they take connections, not threads. */
@Tag("threads")
final class CrowdTest {
    /** With both ends of the connection, for the clients are in this process, too. */
    private static final long BYTES_OF_CLIENT_MAX = 128 * 1024;

    private static final int ROUNDS = 5;

    /** Clients that wait do nothing: what remains is noise. */
    private static final double RATIO_MAX = 1.5;

    private static final int TRIES_MAX = 5;

    private static Socket sent(ServedCluster cluster, String path) throws IOException {
        Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), cluster.server.address().getPort());
        socket.setSoTimeout(60_000);
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String statusOf(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII)).readLine();
    }

    /** The median time in which the node that serves takes and gives back a lock that nobody else wants. */
    private static long medianMicros(ServedCluster cluster) throws InterruptedException {
        long[] times = new long[2000];
        for (int index = 0; index < times.length; index++) {
            long begin = System.nanoTime();
            cluster.node(0).lock("latency/" + index % 10).acquire().close();
            times[index] = (System.nanoTime() - begin) / 1000;
        }
        Arrays.sort(times);
        return times[times.length / 2];
    }

    /** Of some rounds, from small to large. */
    private static long[] medians(ServedCluster cluster) throws InterruptedException {
        long[] medians = new long[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            medians[round] = medianMicros(cluster);
        }
        Arrays.sort(medians);
        return medians;
    }

    /** What is alive on the heap, in bytes: the least of a few looks, for other threads go on. */
    private static long heap() {
        Runtime runtime = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        for (int look = 0; look < 5; look++) {
            System.gc();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }

    /** The median now to that alone. Other programs take time, too: a ratio above the maximum is measured again. */
    private static double ratioTo(long[] alone, ServedCluster cluster, double ratioMax) throws InterruptedException {
        double ratio = Double.POSITIVE_INFINITY;
        for (int tries = 0; tries < TRIES_MAX && ratio > ratioMax; tries++) {
            long[] now = medians(cluster);
            ratio = (double) now[ROUNDS / 2] / alone[ROUNDS / 2];
            System.out.printf(
                    Locale.ROOT,
                    "crowd: median of an acquisition %d us (rounds %s) alone, %d us (rounds %s) with it, ratio %.2f%n",
                    alone[ROUNDS / 2],
                    Arrays.toString(alone),
                    now[ROUNDS / 2],
                    Arrays.toString(now),
                    ratio);
        }
        return ratio;
    }

    private static void crowd(int clients, double ratioMax) throws Exception {
        List<Socket> sockets = new ArrayList<>();
        try (ServedCluster cluster = new ServedCluster()) {
            medianMicros(cluster); // the first time is slower
            long[] alone = medians(cluster);
            String session = cluster.session(3_000_000);
            Hold held = cluster.node(1).lock("wanted").acquire();
            String claim = cluster.claim(session, "wanted", 0).expect(202).text("claim");
            long heapAlone = heap();
            for (int index = 0; index < clients; index++) {
                sockets.add(sent(cluster, session + "/claims/" + claim + "?waitMillis=60000"));
                sockets.add(sent(cluster, "/v1/events?prefix=nothing/"));
            }
            await().atMost(ServedCluster.TIMEOUT.multipliedBy(2))
                    .until(() -> cluster.server.clients().waitingCount() == clients
                            && cluster.server.events().streamCount() == clients);
            assertThat(HostileTest.serverThreads()).isLessThanOrEqualTo(HostileTest.THREADS_MAX);
            Reply live = cluster.get("/health/live").expect(200);
            assertThat(live.text("live")).isEqualTo("true");
            long bytesEach = (heap() - heapAlone) / (2L * clients);
            assertThat(bytesEach).as("bytes of heap for each client").isLessThan(BYTES_OF_CLIENT_MAX);
            System.out.printf(
                    Locale.ROOT,
                    "crowd: %,d long polls and %,d streams: %d threads, %,d bytes of heap each%n",
                    clients,
                    clients,
                    HostileTest.serverThreads(),
                    bytesEach);
            assertThat(ratioTo(alone, cluster, ratioMax))
                    .as("median with the crowd, to that without it")
                    .isLessThanOrEqualTo(ratioMax);
            held.close();
            for (int index = 0; index < sockets.size(); index += 2) {
                assertThat(statusOf(sockets.get(index))).contains(" 200 ");
            }
            assertThat(cluster.server.clients().waitingCount()).isZero();
            assertThat(HostileTest.serverThreads()).isLessThanOrEqualTo(HostileTest.THREADS_MAX);
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    @Test
    void sixtyWaitingRequestsAndSixtyStreamsTakeAFewThreads() throws Exception {
        crowd(60, Double.MAX_VALUE); // only printed: the machine may be busy
    }

    @Test
    @Tag("long")
    void aThousandWaitingRequestsAndAThousandStreamsTakeAFewThreads() throws Exception {
        crowd(1000, RATIO_MAX);
    }

    @Test
    @Tag("long")
    void manyFuzzedRequestsLeaveNothingBehind() throws Exception {
        try (ServedCluster cluster = new ServedCluster()) {
            HostileTest.throwAt(cluster, 22_000, 18);
            assertThat(cluster.server.router().failures()).isZero();
            assertThat(cluster.server.clients().waitingCount()).isZero();
            assertThat(HostileTest.serverThreads()).isLessThanOrEqualTo(HostileTest.THREADS_MAX);
            cluster.get("/health/live").expect(200);
        }
    }
}
