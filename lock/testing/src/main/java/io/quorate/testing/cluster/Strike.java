// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.cluster;

import io.quorate.api.Hold;
import io.quorate.testing.watch.LockEvent;
import io.quorate.testing.watch.OpenHold;
import io.quorate.trace.SpaceTime.Activity;
import io.quorate.trace.SpaceTime.Scale;
import io.quorate.trace.Times;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A fault at an event, while the thread of the test is kept there. Then a rival on another node asks for the lock, time passes until it has it, and
 * it writes to all stores: now a late write of the test shows.
 */
final class Strike {
    /** Longer than any node remembers a hold. */
    private static final int LEASES_MAX = 3;

    private static final Duration CLOCK_JUMP = Duration.ofHours(1);
    private static final long GRANT_SECONDS = 30;

    private final SimulatedCluster cluster;
    private final ClusterNodes nodes;
    private final FaultPoint point;
    private final LockEvent event;
    private final int holder;

    /** Where there is a choice. */
    private final Random random;

    Strike(SimulatedCluster cluster, ClusterNodes nodes, FaultPoint point, LockEvent event, int holder) {
        this.cluster = cluster;
        this.nodes = nodes;
        this.point = point;
        this.event = event;
        this.holder = holder;
        this.random = new Random(point.seed() * 1_000_003 + event.number());
    }

    void happen() {
        List<OpenHold> held = heldByHolder();
        cluster.record().mark(holder, point.fault() + " " + event.inWords());
        nodes.settle();
        List<Integer> others = others();
        switch (point.fault()) {
            case CUT_OFF -> nodes.cutOff(holder);
            case PAUSE_HOLDER -> nodes.pause(holder);
            case KILL_VOTER -> {
                if (!others.isEmpty()) {
                    nodes.kill(others.remove(random.nextInt(others.size())));
                }
            }
            case REVOKE -> held.forEach(hold -> nodes.revoke(hold.held().lock()));
            case CLOCK_JUMP -> nodes.jumpClock(holder, CLOCK_JUMP);
            case LOSE_HOLD -> cluster.loseTrust(holder);
        }
        nodes.settle();
        cluster.awaitListeners();
        if (!others.isEmpty()) {
            int rival = others.get(random.nextInt(others.size()));
            locks(held).forEach(lock -> takeOver(rival, lock));
        }
    }

    /** The nodes that can do something, in the order of their numbers. The test itself may have brought some down. */
    private List<Integer> others() {
        List<Integer> others = new ArrayList<>();
        for (NodePlace place : nodes.all()) {
            if (place.number != holder && place.isAwake() && !place.cutOff) {
                others.add(place.number);
            }
        }
        return others;
    }

    private List<OpenHold> heldByHolder() {
        return cluster.book().stillHeld().stream()
                .filter(hold -> hold.node() == holder)
                .toList();
    }

    private List<String> locks(List<OpenHold> held) {
        List<String> names =
                held.stream().map(hold -> hold.held().lock()).distinct().toList();
        return names.isEmpty() && !event.lock().isEmpty() ? List.of(event.lock()) : names;
    }

    /** The rival asks for the lock; if it gets it, it writes and gives it back. */
    private void takeOver(int rival, String lock) {
        NodePlace place = nodes.place(rival);
        CompletableFuture<Hold> asked = place.locks().lock(lock).acquireAsync().toCompletableFuture();
        long waits = cluster.record().begin(rival, Activity.WAITING, lock + " (rival)");
        Duration step = cluster.smallStep();
        Duration limit = cluster.lease().multipliedBy(LEASES_MAX);
        Duration passed = Duration.ZERO;
        nodes.settle();
        while (!isSettled(asked, place) && passed.compareTo(limit) < 0) {
            nodes.advance(step);
            cluster.awaitListeners();
            passed = passed.plus(step);
        }
        if (!passed.isZero()) {
            cluster.record().mark(holder, Times.text(passed.toNanos(), Scale.NANOSECONDS) + " later");
        }
        cluster.record().end(waits);
        if (isSettled(asked, place)) {
            use(rival, lock, granted(asked));
        } else {
            asked.cancel(true);
        }
        nodes.settle();
    }

    private static boolean isSettled(CompletableFuture<Hold> asked, NodePlace place) {
        return asked.isDone() || place.locks().statistics().waiting() == 0;
    }

    /** The claim is settled, and its stage completes on another thread a moment later. */
    private static Hold granted(CompletableFuture<Hold> asked) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return asked.get(GRANT_SECONDS, TimeUnit.SECONDS);
                } catch (InterruptedException interruption) {
                    interrupted = true; // the hold of the test was lost, and it wants to know
                } catch (ExecutionException | TimeoutException | CancellationException failure) {
                    throw new IllegalStateException("the rival of the test did not get its lock", failure);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void use(int rival, String lock, Hold hold) {
        long holds = cluster.record().begin(rival, Activity.HOLDING, lock + " (rival)");
        cluster.stores().forEach(store -> store.rivalWrites(lock, hold.fence(), rival));
        hold.close();
        cluster.record().end(holds);
    }
}
