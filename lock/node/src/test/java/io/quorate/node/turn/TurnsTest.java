// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("threads")
@SuppressWarnings("ThreadPriorityCheck") // yields provoke the orders that are tested; nothing relies on them
class TurnsTest {
    /** Counts without any protection what turns do: only turns that never overlap get it right. */
    private static class CountingHost implements Turns.Host<String> {
        final List<String> log = new ArrayList<>();
        final AtomicInteger inside = new AtomicInteger();
        final AtomicInteger overlaps = new AtomicInteger();
        final AtomicInteger failures = new AtomicInteger();
        final AtomicInteger reliefs = new AtomicInteger();
        volatile boolean canRelieve = true;
        long applied;
        long turns;
        boolean logging;
        Runnable comeBack = () -> {};

        @Override
        public void beginTurn() {
            if (inside.incrementAndGet() != 1) {
                overlaps.incrementAndGet();
            }
            long before = turns;
            Thread.yield();
            turns = before + 1;
            note("begin");
        }

        @Override
        public String endTurn() {
            note("end");
            Thread.yield(); // lets others come when the inbox has been read
            inside.decrementAndGet();
            return "news";
        }

        @Override
        public void afterTurn(@Nullable String news) {
            note("after " + news);
        }

        @Override
        public void failed(Throwable failure) {
            failures.incrementAndGet();
        }

        @Override
        public void newsFailed(Throwable failure) {
            failures.incrementAndGet();
        }

        @Override
        public boolean relieve() {
            reliefs.incrementAndGet();
            return canRelieve;
        }

        void note(String what) {
            if (logging) {
                log.add(what);
            }
        }
    }

    private final CountingHost host = new CountingHost();
    private final Turns<String> turns = new Turns<>(host);

    private Turns.Input input(Runnable effect) {
        return new Turns.Input() {
            @Override
            public void apply() {
                effect.run();
            }
        };
    }

    @Test
    void whoComesAloneRunsTheTurnItself() {
        host.logging = true;
        turns.bring(input(() -> host.note("input on " + Thread.currentThread().getName())));
        assertThat(host.log)
                .containsExactly("begin", "input on " + Thread.currentThread().getName(), "end", "after news");
    }

    @Test
    void anInputBroughtDuringATurnIsReadInTheNextOneInOrder() {
        host.logging = true;
        turns.bring(input(() -> {
            host.note("first");
            turns.bring(input(() -> host.note("second")));
            turns.bring(input(() -> host.note("third")));
        }));
        assertThat(host.log)
                .containsExactly(
                        "begin", "first", "end", "after news", "begin", "second", "third", "end", "after news");
    }

    @Test
    void whatHearsTheNewsMayComeBackAtOnce() {
        List<String> log = new ArrayList<>();
        CountingHost calling = new CountingHost() {
            @Override
            public void afterTurn(@Nullable String news) {
                Runnable next = comeBack;
                comeBack = () -> {};
                next.run();
            }
        };
        Turns<String> recursive = new Turns<>(calling);
        calling.comeBack = () -> recursive.bring(input(() -> log.add("two")));
        recursive.bring(input(() -> log.add("one")));
        assertThat(log).containsExactly("one", "two");
        assertThat(calling.overlaps).hasValue(0);
    }

    @Test
    void theVisitorsOwnInputComesAfterWhatWasInTheInbox() {
        host.logging = true;
        assertThat(turns.enter()).isTrue();
        for (int count = 0; count < Turns.INPUTS_PER_TURN_MAX + 10; count++) {
            turns.bring(input(() -> host.applied++));
        }
        turns.finish(input(() -> host.note("own after " + host.applied)));
        assertThat(host.log).contains("own after " + (Turns.INPUTS_PER_TURN_MAX + 10));
    }

    @Test
    void aTurnReadsABoundedNumberOfInputs() {
        assertThat(turns.enter()).isTrue();
        for (int count = 0; count < 3 * Turns.INPUTS_PER_TURN_MAX; count++) {
            turns.bring(input(() -> host.applied++));
        }
        turns.finish(null);
        assertThat(host.turns).isEqualTo(3);
        assertThat(host.applied).isEqualTo(3L * Turns.INPUTS_PER_TURN_MAX);
    }

    @Test
    void whoHasRunManyTurnsForOthersAsksForReliefAndLosesNothing() {
        turns.bring(new Turns.Input() {
            @Override
            public void apply() {
                host.applied++;
                if (host.applied < 1_000) {
                    turns.bring(this);
                }
            }
        });
        assertThat(host.turns).isEqualTo(Turns.TURNS_IN_A_ROW_MAX);
        assertThat(host.reliefs).hasValue(1);
        while (host.applied < 1_000) {
            turns.run();
        }
        assertThat(host.applied).isEqualTo(1_000);
    }

