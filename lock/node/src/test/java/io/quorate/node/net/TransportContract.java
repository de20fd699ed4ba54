// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.Frame;
import io.quorate.node.net.RecordingReceiver.Told;
import io.quorate.node.net.RecordingReceiver.What;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every transport does. An implementation inherits this and says how its transports are made. */
@Tag("threads")
public abstract class TransportContract {
    static final NodeId A = NodeId.of(0);
    static final NodeId B = NodeId.of(1);
    static final NodeId C = NodeId.of(2);

    private final List<Transport> opened = new ArrayList<>();

    /** A transport for this node of a network of three, the same network during one test. */
    public abstract Transport newTransport(NodeId self, long incarnation) throws Exception;

    @AfterEach
    void closeAll() {
        opened.forEach(Transport::close);
    }

    Transport open(NodeId self, long incarnation, Transport.Receiver receiver) throws Exception {
        Transport transport = newTransport(self, incarnation);
        opened.add(transport);
        transport.open(receiver);
        return transport;
    }

    static boolean offer(Transport from, NodeId to, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return from.offer(to, bytes, bytes.length);
    }

    /** Two open nodes that trust each other. */
    final class Pair {
        final RecordingReceiver atA = new RecordingReceiver();
        final RecordingReceiver atB;
        final Transport a;
        Transport b;

        Pair() throws Exception {
            this(new RecordingReceiver());
        }

        Pair(RecordingReceiver atB) throws Exception {
            this.atB = atB;
            a = open(A, 1, atA);
            b = open(B, 1, atB);
            atA.awaitTrust(B);
            atB.awaitTrust(A);
        }
    }

    @Test
    void everyNodeHearsEveryOtherOneAndKnowsWhoSpoke() throws Exception {
        List<RecordingReceiver> receivers =
                List.of(new RecordingReceiver(), new RecordingReceiver(), new RecordingReceiver());
        List<Transport> transports = new ArrayList<>();
        for (int index = 0; index < 3; index++) {
            transports.add(open(NodeId.of(index), 1, receivers.get(index)));
        }
        for (int from = 0; from < 3; from++) {
            for (int to = 0; to < 3; to++) {
                if (from != to) {
                    receivers.get(from).awaitTrust(NodeId.of(to));
                    assertThat(offer(transports.get(from), NodeId.of(to), from + " to " + to))
                            .isTrue();
                }
            }
        }
        for (int from = 0; from < 3; from++) {
            for (int to = 0; to < 3; to++) {
                if (from != to) {
                    NodeId sender = NodeId.of(from);
                    receivers
                            .get(to)
                            .await("a frame", each -> !each.framesFrom(sender).isEmpty());
                    assertThat(receivers.get(to).framesFrom(sender)).containsExactly(from + " to " + to);
                }
            }
        }
    }

    @Test
    void aNewLinkIsResetBeforeItIsTrustedAndBeforeAnyFrame() throws Exception {
        Pair pair = new Pair();
        offer(pair.a, B, "first");
        pair.atB.await("the frame", each -> !each.framesFrom(A).isEmpty());
        assertThat(pair.atB.told.stream().filter(each -> each.peer().equals(A)).map(Told::what))
                .startsWith(What.RESET, What.TRUSTED)
                .endsWith(What.FRAME);
    }

    @Test
    void framesKeepTheirOrderAndTheirBytes() throws Exception {
        Pair pair = new Pair();
        List<String> sent = IntStream.range(0, 1000).mapToObj(n -> "frame " + n).toList();
        for (String each : sent) {
            assertThat(offer(pair.a, B, each)).isTrue();
        }
        pair.atB.await("all frames", each -> each.framesFrom(A).size() == sent.size());
        assertThat(pair.atB.framesFrom(A)).isEqualTo(sent);
        assertThat(pair.a.counters().framesSent()).isEqualTo(1000);
        assertThat(pair.b.counters().framesReceived()).isEqualTo(1000);
        assertThat(pair.b.counters().bytesReceived())
                .isEqualTo(pair.a.counters().bytesSent());
    }

