package io.quorate.node.net;

import io.quorate.core.model.NodeId;
import java.io.DataInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;

/**
 * How long a round trip of 64 bytes takes between two nodes in one process on the loopback, as a ratio to blocking sockets;
 * and how long three nodes that start together take to find each other. Compares our transport with a whole JGroups stack,
 * ordered and out of band (which hands messages up on the reading thread: fast, but slow to start; without that it starts in
 * less than a second and takes almost twice as long for a round trip). Each answer triggers the next question on the thread that has read it, as a turn does.
 *
 * <p>To run it, from the root of the repository; {@code taskset -c 0} puts all threads on one core, and without it the
 * time to wake another core is measured as well:
 *
 * <pre>{@code
 * mvn -q -pl node -am test-compile
 * mvn -q -pl node -am dependency:build-classpath -Dmdep.outputFile=target/classpath
 * taskset -c 0 java -cp node/target/test-classes:node/target/classes:core/target/classes:$(cat node/target/classpath) \
 *     io.quorate.node.net.LinkRoundTrips
 * }</pre>
 */
final class LinkRoundTrips {
    private static final int LENGTH = 64;
    private static final int WARM_UP = 20_000;
    private static final int MEASURED = 40_000;
    private static final int RUNS = 3;
    private static final NodeId A = NodeId.of(0);
    private static final NodeId B = NodeId.of(1);

    private LinkRoundTrips() {}

    /** Something that answers what it is asked. */
    private interface Way {
        String name();

        long[] measure() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        List<Way> ways = List.of(
                way("blocking sockets", LinkRoundTrips::sockets),
                way("JGroupsTransport", LinkRoundTrips::transport),
                way("whole stack, ordered", () -> wholeStack(false)),
                way("whole stack, out of band", () -> wholeStack(true)));
        System.out.printf(Locale.ROOT, "%-26s %10s %10s %8s%n", "round trip of 64 bytes", "p50 us", "p99 us", "ratio");
        for (int run = 0; run < RUNS; run++) {
            double floor = 0;
            for (Way way : ways) {
                long[] nanos = way.measure();
                Arrays.sort(nanos);
                double median = nanos[nanos.length / 2] / 1000.0;
                floor = floor == 0 ? median : floor;
                System.out.printf(
                        Locale.ROOT,
                        "%-26s %10.1f %10.1f %8.2f%n",
                        way.name(),
                        median,
                        nanos[nanos.length / 100 * 99] / 1000.0,
                        median / floor);
            }
        }
        for (int run = 0; run < RUNS; run++) {
            System.out.printf(
                    Locale.ROOT,
                    "three nodes start together: JGroupsTransport %d ms, whole stack %d ms%n",
                    startOfTransports(),
                    startOfWholeStacks());
        }
        System.exit(0);
    }