    @Test
    void whoIsNotRelievedGoesOnToTheEnd() {
        host.canRelieve = false; // as when the node is closed, and its timers with it
        turns.bring(new Turns.Input() {
            @Override
            public void apply() {
                host.applied++;
                if (host.applied < 1_000) {
                    turns.bring(this);
                }
            }
        });
        assertThat(host.applied).isEqualTo(1_000);
        assertThat(host.reliefs).hasValue(1_000 / Turns.TURNS_IN_A_ROW_MAX);
    }

    @Test
    void anInputThatThrowsIsReportedAndStopsNobody() {
        assertThat(turns.enter()).isTrue();
        turns.bring(input(() -> {
            throw new IllegalStateException("a bug");
        }));
        turns.bring(input(() -> host.applied++));
        turns.finish(null);
        assertThat(host.failures).hasValue(1);
        assertThat(host.applied).isEqualTo(1);
        turns.bring(input(() -> host.applied++));
        assertThat(host.applied).isEqualTo(2);
    }

    @Test
    void newsThatThrowAreReportedAndLeaveNoInputBehind() {
        CountingHost failing = new CountingHost() {
            @Override
            public void afterTurn(@Nullable String news) {
                throw new IllegalStateException("a bug");
            }
        };
        Turns<String> tried = new Turns<>(failing);
        tried.bring(input(() -> tried.bring(input(() -> failing.applied++))));
        assertThat(failing.applied).isEqualTo(1);
        assertThat(failing.failures).hasValue(2);
    }

    /**
     * Many meetings of a few threads that come in two ways: after each meeting every input has been applied exactly
     * once, those of a thread in their order, never two at once, and without anybody having to come again.
     */
    @Test
    void underManyThreadsEveryInputIsAppliedOnceAndTurnsNeverOverlap() throws Exception {
        int threads = 3;
        int inputs = 10;
        int meetings = 10_000;
        long begin = System.nanoTime();
        AtomicBoolean enough = new AtomicBoolean();
        long[] lastOfThread = new long[threads];
        AtomicInteger wrong = new AtomicInteger();
        AtomicInteger arrived = new AtomicInteger();
        AtomicInteger met = new AtomicInteger();
        CyclicBarrier over = new CyclicBarrier(threads, () -> {
            long expected = (long) met.incrementAndGet() * inputs;
            if (Arrays.stream(lastOfThread).anyMatch(last -> last != expected)) {
                wrong.incrementAndGet();
            }
            boolean isLate = System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(15);
            enough.set(met.get() == meetings || (isLate && met.get() >= 100)); // a busy machine makes each yield long
        });
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<?>> done = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            int self = thread;
            done.add(pool.submit(() -> {
                for (int number = 0; !enough.get(); number++) {
                    if (number % inputs == 0) {
                        meet(arrived, threads);
                    }
                    bringInEitherWay(number, counting(lastOfThread, self, number, wrong));
                    for (int pause = number % 7; pause > 0; pause--) {
                        Thread.yield(); // so that it is not always the one in the turn who comes last
                    }
                    if (number % inputs == inputs - 1) {
                        over.await();
                    }
                }
                return null;
            }));
        }
        for (Future<?> each : done) {
            each.get(300, TimeUnit.SECONDS);
        }
        pool.shutdown();
        assertThat(wrong)
                .as("meetings after which an input was missing or out of order")
                .hasValue(0);
        assertThat(host.applied).isEqualTo((long) threads * inputs * met.get());
        assertThat(host.overlaps).hasValue(0);
        assertThat(host.failures).hasValue(0);
        assertThat(host.reliefs).hasValue(0);
    }

    /** Goes on when all have come; without sleep, so that they really go on together. */
    private static void meet(AtomicInteger arrived, int threads) {
        int all = (arrived.getAndIncrement() / threads + 1) * threads;
        while (arrived.get() < all) {
            Thread.yield();
        }
    }

    private void bringInEitherWay(int number, Turns.Input input) {
        if (number % 3 == 0 && turns.enter()) {
            turns.finish(input);
        } else {
            turns.bring(input);
        }
    }

    private Turns.Input counting(long[] lastOfThread, int self, long expected, AtomicInteger wrong) {
        return input(() -> {
            host.applied++;
            if (expected % 7 == 0) {
                Thread.yield(); // lets others come in the middle of a turn
            }
            if (lastOfThread[self]++ != expected) {
                wrong.incrementAndGet();
            }
        });
    }
}
