// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.watch;

import io.quorate.api.AcquireOptions;
import io.quorate.api.Hold;
import io.quorate.api.LockMode;
import io.quorate.api.LossReason;
import io.quorate.api.Registration;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** A hold that somebody watches. */
public final class WatchedHold implements Hold {
    private final LockWatch watch;
    private final int node;
    private final Hold hold;
    private final OpenHold entry;

    WatchedHold(LockWatch watch, int node, Hold hold) {
        this.watch = watch;
        this.node = node;
        this.hold = hold;
        this.entry = watch.granted(node, new HandleHeld(hold));
    }

    /** The fence of a hold, or 0 where the protocol has no fences, which {@link Hold} cannot say. */
    static long fenceOf(Hold hold) {
        try {
            return hold.fence();
        } catch (UnsupportedOperationException none) {
            return 0;
        }
    }

    /** The hold of the node, which nobody watches. */
    public Hold unwatched() {
        return hold;
    }

    /** The record of this hold. */
    public OpenHold entry() {
        return entry;
    }

    private void checked(String call) {
        watch.reaches(LockEvent.Kind.AFTER_CHECK, node, hold.lockName(), call);
    }

    @Override
    public String lockName() {
        return hold.lockName();
    }

    @Override
    public LockMode mode() {
        return hold.mode();
    }

    @Override
    public long fence() {
        return hold.fence();
    }

    @Override
    public boolean isValid() {
        watch.enters(node);
        boolean valid = hold.isValid();
        checked("isValid()");
        return valid;
    }

    @Override
    public Duration validFor() {
        watch.enters(node);
        Duration left = hold.validFor();
        checked("validFor()");
        return left;
    }

    @Override
    public boolean hasSpareVotes() {
        watch.enters(node);
        return hold.hasSpareVotes();
    }

    @Override
    public Registration onLost(Consumer<LossReason> listener) {
        watch.enters(node);
        Registration registration = hold.onLost(entry.counted(listener));
        return () -> {
            registration.close();
            entry.uncounted();
        };
    }

    @Override
    public Registration onReleaseRequested(Consumer<String> listener) {
        watch.enters(node);
        return hold.onReleaseRequested(listener);
    }

    @Override
    public Hold interruptOnLoss() {
        watch.enters(node);
        hold.interruptOnLoss();
        return this;
    }

    @Override
    public boolean extend(AcquireOptions options) {
        watch.enters(node);
        boolean extended = hold.extend(options);
        checked("extend()");
        return extended;
    }

    @Override
    public void close() {
        watch.enters(node);
        boolean wasOpen = hold.outcome() == Outcome.OPEN;
        if (wasOpen) {
            watch.reaches(LockEvent.Kind.BEFORE_RELEASE, node, hold.lockName(), "close()");
        }
        hold.close();
        entry.closed();
        if (wasOpen) {
            watch.reaches(LockEvent.Kind.AFTER_RELEASE, node, hold.lockName(), "close()");
        }
    }

    @Override
    public Outcome outcome() {
        watch.enters(node);
        return hold.outcome();
    }

    @Override
    public Optional<LossReason> lossReason() {
        watch.enters(node);
        return hold.lossReason();
    }

    @Override
    public String toString() {
        return hold.toString();
    }

    /** A handle owns the lock. */
    private record HandleHeld(Hold raw) implements LockWatch.Held {
        @Override
        public String lock() {
            return raw.lockName();
        }

        @Override
        public LockMode mode() {
            return raw.mode();
        }

        @Override
        public long fence() {
            return fenceOf(raw);
        }

        @Override
        public boolean isValid() {
            return raw.isValid();
        }

        @Override
        public boolean isLost() {
            return raw.lossReason().isPresent();
        }

        @Override
        public void free() {
            raw.close();
        }

        @Override
        public void onLost(Consumer<LossReason> listener) {
            raw.onLost(listener);
        }
    }
}