    @Test
    void theBytesOfAFrameAreCopied() throws Exception {
        Pair pair = new Pair();
        byte[] buffer = new byte[8];
        for (int number = 0; number < 100; number++) {
            Arrays.fill(buffer, (byte) number);
            assertThat(pair.a.offer(B, buffer, buffer.length)).isTrue();
        }
        pair.atB.await("all frames", each -> each.count(What.FRAME, A) == 100);
        List<Told> frames =
                pair.atB.told.stream().filter(each -> each.what() == What.FRAME).toList();
        for (int number = 0; number < 100; number++) {
            assertThat(frames.get(number).bytes()).containsOnly(number).hasSize(8);
        }
    }

    @Test
    void framesOfEveryLengthUpToTheLimitPassAndLongerOnesAreRefused() throws Exception {
        Pair pair = new Pair();
        byte[] bytes = new byte[Frame.LENGTH_MAX + 1];
        new Random(7).nextBytes(bytes);
        int[] lengths = {1, 63, 1024, 16 * 1024 + 1, Frame.LENGTH_MAX};
        for (int length : lengths) {
            assertThat(pair.a.offer(B, bytes, length)).isTrue();
        }
        assertThat(pair.a.offer(B, bytes, Frame.LENGTH_MAX + 1)).isFalse();
        pair.atB.await("all frames", each -> each.count(What.FRAME, A) == lengths.length);
        List<Told> frames =
                pair.atB.told.stream().filter(each -> each.what() == What.FRAME).toList();
        for (int index = 0; index < lengths.length; index++) {
            assertThat(frames.get(index).bytes()).isEqualTo(Arrays.copyOf(bytes, lengths[index]));
        }
        assertThat(pair.a.counters().framesDropped()).isEqualTo(1);
    }

    @Test
    void manyThreadsMayOfferAtOnceAndEachKeepsItsOrder() throws Exception {
        Pair pair = new Pair();
        int threadCount = 4;
        int each = 300;
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int number = 0; number < threadCount; number++) {
            String name = "t" + number;
            Thread thread = new Thread(() -> {
                await(start);
                for (int count = 0; count < each; count++) {
                    offer(pair.a, B, name + ":" + count);
                }
            });
            thread.start();
            threads.add(thread);
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        pair.atB.await("all frames", receiver -> receiver.framesFrom(A).size() == threadCount * each);
        for (int number = 0; number < threadCount; number++) {
            String name = "t" + number;
            assertThat(pair.atB.framesFrom(A).stream().filter(frame -> frame.startsWith(name + ":")))
                    .isEqualTo(IntStream.range(0, each)
                            .mapToObj(count -> name + ":" + count)
                            .toList());
        }
    }

    @Test
    void offeringToNobodyIsFalseAndCountedAndNeitherBlocksNorThrows() throws Exception {
        Transport a = open(A, 1, new RecordingReceiver());
        assertTimeoutPreemptively(Duration.ofSeconds(5), () -> {
            for (int count = 0; count < 1000; count++) {
                assertThat(offer(a, C, "is anybody there?")).isFalse();
                assertThat(offer(a, NodeId.of(99), "who are you?")).isFalse();
            }
        });
        assertThat(a.counters().framesDropped()).isEqualTo(2000);
        assertThat(a.counters().framesSent()).isZero();
    }

    @Test
    void offeringBeforeOpeningOrAfterClosingIsFalse() throws Exception {
        Transport a = newTransport(A, 1);
        assertThat(offer(a, B, "too early")).isFalse();
        Pair pair = new Pair();
        pair.a.close();
        assertThat(offer(pair.a, B, "too late")).isFalse();
    }

    @Test
    void aReceiverMayOfferAndNothingRecursesOrLocksUp() throws Exception {
        int rounds = 2000;
        CountDownLatch done = new CountDownLatch(1);
        Transport[] transports = new Transport[2];
        RecordingReceiver atA = echo(transports, 0, B, rounds, done);
        RecordingReceiver atB = echo(transports, 1, A, rounds, done);
        transports[0] = open(A, 1, atA);
        transports[1] = open(B, 1, atB);
        atA.awaitTrust(B);
        atB.awaitTrust(A);
        offer(transports[0], B, "0");
        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
    }

