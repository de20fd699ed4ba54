// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.time;

import org.jspecify.annotations.Nullable;

/**
 * Timers, in a wheel of slots by the time at which they are due: starting, stopping and firing one costs the same however
 * many there are. Not thread-safe, except {@link #earliest()}: the wheel of a node is touched in its turns only.
 */
public final class TimerWheel {
    /** The value of {@link #earliest()} when no timer runs. */
    public static final long NEVER = Long.MAX_VALUE;

    /** A slot covers 2^22 ns, about 4 ms; within a slot, timers are still told apart by their exact deadlines. */
    private static final int SLOT_SHIFT = 22;

    private static final int SLOTS = 1024;

    private final Timer[] slots = new Timer[SLOTS];
    private final Timer due = new Sentinel();

    /** Everything due in slots before this one (counted from time 0, not round the wheel) has been fired. */
    private long position;

    /** No timer is due before this time; there may be none at it, if the one that was is stopped. */
    private volatile long earliest = NEVER;

    public TimerWheel(long now) {
        position = now >> SLOT_SHIFT;
        for (int slot = 0; slot < SLOTS; slot++) {
            slots[slot] = new Sentinel();
        }
    }

    /** So long after that time. */
    public static long sum(long time, long nanos) {
        return nanos >= NEVER - time ? NEVER : time + nanos;
    }

    /** A thing to be done at a time. It is in at most one place of one wheel. */
    public abstract static class Timer {
        private @Nullable Timer before;
        private @Nullable Timer after;
        private long deadline;

        /** Called in a turn, when the timer does not run any more: it may be started again. */
        public abstract void fire();

        public final boolean isRunning() {
            return after != null;
        }

        public final long deadline() {
            return deadline;
        }

        private void linkBefore(Timer next) {
            Timer previous = required(next.before);
            before = previous;
            after = next;
            previous.after = this;
            next.before = this;
        }

        private void unlink() {
            Timer previous = required(before);
            Timer next = required(after);
            previous.after = next;
            next.before = previous;
            before = null;
            after = null;
        }

        private static Timer required(@Nullable Timer timer) {
            if (timer == null) {
                throw new IllegalStateException("a timer that runs has neighbours");
            }
            return timer;
        }
    }

    /** The ends of a list of timers, which is a ring. */
    private static final class Sentinel extends Timer {
        Sentinel() {
            super.before = this;
            super.after = this;
        }

        @Override
        public void fire() {
            throw new IllegalStateException("a sentinel is never due");
        }
    }

    /** Starts the timer, or starts it again. A deadline that has passed is due at once, {@link #NEVER} never. */
    public void start(Timer timer, long deadline) {
        stop(timer);
        if (deadline == NEVER) {
            return;
        }
        timer.deadline = deadline;
        timer.linkBefore(slotOf(Math.max(deadline >> SLOT_SHIFT, position)));
        if (deadline < earliest) {
            earliest = deadline;
        }
    }

    /** Stops the timer if it runs. */
    public void stop(Timer timer) {
        if (timer.isRunning()) {
            timer.unlink();
        }
    }

    private Timer slotOf(long place) {
        return slots[(int) (place & (SLOTS - 1))];
    }

    /** Fires every timer whose deadline has come. Costs one comparison when there is none. */
    public void fireDue(long now) {
        if (now < earliest) {
            return;
        }
        collectDue(now);
        earliest = nextDeadline();
        for (Timer timer = due.after; timer != due && timer != null; timer = due.after) {
            timer.unlink();
            timer.fire();
        }
    }

    /** Moves what is due to a list of its own first: a timer that fires may start and stop others. */
    private void collectDue(long now) {
        long last = now >> SLOT_SHIFT;
        long first = Math.max(position, last - SLOTS + 1);
        for (long place = first; place <= last; place++) {
            Timer slot = slotOf(place);
            for (Timer timer = Timer.required(slot.after); timer != slot; ) {
                Timer next = Timer.required(timer.after);
                if (timer.deadline <= now) {
                    timer.unlink();
                    timer.linkBefore(due);
                }
                timer = next;
            }
        }
        position = last;
    }

    /** The exact deadline of the next timer in this round of the wheel, or the end of the round if it has none. */
    private long nextDeadline() {
        boolean any = false;
        for (long place = position; place < position + SLOTS; place++) {
            Timer slot = slotOf(place);
            long least = NEVER;
            for (Timer timer = Timer.required(slot.after); timer != slot; timer = Timer.required(timer.after)) {
                any = true;
                if (timer.deadline >> SLOT_SHIFT <= place) {
                    least = Math.min(least, timer.deadline);
                }
            }
            if (least != NEVER) {
                return least;
            }
        }
        return any ? (position + SLOTS) << SLOT_SHIFT : NEVER;
    }

    /** When to look again: no timer is due before. May be read by any thread. */
    public long earliest() {
        return earliest;
    }
}
