// SPDX-License-Identifier: Apache-2.0
package io.quorate.faultnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Real packets between two hosts. Times are compared with lower bounds only. */
@Tag("threads")
@ExtendWith(NeedsRoot.class)
final class FaultNetTest {
    private static final long SEED = 20261117;

    private static FaultNet net;
    private static RunningProbe a;
    private static RunningProbe b;

    @BeforeAll
    static void open() throws Exception {
        net = FaultNet.open(SEED);
        net.host("a");
        net.host("b");
        a = new RunningProbe(net, "a");
        b = new RunningProbe(net, "b");
        assertThat(a.answer()).isEqualTo("ready");
        assertThat(b.answer()).isEqualTo("ready");
    }

    @AfterAll
    static void close() {
        if (net != null) {
            net.close();
        }
    }

    @BeforeEach
    void clear() {
        net.allLinks().clear();
    }

    private static void send(int count, int size) throws IOException {
        assertThat(a.ask("send " + net.address("b") + " " + count + " " + size)).isEqualTo("sent");
    }

    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    private static long roundTripNanos() throws IOException {
        b.tell("echo 3");
        long nanos = Long.parseLong(a.ask("round-trip " + net.address("b") + " 3"));
        assertThat(b.answer()).isEqualTo("echoed");
        return nanos;
    }

    @Test
    void withoutFaultsEverythingArrivesInOrder() throws Exception {
        send(100, 100);
        assertThat(b.receive(100)).isEqualTo(numbers(100));
    }

    @Test
    void aDelayOfBothDirectionsCountsTwiceInARoundTrip() throws Exception {
        net.link("a", "b").delay(30);
        assertThat(roundTripNanos())
                .isGreaterThanOrEqualTo(Duration.ofMillis(60).toNanos());
    }

    @Test
    void aDelayOfOneDirectionCountsOnce() throws Exception {
        net.oneWay("b", "a").delay(30);
        assertThat(roundTripNanos())
                .isGreaterThanOrEqualTo(Duration.ofMillis(30).toNanos());
    }

    @Test
    void jitterKeepsTheOrder() throws Exception {
        net.oneWay("a", "b").delay(1).jitter(20);
        send(100, 100);
        assertThat(b.receive(100)).isEqualTo(numbers(100));
    }

    @Test
    void whatIsLostFollowsFromTheSeed() throws Exception {
        net.oneWay("a", "b").drop(0.3);
        long first = net.oneWay("a", "b").counts().packets();
        List<Integer> expected = new ArrayList<>();
        List<String> decisions = Decisions.of(SEED, "a", "b", first + 200, "drop=0.3");
        for (int number = 0; number < 200; number++) {
            if (decisions.get((int) first + number).startsWith("0")) {
                expected.add(number);
            }
        }
        assertThat(expected).hasSizeBetween(100, 180);
        send(200, 100);
        assertThat(b.receive(expected.size())).isEqualTo(expected);
    }

    @Test
    void anIsolatedHostHearsNothing() throws Exception {
        long dropped = net.oneWay("a", "b").counts().dropped();
        net.isolate("b");
        send(20, 100);
        // The switch has them: what it sends from now on comes after them.
        assertThat(awaitPackets(dropped + 20)).isEqualTo(dropped + 20);
        net.linksOf("b").heal();
        assertThat(a.ask("send " + net.address("b") + " 2 100")).isEqualTo("sent");
        assertThat(b.receive(2)).containsExactly(0, 1);
    }

    @Test
    void droppingAllIsolates() throws Exception {
        net.oneWay("a", "b").drop(1);
        long dropped = net.oneWay("a", "b").counts().dropped();
        send(20, 100);
        assertThat(awaitPackets(dropped + 20)).isEqualTo(dropped + 20);
        net.oneWay("a", "b").drop(0);
        send(2, 100);
        assertThat(b.receive(2)).containsExactly(0, 1);
    }

