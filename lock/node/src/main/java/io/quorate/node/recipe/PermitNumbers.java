// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.recipe;

import io.quorate.api.DistributedLock;
import io.quorate.api.DistributedSemaphore;
import io.quorate.api.LockDescription;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Warns of a semaphore that has different numbers of permits at different nodes. No voter knows the number. But each claim for a permit or
 * a ticket tells it in its label, which {@code describe} shows. So a node that uses a semaphore describes some of its locks now and
 * then, in the background, and compares. It only warns: during a deployment that changes the number, both are in use.
 */
public final class PermitNumbers {
    private static final EventLog LOG = EventLog.of(PermitNumbers.class);

    /** Semaphores that are remembered: the number of names has no limit. */
    private static final int NAMES_MAX = 1_000;

    /** Permits that are described at a time: with more than these, others each time. */
    private static final int DESCRIBED_MAX = 8;

    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final Pattern LABEL = Pattern.compile("^(?:permit \\d{1,3}|ticket) of (\\d{1,3}), ");

    private final Executor background;
    private final AtomicBoolean isLooking = new AtomicBoolean();

    /** Guarded by itself. The one that was opened least recently leaves first. */
    private final Map<String, Seen> semaphores = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Seen> eldest) {
            return size() > NAMES_MAX;
        }
    };

    /** The executor gives each task a thread: the tasks ask other nodes, and wait for them. */
    public PermitNumbers(Executor background) {
        this.background = background;
    }

    /** The label of a claim for this permit. */
    static String permit(int number, int permits) {
        return "permit " + number + " of " + permits;
    }

    /** The label of a claim for the ticket. */
    static String ticket(int permits) {
        return "ticket of " + permits;
    }

    /** The number of permits of one semaphore at this node, and the time of its last comparison. */
    final class Seen {
        private final String name;
        private final AtomicLong nextLook = new AtomicLong(System.nanoTime());
        private volatile int permits;
        private volatile String said = "";

        private Seen(String name, int permits) {
            this.name = name;
            this.permits = permits;
        }

        /** To be called when the semaphore was used. Now and then, compares its number with that of other nodes. */
        void used(DistributedSemaphore semaphore, IntFunction<DistributedLock> locks) {
            long now = System.nanoTime();
            long due = nextLook.get();
            if (now - due >= 0
                    && nextLook.compareAndSet(due, now + PAUSE_NANOS)
                    && isLooking.compareAndSet(false, true)) {
                begin(() -> look(semaphore.permits(), locks));
            }
        }

        private void begin(Runnable look) {
            try {
                background.execute(() -> {
                    try {
                        look.run();
                    } finally {
                        isLooking.set(false);
                    }
                });
            } catch (OutOfMemoryError noThread) {
                isLooking.set(false);
                LOG.sayWith(LogEvent.PERMITS_NOT_COMPARED, noThread, name);
            }
        }

        private void look(int here, IntFunction<DistributedLock> locks) {
            try {
                for (int number : sample(here)) {
                    LockDescription lock = locks.apply(number).describe();
                    Stream.concat(lock.holders().stream(), lock.waiters().stream())
                            .filter(party -> isAnother(here, party.label()))
                            .findFirst()
                            .ifPresent(party -> differs(here, numberIn(party.label()), "node " + party.nodeId()));
                    if (!lock.unanswered().isEmpty()) {
                        return; // each further question would wait as long
                    }
                }
            } catch (RuntimeException failure) { // the node has ended, for example
                LOG.sayWith(LogEvent.PERMITS_NOT_COMPARED, failure, name);
            }
        }

        /** Says it once, until it is something else. */
        private void differs(int here, int there, String where) {
            String what = here + " " + there + " " + where;
            if (!said.equals(what)) {
                said = what;
                LOG.say(LogEvent.PERMITS_DIFFER, name, here, there, where, Math.max(here, there));
            }
        }

        private void openedAgain(int now) {
            int before = permits;
            permits = now;
            if (before != now) {
                differs(now, before, "this node before");
            }
        }
    }

    /** The permits to describe: the ticket, which is 0, some that this node uses, and the first that it does not know. */
    private static List<Integer> sample(int permits) {
        List<Integer> all =
                new ArrayList<>(IntStream.rangeClosed(1, permits).boxed().toList());
        Collections.shuffle(all);
        List<Integer> some = new ArrayList<>(all.subList(0, Math.min(all.size(), DESCRIBED_MAX)));
        some.add(0);
        some.add(permits + 1);
        return some;
    }

    private static boolean isAnother(int permits, String label) {
        int number = numberIn(label);
        return number != 0 && number != permits;
    }

    /** The number of permits that this label tells; 0 if it tells none. */
    static int numberIn(String label) {
        Matcher found = LABEL.matcher(label);
        return found.find() ? Integer.parseInt(found.group(1)) : 0;
    }

    /** A semaphore is opened at this node. */
    Seen opened(String name, int permits) {
        synchronized (semaphores) {
            Seen known = semaphores.get(name);
            if (known != null) {
                known.openedAgain(permits);
                return known;
            }
            Seen seen = new Seen(name, permits);
            semaphores.put(name, seen);
            return seen;
        }
    }
}
