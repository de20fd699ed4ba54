// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import io.quorate.core.model.NodeId;
import io.quorate.node.certs.LocalAuthority;
import io.quorate.node.certs.TestCertificates;
import io.quorate.node.net.tcp.TcpTransport;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Compares the transports on one machine, in one run, taking turns: round trips of 64 bytes between two processes, each
 * answer sent by the thread that received, and the time until three nodes of one process that start at the same moment all
 * trust each other. Plain sockets are the floor.
 *
 * <p>To run it again, from the root of the repository; {@code taskset -c 0} before {@code java} puts both processes on one
 * core, and that differs more than the transports do:
 *
 * <pre>{@code
 * mvn -q -pl node -am test-compile
 * mvn -q -pl node -am dependency:build-classpath -Dmdep.outputFile=target/classpath
 * java -cp node/target/test-classes:node/target/classes:core/target/classes:$(cat node/target/classpath) \
 *     io.quorate.node.net.TransportRoundTrips
 * }</pre>
 */
public final class TransportRoundTrips {
    private static final int FRAME_LENGTH = 64;
    private static final int ROUNDS = 9;
    private static final int TRIPS_PER_ROUND = 5_000;
    private static final int STARTS = 12;
    private static final NodeId CLIENT = NodeId.of(0);
    private static final NodeId SERVER = NodeId.of(1);

    /** Both processes have them from here. */
    private static Path certificates = Path.of("");

    private TransportRoundTrips() {}

    /** The transports that are compared. */
    private enum Kind {
        CONNECTION,
        CONNECTION_TLS;

        Transport make(Roster roster, NodeId self) {
            LinkSettings usual = LinkSettings.usual();
            return switch (this) {
                case CONNECTION -> new TcpTransport(roster, self, 1, "measure", LinkSettings.usual());
                case CONNECTION_TLS ->
                    new TcpTransport(
                            roster,
                            self,
                            1,
                            "measure",
                            usual.withTls(
                                    TestCertificates.of(roster.member(self).id(), certificates)));
            };
        }
    }

    /** Without arguments it measures; with certificates and the ports of the nodes it is the other process, which answers. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            certificates = Path.of(arguments[0]);
            answer(Arrays.stream(arguments).skip(1).mapToInt(Integer::parseInt).toArray());
            return;
        }
        certificates = TestCertificates.newDirectory();
        new LocalAuthority(certificates).certify(List.of("a", "b", "c"), Duration.ofDays(1), false);
        Map<String, List<Long>> trips = measureTrips();
        System.out.printf("%-22s %10s %10s %10s%n", "64-byte round trip", "p50 us", "p99 us", "p99.9 us");
        trips.forEach((name, nanos) -> {
            nanos.sort(null);
            System.out.printf(
                    "%-22s %10.1f %10.1f %10.1f%n",
                    name, quantile(nanos, 0.5) / 1e3, quantile(nanos, 0.99) / 1e3, quantile(nanos, 0.999) / 1e3);
        });
        System.out.printf("%n%-22s %10s %10s %10s%n", "start of three nodes", "p50 ms", "max ms", "close ms");
        measureStarts();
        System.exit(0);
    }

    private static double quantile(List<Long> sorted, double quantile) {
        return sorted.get((int) (quantile * (sorted.size() - 1)));
    }

    private static Roster pair(int first, int second) {
        return FreePorts.rosterOf("measure", List.of(first, second));
    }

    private static void answer(int[] ports) throws Exception {
        int next = 0;
        for (Kind kind : Kind.values()) {
            Transport[] server = new Transport[1];
            server[0] = kind.make(pair(ports[next++], ports[next++]), SERVER);
            server[0].open(new RecordingReceiver() {
                @Override
                public void received(NodeId from, byte[] bytes, int offset, int length) {
                    server[0].offer(from, Arrays.copyOfRange(bytes, offset, offset + length), length);
                }
            });
        }
        try (ServerSocket listening = new ServerSocket(ports[ports.length - 1], 1, InetAddress.getLoopbackAddress());
                Socket socket = listening.accept()) {
            socket.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            byte[] bytes = new byte[FRAME_LENGTH];
            while (true) { // until the process that measures ends
                in.readFully(bytes);
                out.write(bytes);
            }
        } catch (IOException end) {
            System.exit(0);
        }
    }

    private static Map<String, List<Long>> measureTrips() throws Exception {
        Roster free = FreePorts.roster("measure", 2 * Kind.values().length + 1);
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                System.getProperty("java.class.path"),
                TransportRoundTrips.class.getName(),
                certificates.toString()));
        free.members().forEach(member -> command.add(String.valueOf(member.port())));
        Process other = new ProcessBuilder(command).inheritIO().start();
        Map<String, List<Long>> results = new LinkedHashMap<>();
        Map<Kind, Chain> chains = new LinkedHashMap<>();
        try {
            int next = 0;
            for (Kind kind : Kind.values()) {
                chains.put(kind, new Chain(kind, pair(port(free, next++), port(free, next++))));
            }
            try (Socket socket = connect(port(free, free.size() - 1))) {
                for (int round = 0; round < ROUNDS; round++) {
                    boolean warm = round >= 3;
                    keep(results, "sockets", plainTrips(socket), warm);
                    for (Kind kind : Kind.values()) {
                        keep(results, kind.name(), chains.get(kind).run(), warm);
                    }
                }
            }
        } finally {
            chains.values().forEach(chain -> chain.transport.close());
            other.destroy();
        }
        return results;
    }

    private static int port(Roster roster, int index) {
        return roster.members().get(index).port();
    }

    private static void keep(Map<String, List<Long>> results, String name, long[] nanos, boolean warm) {
        if (warm) {
            List<Long> list = results.computeIfAbsent(name, key -> new ArrayList<>());
            Arrays.stream(nanos).forEach(list::add);
        }
    }

    private static Socket connect(int port) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (true) {
            try {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                socket.setTcpNoDelay(true);
                return socket;
            } catch (IOException notYet) {
                if (System.nanoTime() > end) {
                    throw notYet;
                }
                Thread.sleep(20);
            }
        }
    }

    private static long[] plainTrips(Socket socket) throws IOException {
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] bytes = new byte[FRAME_LENGTH];
        long[] nanos = new long[TRIPS_PER_ROUND];
        for (int trip = 0; trip < nanos.length; trip++) {
            long start = System.nanoTime();
            out.write(bytes);
            in.readFully(bytes);
            nanos[trip] = System.nanoTime() - start;
        }
        return nanos;
    }

    /** Sends the next frame when the answer to the last one comes. */
    private static final class Chain extends RecordingReceiver {
        private final Transport transport;
        private final byte[] frame = new byte[FRAME_LENGTH];
        private long[] nanos = {};
        private int trip;
        private long start;
        private CountDownLatch done = new CountDownLatch(0);

