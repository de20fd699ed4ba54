// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.api.DistributedLock;
import io.quorate.api.DistributedReadWriteLock;
import io.quorate.api.Hold;
import io.quorate.api.LockMode;
import io.quorate.core.lock.Protocols;
import io.quorate.node.embedded.EmbeddedLocks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Threads of several nodes that want one lock in every way there is, and notice when two are inside that conflict. */
final class Contenders implements AutoCloseable {
    static final Duration SOON = Duration.ofSeconds(30);

    private static final String LOCK = "contended";

    /** Counts for so many readers in {@link #inside}. */
    private static final int WRITER = 1000;

    private final long seed;
    private final List<EmbeddedLocks> nodes;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicLong overlaps = new AtomicLong();
    private final AtomicLong holdsAlone = new AtomicLong();
    private final AtomicLong interrupted = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private long unprotected;
    private volatile boolean enough;

    /** They begin at once. */
    Contenders(long seed, List<EmbeddedLocks> nodes, int threadsPerNode) {
        this.seed = seed;
        this.nodes = List.copyOf(nodes);
        SplittableRandom random = new SplittableRandom(seed);
        for (EmbeddedLocks node : nodes) {
            for (int count = 0; count < threadsPerNode; count++) {
                SplittableRandom own = random.split();
                threads.add(new Thread(() -> work(node, own), "contender " + count + " of " + node.nodeId()));
            }
        }
        threads.forEach(Thread::start);
    }

    List<Thread> threads() {
        return threads;
    }

    /** How often a thread was interrupted while it waited. */
    long interrupted() {
        return interrupted.get();
    }

    /** Lets them work for so long, while the trouble is made again and again. */
    void workFor(Duration time, Runnable trouble) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0 && overlaps.get() == 0 && failure.get() == null) {
            trouble.run();
        }
    }

    /** Lets them work until the lock was held alone so often. */
    void awaitHolds(long count) {
        await().atMost(SOON).until(() -> holdsAlone.get() >= count || overlaps.get() > 0 || failure.get() != null);
    }

    /** Ends them; whoever still waits must be served, nobody may have met another inside, and nothing may be left. */
    void endAndCheck() throws InterruptedException {
        endAndCheckHolds();
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(nodes)
                        .extracting(each -> each.node().counters().locksInUse())
                        .containsOnly(0));
    }

    /** The same for any protocol, whether it remembers idle locks or not. */
    void endAndCheck(String protocol) throws InterruptedException {
        if (Protocols.named(protocol).traits().forgetsIdleLocks()) {
            endAndCheck();
        } else {
            endAndCheckHolds();
        }
    }

    /** The same for protocols that remember idle locks. */
    void endAndCheckHolds() throws InterruptedException {
        enough = true;
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(threads).as(this::whatIsStuck).noneMatch(Thread::isAlive));
        assertThat(failure.get()).as("what a contender has thrown").isNull();
        assertThat(overlaps).as("overlaps with seed %d", seed).hasValue(0);
        assertThat(unprotected).as("what was counted alone").isEqualTo(holdsAlone.get());
        assertThat(holdsAlone.get()).isGreaterThan(20);
        for (EmbeddedLocks node : nodes) {
            node.lock(LOCK).acquire(SOON).close();
        }
        assertThat(nodes).extracting(each -> each.node().counters().failures()).containsOnly(0L);
    }

    @Override
    public void close() {
        enough = true;
    }

    private String whatIsStuck() {
        StringBuilder text = new StringBuilder("seed ").append(seed);
        nodes.forEach(node -> text.append("\n")
                .append(node.nodeId())
                .append(" says ")
                .append(node.lock(LOCK).describe()));
        return text.toString();
    }

    private void work(EmbeddedLocks node, SplittableRandom random) {
        DistributedReadWriteLock both = node.readWriteLock(LOCK);
        while (!enough) {
            try {
                DistributedLock lock = random.nextInt(3) == 0 ? both.writeLock() : both.readLock();
                getInside(lock, random);
            } catch (InterruptedException interruption) {
                interrupted.incrementAndGet();
            } catch (RuntimeException | Error wrong) {
                failure.compareAndSet(null, wrong);
                return;
            }
        }
    }

    private void getInside(DistributedLock lock, SplittableRandom random) throws InterruptedException {
        switch (random.nextInt(5)) {
            case 0 -> {
                lock.lock();
                try {
                    inside(lock.mode());
                } finally {
                    lock.unlock();
                }
            }
            case 1 -> {
                lock.lockInterruptibly();
                try {
                    inside(lock.mode());
                } finally {
                    lock.unlock();
                }
            }
            case 2 -> insideAndBack(lock.acquire());
            case 3 -> lock.tryAcquire(Duration.ofMillis(random.nextInt(30))).ifPresent(this::insideAndBack);
            default -> {
                CompletableFuture<Hold> later = lock.acquireAsync().toCompletableFuture();
                if (random.nextInt(2) == 0 || !later.cancel(false)) {
                    insideAndBack(later.join());
                }
            }
        }
    }

    private void insideAndBack(Hold got) {
        try (Hold hold = got) {
            inside(hold.mode());
        }
    }

    private void inside(LockMode mode) {
        boolean alone = mode == LockMode.EXCLUSIVE;
        int before = inside.getAndAdd(alone ? WRITER : 1);
        if (alone ? before != 0 : before >= WRITER) {
            overlaps.incrementAndGet();
        }
        long count = unprotected;
        LockSupport.parkNanos(1_000); // long enough to be caught
        if (alone) {
            unprotected = count + 1;
            holdsAlone.incrementAndGet();
        }
        inside.addAndGet(alone ? -WRITER : -1);
    }
}
