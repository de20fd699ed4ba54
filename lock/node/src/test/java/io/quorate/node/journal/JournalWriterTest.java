// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.node.net.HeardLog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lines leave in order, and a log that is stuck stops nobody. */
@Tag("threads")
@Timeout(60)
class JournalWriterTest {
    private static final Duration SOON = Duration.ofSeconds(50);

    private final JournalWriter writer = new JournalWriter("journal-under-test");
    private final List<Integer> written = new CopyOnWriteArrayList<>();

    private static boolean isThreadThere() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("journal-under-test"));
    }

    @Test
    void linesAreWrittenInOrderOnAThreadThatEnds() {
        for (int line = 0; line < 500; line++) {
            int number = line;
            writer.execute(() -> written.add(number));
        }
        await().atMost(SOON).until(() -> written.size() == 500);
        assertThat(written).isSorted();
        await().atMost(SOON).until(() -> !isThreadThere());
    }

    @Test
    void beyondTheLimitLinesAreDroppedAndCounted() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (HeardLog log = new HeardLog(JournalWriter.class)) {
            writer.execute(() -> {
                begun.countDown();
                try {
                    goOn.await();
                } catch (InterruptedException end) {
                    Thread.currentThread().interrupt();
                }
            });
            begun.await();
            for (int line = 0; line < JournalWriter.QUEUED_MAX + 7; line++) {
                int number = line;
                writer.execute(() -> written.add(number));
            }
            writer.close(); // returns though the log is stuck
            assertThat(written).isEmpty();
            goOn.countDown();
            await().atMost(SOON).until(() -> !log.with("QUO-0077").isEmpty());
            assertThat(written)
                    .isEqualTo(
                            IntStream.range(0, JournalWriter.QUEUED_MAX).boxed().toList());
            assertThat(log.with("QUO-0077").get(0).thrown())
                    .hasMessageContaining("7 lines of the journal were dropped");
        }
    }

    @Test
    void aLineThatFailsIsSaidAndTheNextIsWritten() {
        try (HeardLog log = new HeardLog(JournalWriter.class)) {
            writer.execute(() -> {
                throw new OutOfMemoryError("on purpose");
            });
            writer.execute(() -> written.add(1));
            await().atMost(SOON).until(() -> written.size() == 1);
            assertThat(log.ids()).containsExactly("QUO-0077");
        }
    }
}