    /** Asks until so many are lost; a deadline of the test run ends it. */
    private static long awaitPackets(long dropped) {
        long now = net.oneWay("a", "b").counts().dropped();
        while (now < dropped) {
            Thread.onSpinWait();
            now = net.oneWay("a", "b").counts().dropped();
        }
        return now;
    }

    @Test
    void duplicatesArriveTwice() throws Exception {
        net.oneWay("a", "b").duplicate(1);
        send(20, 100);
        assertThat(b.receive(40))
                .isEqualTo(numbers(20).stream()
                        .flatMap(each -> List.of(each, each).stream())
                        .toList());
    }

    @Test
    void reorderingChangesTheOrderAndLosesNothing() throws Exception {
        net.oneWay("a", "b").reorder(0.5);
        send(100, 100);
        List<Integer> received = b.receive(100);
        assertThat(received).containsExactlyInAnyOrderElementsOf(numbers(100)).isNotEqualTo(numbers(100));
    }

    @Test
    void aRateLimitsHowMuchPasses() throws Exception {
        net.oneWay("a", "b").rate(20_000);
        long before = System.nanoTime();
        send(10, 1_000);
        b.receive(10);
        assertThat(System.nanoTime() - before)
                .isGreaterThanOrEqualTo(Duration.ofMillis(500).toNanos());
    }

    @Test
    void aStreamSurvivesAllOfIt() throws Exception {
        net.link("a", "b").delay(1).jitter(1).drop(0.01).duplicate(0.05).reorder(0.05);
        b.tell("stream 100000");
        assertThat(a.ask("stream-to " + net.address("b") + " 100000")).isEqualTo("streamed");
        assertThat(b.answer()).isEqualTo("intact");
    }

    @Test
    void aScriptChangesLinksWhileTheyAreUsed() throws Exception {
        long before = System.nanoTime(); // the script cannot begin earlier, however busy the machine is
        net.play(Script.parse("0s a>b cut=1\n200ms a-b cut=0"));
        b.tell("stream 1000");
        assertThat(a.ask("stream-to " + net.address("b") + " 1000")).isEqualTo("streamed");
        assertThat(b.answer()).isEqualTo("intact");
        assertThat(System.nanoTime() - before)
                .isGreaterThanOrEqualTo(Duration.ofMillis(150).toNanos());
    }

    @Test
    void closingEndsTheProcessesAndRemovesTheNamespaces() throws Exception {
        Process process;
        Path space;
        try (FaultNet other = FaultNet.open(1)) {
            other.host("a");
            process = other.exec("a", "sleep", "1000");
            space = Path.of("/var/run/netns", other.commandPrefix("a").get(3));
            assertThat(space).exists();
        }
        assertThat(process.waitFor()).isNotZero();
        assertThat(space).doesNotExist();
    }

    /** As after {@code kill -9}: nobody has this process id. */
    @Test
    void whatAKilledProcessLeftIsRemovedByTheNext() throws Exception {
        String space = "faultnet999999999x1-a";
        assertThat(new ProcessBuilder("ip", "netns", "add", space).start().waitFor())
                .isZero();
        Process leftOver = new ProcessBuilder("ip", "netns", "exec", space, "sleep", "1000").start();
        // Only a process that has arrived in the namespace is found there.
        while (new ProcessBuilder("ip", "netns", "pids", space)
                        .start()
                        .inputReader()
                        .readLine()
                == null) {
            assertThat(leftOver.isAlive()).isTrue();
        }
        FaultNet.open(1).close();
        assertThat(Path.of("/var/run/netns", space)).doesNotExist();
        assertThat(leftOver.waitFor()).isNotZero();
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> net.host("a")).hasMessageContaining("names are unique");
        assertThatThrownBy(() -> net.host("A-1")).hasMessageContaining("no name for a host");
        assertThatThrownBy(() -> net.link("a", "c")).hasMessageContaining("no host \"c\", only [a, b]");
        assertThatThrownBy(() -> net.link("a", "b").drop(1.5)).hasMessageContaining("between 0 and 1, not 1.5");
    }
}
