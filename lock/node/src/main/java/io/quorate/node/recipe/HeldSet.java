// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.recipe;

import io.quorate.api.Hold;
import io.quorate.api.LossReason;
import io.quorate.api.Registration;
import io.quorate.api.SetHold;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Holds that are used and closed as one. */
final class HeldSet implements SetHold {
    private final List<Hold> holds;
    private volatile boolean closed;

    HeldSet(List<Hold> holds) {
        this.holds = List.copyOf(holds);
    }

    @Override
    public List<String> names() {
        return holds.stream().map(Hold::lockName).toList();
    }

    @Override
    public long fence(String name) {
        for (Hold hold : holds) {
            if (hold.lockName().equals(name)) {
                return hold.fence();
            }
        }
        throw new IllegalArgumentException("There is no lock \"" + name + "\" in this set: it has " + names() + ".");
    }

    /** The name of a lock that is not held any more; null if all are. */
    @Nullable
    String firstInvalid() {
        for (Hold hold : holds) {
            if (!hold.isValid()) {
                return hold.lockName();
            }
        }
        return null;
    }

    @Override
    public boolean isValid() {
        return firstInvalid() == null;
    }

    @Override
    public Duration validFor() {
        Duration least = holds.get(0).validFor();
        for (Hold hold : holds) {
            Duration each = hold.validFor();
            least = each.compareTo(least) < 0 ? each : least;
        }
        return least;
    }

    @Override
    public Registration onLost(BiConsumer<String, LossReason> listener) {
        Objects.requireNonNull(listener, "A listener must not be null.");
        AtomicBoolean told = new AtomicBoolean();
        List<Registration> all = new ArrayList<>(holds.size());
        for (Hold hold : holds) {
            all.add(hold.onLost(reason -> {
                if (!closed && told.compareAndSet(false, true)) {
                    listener.accept(hold.lockName(), reason);
                }
            }));
        }
        return () -> all.forEach(Registration::close);
    }

    @Override
    public SetHold interruptOnLoss() {
        holds.forEach(Hold::interruptOnLoss);
        return this;
    }

    @Override
    public void close() {
        closed = true; // what is lost from here on is no loss
        closeAll(holds);
    }

    /** The last one first. If one cannot be closed, the others are still closed, and then this throws. */
    static void closeAll(List<Hold> holds) {
        closeUpTo(holds.size(), holds);
    }

    private static void closeUpTo(int count, List<Hold> holds) {
        int left = count;
        try {
            while (left > 0) {
                left--;
                holds.get(left).close();
            }
        } finally {
            if (left > 0) {
                closeUpTo(left, holds);
            }
        }
    }

    @Override
    public Hold.Outcome outcome() {
        boolean open = false;
        for (Hold hold : holds) {
            Hold.Outcome each = hold.outcome();
            if (each == Hold.Outcome.WAS_LOST) {
                return each;
            }
            open |= each == Hold.Outcome.OPEN;
        }
        return open ? Hold.Outcome.OPEN : Hold.Outcome.RELEASED;
    }

    @Override
    public String toString() {
        return "SetHold(" + names() + ", " + outcome() + ")";
    }
}
