package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.api.DistributedLock;
import io.quorate.api.DistributedReadWriteLock;
import io.quorate.api.Hold;
import io.quorate.api.LockMode;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.node.net.ChaosProxy;
import io.quorate.node.net.FreePorts;
import io.quorate.node.net.Roster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three real nodes, between them a network at its worst: whoever is inside is alone, and in the end everybody got in. */
class ChaosTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final int NODES = 3;
    private static final int WORKERS_PER_NODE = 3;
    private static final int FAULT_EVERY = 150;

    /** Counts for so many readers in {@link #inside}. */
    private static final int WRITER = 1000;

    private final List<ChaosProxy> proxies = new ArrayList<>();
    private final List<EmbeddedLocks> nodes = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicLong overlaps = new AtomicLong();
    private final AtomicLong holdsAlone = new AtomicLong();
    private long seed;
    private long unprotected;
    private volatile boolean enough;

    @AfterEach
    void closeAll() throws Exception {
        enough = true;
        threads.shutdownNow();
        nodes.forEach(EmbeddedLocks::close);
        for (ChaosProxy proxy : proxies) {
            proxy.close();
        }
    }

    @Test
    @Timeout(120)
    void exclusionAndServiceSurviveABadNetwork() throws Exception {
        run(1, Duration.ofSeconds(4));
    }

    @Test
    @Tag("long")
    @Timeout(400)
    void exclusionAndServiceSurviveABadNetworkForLong() throws Exception {
        run(Long.getLong("chaos.seed", 2), Duration.ofSeconds(Integer.getInteger("chaos.seconds", 60)));
    }

    private void run(long chosen, Duration time) throws Exception {
        seed = chosen;
        SplittableRandom random = new SplittableRandom(seed);
        startNodes(random);
        List<Future<?>> workers = new ArrayList<>();
        for (EmbeddedLocks node : nodes) {
            for (int worker = 0; worker < WORKERS_PER_NODE; worker++) {
                SplittableRandom own = random.split();
                workers.add(threads.submit(() -> work(node, own)));
            }
        }
        proxies.forEach(proxy -> proxy.faultEvery(FAULT_EVERY));
        long end = System.nanoTime() + time.toNanos();
        await().atMost(time.plus(SOON)).until(() -> System.nanoTime() - end >= 0 || overlaps.get() > 0);
        proxies.forEach(proxy -> proxy.faultEvery(0));
        enough = true;
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(workers).as(this::whatIsStuck).allMatch(Future::isDone));
        for (Future<?> worker : workers) {
            worker.get(); // what it has thrown
        }
        long faults = proxies.stream().mapToLong(ChaosProxy::faults).sum();
        assertThat(overlaps).as("overlaps with seed %d", seed).hasValue(0);
        assertThat(unprotected).as("what was counted alone").isEqualTo(holdsAlone.get());
        assertThat(holdsAlone.get()).isGreaterThan(20);
        assertThat(faults).as("faults").isPositive();
        for (EmbeddedLocks node : nodes) {
            node.lock("contended").acquire(SOON).close();
        }
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(nodes)
                        .extracting(each -> each.node().counters().locksInUse())
                        .containsOnly(0));
        assertThat(nodes).extracting(each -> each.node().counters().failures()).containsOnly(0L);
    }

    private String whatIsStuck() {
        StringBuilder text = new StringBuilder("seed ").append(seed);
        nodes.forEach(node -> text.append("\n")
                .append(node.nodeId())
                .append(" says ")
                .append(node.lock("contended").describe()));
        return text.toString();
    }

    private void startNodes(SplittableRandom random) throws Exception {
        List<String> members = new ArrayList<>();
        List<String> listening = new ArrayList<>();
        for (Roster.Member member : FreePorts.roster("any", NODES).members()) {
            ChaosProxy proxy = new ChaosProxy(member.port(), random.nextLong());
            proxies.add(proxy);
            members.add(member.id() + "=127.0.0.1:" + proxy.port());
            listening.add(member.address());
        }
        LocksConfig config = LocksConfig.of(members)
                .cluster("chaos")
                .suspectAfter(Duration.ofMillis(600))
                .unavailableAfter(Duration.ofSeconds(60))
                .joinTimeout(SOON);
        List<CompletableFuture<Locks>> joining = new ArrayList<>();
        for (int index = 0; index < NODES; index++) {
            LocksConfig own = config.nodeId(config.members().get(index).id()).listenAddress(listening.get(index));
            joining.add(CompletableFuture.supplyAsync(() -> Locks.join(own), threads));
        }
        joining.forEach(each -> nodes.add((EmbeddedLocks) each.join()));
    }

    private Void work(EmbeddedLocks node, SplittableRandom random) throws Exception {
        DistributedReadWriteLock both = node.readWriteLock("contended");
        while (!enough) {
            switch (random.nextInt(6)) {
                case 0 -> lockAndUnlock(both.writeLock());
                case 1 -> inside(both.writeLock().acquire());
                case 2 -> insideIfGot(both.writeLock(), random);
                case 3 -> insideIfGot(both.readLock(), random);
                case 4 -> inside(both.readLock().acquire());
                default -> {
                    CompletableFuture<Hold> later =
                            both.writeLock().acquireAsync().toCompletableFuture();
                    if (random.nextInt(2) == 0 || !later.cancel(false)) {
                        inside(later.get());
                    }
                }
            }
        }
        return null;
    }

    private void lockAndUnlock(DistributedLock lock) {
        lock.lock();
        try {
            alone();
        } finally {
            lock.unlock();
        }
    }

    private void insideIfGot(DistributedLock lock, SplittableRandom random) throws InterruptedException {
        lock.tryAcquire(Duration.ofMillis(random.nextInt(30))).ifPresent(this::inside);
    }

    private void inside(Hold got) {
        try (Hold hold = got) {
            if (hold.mode() == LockMode.SHARED) {
                together();
            } else {
                alone();
            }
        }
    }

    private void alone() {
        long before = unprotected;
        if (inside.getAndAdd(WRITER) != 0) {
            overlaps.incrementAndGet();
        }
        LockSupport.parkNanos(1_000); // long enough to be caught
        unprotected = before + 1;
        inside.addAndGet(-WRITER);
        holdsAlone.incrementAndGet();
    }

    private void together() {
        if (inside.getAndAdd(1) >= WRITER) {
            overlaps.incrementAndGet();
        }
        LockSupport.parkNanos(1_000); // long enough to be caught
        inside.addAndGet(-1);
    }
}