        Chain(Kind kind, Roster roster) {
            transport = kind.make(roster, CLIENT);
            transport.open(this);
        }

        long[] run() throws Exception {
            awaitTrust(SERVER);
            nanos = new long[TRIPS_PER_ROUND];
            trip = 0;
            done = new CountDownLatch(1);
            start = System.nanoTime();
            transport.offer(SERVER, frame, frame.length);
            if (!done.await(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("trip " + trip + " did not come back: " + told);
            }
            return nanos;
        }

        @Override
        public void received(NodeId from, byte[] bytes, int offset, int length) {
            long now = System.nanoTime();
            nanos[trip++] = now - start;
            if (trip == nanos.length) {
                done.countDown();
            } else {
                start = System.nanoTime();
                transport.offer(SERVER, frame, frame.length);
            }
        }
    }

    private static void measureStarts() throws Exception {
        Map<Kind, List<Long>> starts = new LinkedHashMap<>();
        Map<Kind, List<Long>> closes = new LinkedHashMap<>();
        for (int count = 0; count < STARTS; count++) {
            for (Kind kind : Kind.values()) {
                startThree(
                        kind,
                        starts.computeIfAbsent(kind, key -> new ArrayList<>()),
                        closes.computeIfAbsent(kind, key -> new ArrayList<>()));
            }
        }
        starts.forEach((kind, nanos) -> {
            nanos.sort(null);
            closes.get(kind).sort(null);
            System.out.printf(
                    "%-22s %10.0f %10.0f %10.0f%n",
                    kind, quantile(nanos, 0.5) / 1e6, quantile(nanos, 1) / 1e6, quantile(closes.get(kind), 1) / 1e6);
        });
    }

    private static void startThree(Kind kind, List<Long> starts, List<Long> closes) throws Exception {
        Roster roster = FreePorts.roster("measure", 3);
        CountDownLatch trusts = new CountDownLatch(6);
        List<Transport> transports = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        long start = System.nanoTime();
        for (int index = 0; index < 3; index++) {
            Transport transport = kind.make(roster, NodeId.of(index));
            transports.add(transport);
            Thread thread = new Thread(() -> transport.open(new RecordingReceiver() {
                @Override
                public void peerRestored(NodeId peer) {
                    if (count(What.TRUSTED, peer) == 0) {
                        trusts.countDown();
                    }
                    super.peerRestored(peer);
                }
            }));
            thread.start();
            threads.add(thread);
        }
        boolean all = trusts.await(30, TimeUnit.SECONDS);
        starts.add(all ? System.nanoTime() - start : Long.MAX_VALUE);
        for (Thread thread : threads) {
            thread.join();
        }
        for (Transport transport : transports) {
            long closing = System.nanoTime();
            transport.close();
            closes.add(System.nanoTime() - closing);
        }
    }
}
