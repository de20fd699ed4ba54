// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.runtime;

import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.api.LockFailedException;
import io.quorate.api.Locks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Threads at several nodes that take the same locks again and again, and notice when two have one at once. */
final class OverlayWorkers implements AutoCloseable {
    private final List<String> names;
    private final Map<String, Room> rooms = new ConcurrentHashMap<>();
    private final List<Worker> workers = new ArrayList<>();
    private final List<String> violations = new CopyOnWriteArrayList<>();
    private final List<String> endings = new CopyOnWriteArrayList<>();
    private volatile boolean enough;

    /** Where only one may be at a time. */
    private static final class Room {
        private final AtomicReference<@Nullable Hold> inside = new AtomicReference<>();
        private final AtomicLong fence = new AtomicLong();
    }

    OverlayWorkers(List<String> names) {
        this.names = List.copyOf(names);
        names.forEach(name -> rooms.put(name, new Room()));
    }

    /** One more, at this node; it ends when the node does. */
    Worker startAt(OverlayNode node) {
        Worker worker = new Worker(node.locks());
        workers.add(worker);
        worker.thread.start();
        return worker;
    }

    /** What those were told whose nodes ended. */
    List<String> endings() {
        return List.copyOf(endings);
    }

    List<String> violations() {
        return List.copyOf(violations);
    }

    /** A thread that takes all the locks in turn. */
    final class Worker {
        private final Locks locks;
        private final Thread thread;
        private final Map<String, AtomicLong> turns = new ConcurrentHashMap<>();

        private Worker(Locks locks) {
            this.locks = locks;
            this.thread = new Thread(this::work, "worker at " + locks.nodeId());
            names.forEach(name -> turns.put(name, new AtomicLong()));
        }

        /** How often it had the lock that it had least. */
        long turns() {
            return turns.values().stream().mapToLong(AtomicLong::get).min().orElse(0);
        }

        @Override
        public String toString() {
            return locks.nodeId() + turns;
        }

        private void work() {
            try {
                while (!enough) {
                    for (String name : names) {
                        take(name);
                    }
                }
            } catch (LockFailedException nodeEnded) {
                endings.add(String.valueOf(nodeEnded.getMessage()));
            } catch (InterruptedException told) {
                Thread.currentThread().interrupt();
            }
        }

        private void take(String name) throws InterruptedException {
            Room room = Objects.requireNonNull(rooms.get(name));
            Hold hold = locks.lock(name).acquire();
            try {
                Hold before = room.inside.getAndSet(hold);
                if (before != null && before.isValid() && hold.isValid()) {
                    violations.add(locks.nodeId() + " got " + name + " with fence " + hold.fence() + " while "
                            + before.fence() + " holds");
                }
                long highest = room.fence.getAndAccumulate(hold.fence(), Math::max);
                if (hold.fence() <= highest && hold.isValid()) {
                    violations.add(
                            locks.nodeId() + " got " + name + " with fence " + hold.fence() + " after " + highest);
                }
                if (hold.isValid()) {
                    Objects.requireNonNull(turns.get(name)).incrementAndGet();
                }
                Thread.onSpinWait();
                room.inside.compareAndSet(hold, null);
            } finally {
                hold.close();
            }
        }
    }

    @Override
    public void close() {
        enough = true;
        for (Worker worker : workers) {
            worker.thread.interrupt();
        }
        await("the end of all workers")
                .atMost(OverlayCluster.DEADLINE)
                .until(() -> workers.stream().noneMatch(worker -> worker.thread.isAlive()));
    }
}