    private static Way way(String name, java.util.concurrent.Callable<long[]> measure) {
        return new Way() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public long[] measure() throws Exception {
                return measure.call();
            }
        };
    }

    /** Asks again and again, each time when the answer to the last question has come. */
    private static final class Asker {
        private final long[] nanos = new long[MEASURED];
        private final CountDownLatch done = new CountDownLatch(1);
        private final Runnable ask;
        private int asked;
        private long askedAt;

        Asker(Runnable ask) {
            this.ask = ask;
        }

        void askNext() {
            askedAt = System.nanoTime();
            ask.run();
        }

        void answered() {
            int index = asked++ - WARM_UP;
            if (index >= 0) {
                nanos[index] = System.nanoTime() - askedAt;
            }
            if (index == MEASURED - 1) {
                done.countDown();
            } else {
                askNext();
            }
        }

        long[] run() throws InterruptedException {
            askNext();
            if (!done.await(5, TimeUnit.MINUTES)) {
                throw new IllegalStateException("no answer to question " + asked);
            }
            return nanos;
        }
    }

    private static long[] sockets() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            client.setTcpNoDelay(true);
            accepted.setTcpNoDelay(true);
            Thread echo = new Thread(() -> echo(accepted));
            echo.start();
            byte[] bytes = new byte[LENGTH];
            OutputStream out = client.getOutputStream();
            DataInputStream in = new DataInputStream(client.getInputStream());
            long[] nanos = new long[MEASURED];
            for (int count = 0; count < WARM_UP + MEASURED; count++) {
                long start = System.nanoTime();
                out.write(bytes);
                in.readFully(bytes);
                nanos[Math.max(0, count - WARM_UP)] = System.nanoTime() - start;
            }
            client.shutdownOutput();
            echo.join();
            return nanos;
        }
    }

    private static void echo(Socket socket) {
        byte[] bytes = new byte[LENGTH];
        try (InputStream in = socket.getInputStream();
                OutputStream out = socket.getOutputStream()) {
            while (in.readNBytes(bytes, 0, LENGTH) == LENGTH) {
                out.write(bytes);
            }
        } catch (java.io.IOException ended) {
            System.err.println("the echo ended: " + ended);
        }
    }

    private static long[] transport() throws Exception {
        Roster roster = FreePorts.roster("trips", 2);
        try (Transport a = new JGroupsTransport(roster, A, 1, "none");
                Transport b = new JGroupsTransport(roster, B, 1, "none")) {
            byte[] bytes = new byte[LENGTH];
            Asker asker = new Asker(() -> a.offer(B, bytes, LENGTH));
            RecordingReceiver atA = new RecordingReceiver() {
                @Override
                public void received(NodeId from, byte[] answer, int offset, int length) {
                    asker.answered();
                }
            };
            RecordingReceiver atB = new RecordingReceiver() {
                @Override
                public void received(NodeId from, byte[] question, int offset, int length) {
                    b.offer(A, bytes, LENGTH);
                }
            };
            a.open(atA);
            b.open(atB);
            atA.awaitTrust(B);
            atB.awaitTrust(A);
            return asker.run();
        }
    }

    private static long[] wholeStack(boolean outOfBand) throws Exception {
        Roster roster = FreePorts.roster("trips", 2);
        try (JChannel a = channel(roster, 0);
                JChannel b = channel(roster, 1)) {
            Asker asker = new Asker(() -> send(a, b, outOfBand));
            CountDownLatch together = new CountDownLatch(1);
            a.setReceiver(new Receiver() {
                @Override
                public void receive(Message message) {
                    asker.answered();
                }

                @Override
                public void viewAccepted(View view) {
                    if (view.size() == 2) {
                        together.countDown();
                    }
                }
            });
            b.setReceiver(new Receiver() {
                @Override
                public void receive(Message message) {
                    send(b, a, outOfBand);
                }
            });
            a.connect("trips");
            b.connect("trips");
            if (!together.await(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the two did not find each other");
            }
            return asker.run();
        }
    }

    private static void send(JChannel from, JChannel to, boolean outOfBand) {
        Message message = new BytesMessage(to.address(), new byte[LENGTH]);
        try {
            from.send(outOfBand ? message.setFlag(Message.Flag.OOB) : message);
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static JChannel channel(Roster roster, int index) throws Exception {
        List<String> hosts = new ArrayList<>();
        roster.members().forEach(member -> hosts.add("127.0.0.1[" + member.port() + "]"));
        System.setProperty(
                "quorate.test.port", String.valueOf(roster.members().get(index).port()));
        System.setProperty("quorate.test.hosts", String.join(",", hosts));
        try (InputStream stack = Objects.requireNonNull(LinkRoundTrips.class.getResourceAsStream("whole-stack.xml"))) {
            return new JChannel(stack);
        }
    }

    private static long startOfTransports() throws Exception {
        Roster roster = FreePorts.roster("start", 3);
        List<Transport> transports = new ArrayList<>();
        CountDownLatch trusted = new CountDownLatch(6);
        List<Runnable> starts = new ArrayList<>();
        for (int index = 0; index < 3; index++) {
            Transport transport = new JGroupsTransport(roster, NodeId.of(index), 1, "none");
            transports.add(transport);
            starts.add(() -> transport.open(new RecordingReceiver() {
                @Override
                public void peerTrusted(NodeId peer) {
                    if (!trusts(peer)) {
                        trusted.countDown();
                    }
                    super.peerTrusted(peer);
                }
            }));
        }
        long millis = startAll(starts, trusted);
        transports.forEach(Transport::close);
        return millis;
    }

    private static long startOfWholeStacks() throws Exception {
        Roster roster = FreePorts.roster("start", 3);
        List<JChannel> channels = new ArrayList<>();
        CountDownLatch together = new CountDownLatch(3);
        List<Runnable> starts = new ArrayList<>();
        for (int index = 0; index < 3; index++) {
            JChannel channel = channel(roster, index);
            channels.add(channel);
            channel.setReceiver(new Receiver() {
                private boolean whole;

                @Override
                public void viewAccepted(View view) {
                    if (view.size() == 3 && !whole) {
                        whole = true;
                        together.countDown();
                    }
                }
            });
            starts.add(() -> {
                try {
                    channel.connect("start");
                } catch (Exception failure) {
                    throw new IllegalStateException(failure);
                }
            });
        }
        long millis = startAll(starts, together);
        channels.forEach(JChannel::close);
        return millis;
    }

    private static long startAll(List<Runnable> starts, CountDownLatch done) throws InterruptedException {
        long start = System.nanoTime();
        starts.forEach(each -> new Thread(each).start());
        if (!done.await(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("they did not find each other in a minute");
        }
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }
}
