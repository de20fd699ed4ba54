// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import io.quorate.api.DistributedSemaphore;
import io.quorate.api.LockFailedException;
import io.quorate.torture.holds.HoldWatch;
import io.quorate.torture.holds.WatchedHold;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Threads that take and give back locks: one that all want, some that are shared and exclusive by turns, and one of this
 * process, which it takes again and again so that it stays with it, and which others seldom want. Some waits are given up
 * soon, and some holds last longer than a lease.
 */
final class LockLoad {
    private static final Duration LONG_TIMEOUT = Duration.ofMinutes(3);
    private static final int WARM_LOCKS = 4;
    static final int ACCOUNTS = 5;
    static final int PERMITS = 3;

    private final HoldWatch watch;
    private final Path stores;
    private final String node;
    private final Duration lease;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean resting;

    LockLoad(HoldWatch watch, Path stores, String node, Duration lease) {
        this.watch = watch;
        this.stores = stores;
        this.node = node;
        this.lease = lease;
    }

    /** All locks that processes with these names take. */
    static List<String> locks(List<String> nodes) {
        List<String> locks = new ArrayList<>(List.of("hot"));
        for (int index = 0; index < WARM_LOCKS; index++) {
            locks.add("warm/" + index);
        }
        nodes.forEach(node -> locks.add("own/" + node));
        return locks;
    }

    void start(int count, long seed) {
        start(count, seed, this::takeOnce);
    }

    /** Threads that take lock sets that overlap, in any order, and permits of one semaphore. */
    void startRecipes(int count, long seed) {
        start(count, seed, this::useRecipeOnce);
    }

    private void start(int count, long seed, Work step) {
        resting = false;
        for (int index = 0; index < count; index++) {
            Random random = new Random(seed * 31 + index);
            Thread thread = new Thread(() -> work(step, random), "load-" + index);
            threads.add(thread);
            thread.start();
        }
    }

    private interface Work {
        void once(Random random) throws InterruptedException, IOException;
    }

    /** Ends when everybody who waits has got an answer. */
    void rest() throws InterruptedException {
        resting = true;
        for (Thread thread : threads) {
            thread.join();
        }
        threads.clear();
    }

    private void work(Work step, Random random) {
        try {
            while (!resting) {
                step.once(random);
                Thread.sleep(random.nextInt(20));
            }
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void takeOnce(Random random) throws InterruptedException, IOException {
        String name = name(random);
        boolean shared = name.startsWith("warm") && random.nextInt(10) < 6;
        boolean mayGiveUp = random.nextInt(12) == 0;
        Duration timeout = mayGiveUp ? Duration.ofMillis(1 + random.nextInt(20)) : LONG_TIMEOUT;
        WatchedHold hold;
        try {
            hold = watch.take(name, shared, timeout, mayGiveUp);
        } catch (LockFailedException writtenDown) {
            return;
        }
        Thread.sleep(holdMillis(random, name));
        if (!shared) {
            FencedFile store = new FencedFile(stores.resolve(name.replace('/', '-') + ".fence"));
            if (!store.write(hold.hold().fence())) {
                hold.refused();
            }
        }
        watch.giveBack(hold);
    }

    private void useRecipeOnce(Random random) throws InterruptedException {
        List<WatchedHold> taken = new ArrayList<>();
        try {
            if (random.nextBoolean()) {
                taken.addAll(watch.takeSet(accounts(random), LONG_TIMEOUT));
            } else {
                DistributedSemaphore pool = watch.locks().semaphore("pool", PERMITS);
                taken.add(watch.takePermit(pool, LONG_TIMEOUT));
            }
        } catch (LockFailedException writtenDown) {
            return;
        }
        Thread.sleep(random.nextInt(10));
        watch.giveBack(taken);
    }

    /** Two or three different accounts, in any order. */
    private static List<String> accounts(Random random) {
        List<String> all = new ArrayList<>(
                IntStream.range(0, ACCOUNTS).mapToObj(each -> "account/" + each).toList());
        Collections.shuffle(all, random);
        return List.copyOf(all.subList(0, 2 + random.nextInt(2)));
    }

    private String name(Random random) {
        int die = random.nextInt(10);
        if (die < 3) {
            return "hot";
        }
        if (die < 6) {
            return "warm/" + random.nextInt(WARM_LOCKS);
        }
        return die < 9 ? "own/" + node : "own/n" + (1 + random.nextInt(3));
    }

    /** Mostly short; now and then longer than a lease, but not of the lock that all want. */
    private long holdMillis(Random random, String name) {
        int die = random.nextInt(200);
        if (die == 0 && !name.equals("hot")) {
            return lease.multipliedBy(3).dividedBy(2).toMillis();
        }
        return die < 20 ? random.nextInt(60) : random.nextInt(4);
    }
}
