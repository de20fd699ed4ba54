// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.embedded;

import io.quorate.api.LockLostException;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.node.turn.LocalClaim;
import io.quorate.node.turn.Outcomes;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The locks that each thread has taken by the methods of {@link java.util.concurrent.locks.Lock}, and how often. A thread has one claim
 * for a lock, whichever half of a read-write lock it used: what it reads under its own write is covered by that.
 */
final class ThreadHolds {
    private final ThreadLocal<Map<LockName, Entry>> ofThread = ThreadLocal.withInitial(HashMap::new);

    private static final class Entry {
        final LocalClaim claim;
        int exclusive;
        int shared;

        Entry(LocalClaim claim) {
            this.claim = claim;
        }

        void count(Mode mode, int change) {
            if (mode == Mode.SHARED) {
                shared += change;
            } else {
                exclusive += change;
            }
        }

        int counted(Mode mode) {
            return mode == Mode.SHARED ? shared : exclusive;
        }
    }

    /** Whether the current thread has the lock already, in a mode that allows this one; then it has it once more. */
    boolean reenter(LockName lock, Mode mode) {
        Entry entry = ofThread.get().get(lock);
        if (entry == null || isUpgrade(entry, mode)) {
            return false;
        }
        requireNotLost(entry.claim);
        entry.count(mode, 1);
        return true;
    }

    private static boolean isUpgrade(Entry entry, Mode mode) {
        return mode == Mode.EXCLUSIVE && entry.exclusive == 0;
    }

    /** Refuses to wait without limit for the write lock under the thread's own read lock. */
    void requireNoUpgrade(LockName lock, Mode mode) {
        Entry entry = ofThread.get().get(lock);
        if (entry != null && isUpgrade(entry, mode)) {
            throw new IllegalMonitorStateException("This thread has the read lock of \"" + lock
                    + "\" and asks for the write lock: it would wait for itself. Unlock the read lock first.");
        }
    }

    /** How often the current thread has the lock in this mode. */
    int count(LockName lock, Mode mode) {
        Entry entry = ofThread.get().get(lock);
        return entry == null ? 0 : entry.counted(mode);
    }

    /** By which claim the current thread has the lock; throws if it does not have it in this mode. */
    LocalClaim claim(LockName lock, Mode mode) {
        return owned(ofThread.get().get(lock), lock, mode, "fence()").claim;
    }

    private static Entry owned(@Nullable Entry entry, LockName lock, Mode mode, String call) {
        if (entry == null || entry.counted(mode) == 0) {
            throw new IllegalMonitorStateException(
                    "The thread \""
                            + Thread.currentThread().getName() + "\" does not have the lock \"" + lock + "\": " + call
                            + " belongs to the thread that called lock(). A lock taken by acquire() is released by closing its Hold.");
        }
        return entry;
    }

    /** Refuses a hold that the current thread could get only by unlocking, which it cannot do while it waits. */
    void requireNotWaitingForItself(LockName lock, Mode mode) {
        Entry entry = ofThread.get().get(lock);
        if (entry != null && entry.claim.mode().conflictsWith(mode)) {
            throw new IllegalMonitorStateException("This thread has \"" + lock
                    + "\" by lock() and asks for it by acquire(): it would wait for itself. Unlock it first, or call lock()"
                    + " again.");
        }
    }

    private static void requireNotLost(LocalClaim claim) {
        if (claim.isLost()) {
            throw new LockLostException(claim.lock().toString(), Outcomes.toApi(claim.lossReason));
        }
    }

    /** The current thread has got the lock; false if it still has another claim for it, which then must have been lost. */
    boolean entered(LocalClaim claim) {
        Entry entry = new Entry(claim);
        entry.count(claim.mode(), 1);
        return ofThread.get().putIfAbsent(claim.lock(), entry) == null;
    }

    /** The current thread has the lock once less; the claim to be released if that was the last time. */
    @Nullable
    LocalClaim leave(LockName lock, Mode mode) {
        Map<LockName, Entry> holds = ofThread.get();
        Entry entry = owned(holds.get(lock), lock, mode, "unlock()");
        entry.count(mode, -1);
        if (entry.exclusive == 0 && entry.shared == 0) {
            holds.remove(lock);
            return entry.claim;
        }
        requireNotLost(entry.claim);
        return null;
    }
}