    private static RecordingReceiver echo(
            Transport[] transports, int self, NodeId peer, int rounds, CountDownLatch done) {
        return new RecordingReceiver() {
            @Override
            public void received(NodeId from, byte[] bytes, int offset, int length) {
                int number = Integer.parseInt(new String(bytes, offset, length, StandardCharsets.UTF_8));
                if (number == rounds) {
                    done.countDown();
                } else {
                    offer(transports[self], peer, String.valueOf(number + 1));
                }
            }
        };
    }

    @Test
    void aReceiverThatThrowsDoesNotEndTheLink() throws Exception {
        Pair pair = new Pair(new RecordingReceiver() {
            @Override
            public void received(NodeId from, byte[] bytes, int offset, int length) {
                super.received(from, bytes, offset, length);
                if (framesFrom(from).size() == 1) {
                    throw new IllegalStateException("on purpose");
                }
            }
        });
        offer(pair.a, B, "bad");
        offer(pair.a, B, "good");
        pair.atB.await("both frames", each -> each.framesFrom(A).size() == 2);
        assertThat(pair.b.counters().receiverFailures()).isEqualTo(1);
        assertThat(pair.atB.count(What.SUSPECTED, A)).isZero();
    }

    @Test
    void aReceiverThatIsStuckFillsTheLinkAndTheSenderIsNotBlockedAndTheLossIsTold() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        Pair pair = new Pair(new RecordingReceiver() {
            @Override
            public void received(NodeId from, byte[] bytes, int offset, int length) {
                TransportContract.await(release);
                super.received(from, bytes, offset, length);
            }
        });
        long resetsBefore = pair.atB.count(What.RESET, A);
        byte[] large = new byte[32 * 1024];
        int accepted = assertTimeoutPreemptively(Duration.ofSeconds(5), () -> {
            int count = 0;
            while (pair.a.offer(B, large, large.length)) {
                count++;
            }
            return count;
        });
        release.countDown();
        assertThat(accepted).isGreaterThan(100); // a whole turn of a busy node fits
        pair.atB.await("all that was accepted", each -> each.count(What.FRAME, A) == accepted);
        pair.atB.await("a reset for what was dropped", each -> each.count(What.RESET, A) > resetsBefore);
        Awaitility.await().atMost(RecordingReceiver.DEADLINE).until(() -> offer(pair.a, B, "room again"));
    }

    @Test
    void aPeerThatDiesIsSuspectedAndOneThatReturnsIsResetAndTrusted() throws Exception {
        Pair pair = new Pair();
        pair.b.close();
        pair.atA.awaitSuspicion(B);
        int before = pair.atA.told.size();
        RecordingReceiver reborn = new RecordingReceiver();
        Transport b = open(B, 2, reborn);
        pair.atA.awaitTrust(B);
        reborn.awaitTrust(A);
        assertThat(pair.atA.told.subList(before, pair.atA.told.size()).stream().map(Told::what))
                .startsWith(What.RESET, What.TRUSTED);
        assertThat(offer(b, A, "I am back")).isTrue();
        pair.atA.await("the frame", each -> each.framesFrom(B).contains("I am back"));
    }

    @Test
    void closingTwiceIsFineAndEndsAllThreadsAndAllNews() throws Exception {
        Pair pair = new Pair();
        pair.b.close();
        pair.b.close();
        pair.a.close();
        int told = pair.atA.told.size();
        Awaitility.await("the threads end")
                .atMost(RecordingReceiver.DEADLINE)
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .noneMatch(thread -> thread.getName().startsWith("quorate-")));
        assertThat(pair.atA.told).hasSize(told);
    }

    @Test
    void aTransportOpensOnce() throws Exception {
        Pair pair = new Pair();
        assertThatThrownBy(() -> pair.a.open(new RecordingReceiver()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("make a new one");
        assertThatCode(() -> offer(pair.a, B, "still works")).doesNotThrowAnyException();
        pair.atB.await("the frame", each -> !each.framesFrom(A).isEmpty());
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        }
    }
}
