// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import io.quorate.api.LockListener;
import io.quorate.api.LockMode;
import io.quorate.api.LockStatistics;
import io.quorate.api.Locks;
import io.quorate.api.LossReason;
import io.quorate.api.Registration;
import io.quorate.testing.LockCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What listeners and the flight recorder hear of the locks of a node. */
@Tag("threads")
final class ObserversTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final LockCluster cluster = LockCluster.inMemory(3);
    private final List<String> heard = new CopyOnWriteArrayList<>();

    @TempDir
    private Path folder;

    @AfterEach
    void stop() {
        cluster.close();
    }

    private final class Notes implements LockListener {
        @Override
        public void settled(String lockName, LockMode mode, Outcome outcome, Duration waited) {
            heard.add(lockName + " " + mode + " " + outcome + (waited.isNegative() ? " too early" : ""));
        }

        @Override
        public void released(String lockName, LockMode mode, Duration held) {
            heard.add(lockName + " " + mode + " released" + (held.isNegative() ? " too early" : ""));
        }

        @Override
        public void lost(String lockName, LockMode mode, Duration held, LossReason reason) {
            heard.add(lockName + " " + mode + " lost " + reason);
        }
    }

    private void awaitHeard(String... expected) {
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(heard).containsExactly(expected));
    }

    @Test
    void aListenerThatWasRemovedHearsNothingMore() throws Exception {
        Registration removed = cluster.node(0).addListener(new Notes());
        Registration twin = cluster.node(0).addListener(new Notes());
        cluster.node(0).lock("x").acquire(TIMEOUT).close();
        awaitHeard("x EXCLUSIVE ACQUIRED", "x EXCLUSIVE ACQUIRED", "x EXCLUSIVE released", "x EXCLUSIVE released");
        heard.clear();
        removed.close();
        removed.close();
        cluster.node(0).lock("y").acquire(TIMEOUT).close();
        awaitHeard("y EXCLUSIVE ACQUIRED", "y EXCLUSIVE released");
        twin.close();
    }

    @Test
    void aLossListenerThatWasRemovedIsNotCalled() throws Exception {
        Hold hold = cluster.node(0).lock("x").acquire(TIMEOUT);
        CompletableFuture<LossReason> told = new CompletableFuture<>();
        Registration removed = hold.onLost(reason -> heard.add("removed"));
        hold.onLost(told::complete);
        removed.close();
        cluster.node(0).close();
        assertThat(told.get(50, TimeUnit.SECONDS)).isEqualTo(LossReason.NODE_CLOSED);
        assertThat(heard).isEmpty();
    }

    @Test
    void eachHoldIsHeardOfOnceWhenItBeginsAndOnceWhenItEnds() throws Exception {
        cluster.node(0).addListener(new Notes());
        try (Hold hold = cluster.node(0).readWriteLock("x").readLock().acquire(TIMEOUT)) {
            assertThat(hold.isValid()).isTrue();
        }
        DistributedLock lock = cluster.node(0).lock("y");
        lock.lock();
        try {
            assertThat(lock.tryLock()).as("once more").isTrue();
            lock.unlock();
        } finally {
            lock.unlock();
        }
        awaitHeard("x SHARED ACQUIRED", "x SHARED released", "y EXCLUSIVE ACQUIRED", "y EXCLUSIVE released");
    }

    @Test
    void whatLedToNothingIsHeardOfWithItsReason() throws Exception {
        Locks node = cluster.node(0);
        Hold other = cluster.node(1).lock("x").acquire(TIMEOUT);
        node.addListener(new Notes());
        assertThat(node.lock("x").tryAcquire(Duration.ofMillis(1))).isEmpty();
        awaitHeard("x EXCLUSIVE TIMED_OUT");
        CompletableFuture<Hold> pending = node.lock("x").acquireAsync().toCompletableFuture();
        pending.cancel(false);
        awaitHeard("x EXCLUSIVE TIMED_OUT", "x EXCLUSIVE ABANDONED");
        CompletableFuture<Hold> closed = node.lock("x").acquireAsync().toCompletableFuture();
        node.close();
        assertThatThrownBy(closed::join).isInstanceOf(CompletionException.class);
        awaitHeard("x EXCLUSIVE TIMED_OUT", "x EXCLUSIVE ABANDONED", "x EXCLUSIVE CLOSED");
        other.close();
    }

    @Test
    void aListenerThatThrowsHarmsNobody() throws Exception {
        cluster.node(0).addListener(new LockListener() {
            @Override
            public void settled(String lockName, LockMode mode, Outcome outcome, Duration waited) {
                throw new IllegalStateException("on purpose");
            }
        });
        cluster.node(0).addListener(new Notes());
        cluster.node(0).lock("x").acquire(TIMEOUT).close();
        awaitHeard("x EXCLUSIVE ACQUIRED", "x EXCLUSIVE released");
    }

    @Test
    void anErrorOfAListenerLeavesNoLockHeld() throws Exception {
        cluster.node(0).addListener(new LockListener() {
            @Override
            public void settled(String lockName, LockMode mode, Outcome outcome, Duration waited) {
                throw new AssertionError("on purpose");
            }

            @Override
            public void released(String lockName, LockMode mode, Duration held) {
                throw new AssertionError("on purpose");
            }
        });
        cluster.node(0).addListener(new Notes());
        cluster.node(0).lock("x").acquire(TIMEOUT).close();
        awaitHeard("x EXCLUSIVE ACQUIRED", "x EXCLUSIVE released");
        cluster.node(1).lock("x").acquire(TIMEOUT).close();
    }

    @Test
    void statisticsCountWhatIsGoingOn() throws Exception {
        try (Hold hold = cluster.node(0).lock("x").acquire(TIMEOUT)) {
            LockStatistics now = cluster.node(0).statistics();
            assertThat(hold.isValid()).isTrue();
            assertThat(now.holding()).isEqualTo(1);
            assertThat(now.nearestDeadline()).isNotNull().isPositive();
            long votes = cluster.nodes().stream()
                    .mapToLong(node -> node.statistics().votesGiven())
                    .sum();
            assertThat(votes).as("a majority of three").isGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void aRecordingHasTheEventsOfALockAndNothingWithoutIt() throws Exception {
        Path file = folder.resolve("locks.jfr");
        cluster.node(0).lock("before").acquire(TIMEOUT).close();
        long fence;
        try (Recording recording = new Recording()) {
            recording.enable("io.quorate.LockAcquire");
            recording.enable("io.quorate.LockHold");
            recording.enable("io.quorate.LockLost");
            recording.start();
            Hold hold = cluster.node(0).lock("x").acquire(TIMEOUT);
            fence = hold.fence();
            hold.close();
            cluster.node(1).addListener(new Notes());
            Hold lost = cluster.node(1).lock("y").acquire(TIMEOUT);
            cluster.node(1).close();
            assertThat(lost.isValid()).isFalse();
            awaitHeard("y EXCLUSIVE ACQUIRED", "y EXCLUSIVE lost NODE_CLOSED");
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith("io.quorate."))
                .toList();
        assertThat(events).noneMatch(event -> event.getString("lock").equals("before"));
        RecordedEvent acquire = only(events, "io.quorate.LockAcquire", "x");
        assertThat(acquire.getString("outcome")).isEqualTo("ACQUIRED");
        assertThat(acquire.getString("node")).isEqualTo(cluster.node(0).nodeId());
        assertThat(acquire.getDuration()).isPositive();
        RecordedEvent hold = only(events, "io.quorate.LockHold", "x");
        assertThat(hold.getLong("fence")).isEqualTo(fence);
        assertThat(hold.getString("ending")).isEqualTo("RELEASED");
        assertThat(only(events, "io.quorate.LockLost", "y").getString("reason")).isEqualTo("NODE_CLOSED");
    }

    private static RecordedEvent only(List<RecordedEvent> events, String type, String lock) {
        List<RecordedEvent> found = events.stream()
                .filter(event -> event.getEventType().getName().equals(type)
                        && event.getString("lock").equals(lock))
                .toList();
        assertThat(found).as("%s of %s in %s", type, lock, events).hasSize(1);
        return found.get(0);
    }
}
