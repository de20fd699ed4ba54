// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Acquires begin at their times, whatever became of earlier ones. */
@Tag("threads")
@Timeout(60)
final class OpenLoopTest {
    private static final int COUNT = 100;
    private static final long MILLI = 1_000_000;

    /** Locks that a test makes up. */
    private interface Acquire extends LockClient {
        @Override
        default String settings() {
            return "";
        }

        @Override
        default void close() {
            // nothing is open
        }
    }

    private static Timeline run(Acquire locks) throws InterruptedException {
        return OpenLoop.run(locks, "a/", new OpenLoop.Schedule(System.nanoTime(), MILLI, COUNT, Duration.ofMinutes(1)));
    }

    @Test
    void noAcquireWaitsForEarlierOnes() throws Exception {
        CountDownLatch allBegun = new CountDownLatch(COUNT);
        Timeline timeline = run((name, timeout) -> {
            allBegun.countDown();
            allBegun.await(); // so all wait for the last
            return () -> {};
        });
        assertThat(timeline.nanos()).hasSize(COUNT);
        // The first one waited until the last was scheduled at least, which was later by all intervals between them.
        for (int index = 0; index < COUNT; index++) {
            assertThat(timeline.nanos().get(index)).isGreaterThanOrEqualTo((COUNT - 1 - index) * MILLI);
        }
    }

    @Test
    void everyNameComesOnceAndIsGivenBack() throws Exception {
        Set<String> taken = ConcurrentHashMap.newKeySet();
        Set<String> released = ConcurrentHashMap.newKeySet();
        run((name, timeout) -> {
            assertThat(taken.add(name)).isTrue();
            return () -> released.add(name);
        });
        assertThat(taken).hasSize(COUNT).isEqualTo(released);
    }

    @Test
    void anAcquireThatFailsIsCountedAndTheOthersGoOn() throws Exception {
        Timeline timeline = run((name, timeout) -> {
            if (name.equals("a/7")) {
                throw new LockClient.NotInTimeException(name, timeout);
            }
            return () -> {};
        });
        List<Long> nanos = timeline.nanos();
        assertThat(nanos.get(7)).isNegative();
        assertThat(nanos).filteredOn(each -> each < 0).hasSize(1);
    }
}
