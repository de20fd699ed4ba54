// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.recipe;

import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import io.quorate.api.LockSet;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.SetHold;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/** Several locks that are taken one after the other, in the one order that is the same at all nodes: that of their names. */
public final class OrderedLocks implements LockSet {
    private static final int NAMES_MAX = 1_000;

    private final List<DistributedLock> locks;
    private final List<String> names;

    private OrderedLocks(List<DistributedLock> locks) {
        this.locks = locks;
        this.names = locks.stream().map(DistributedLock::name).toList();
    }

    /** The locks with these names; a name that is given twice counts once. */
    public static LockSet of(Collection<String> names, Function<String, DistributedLock> locks) {
        TreeSet<String> inOrder = new TreeSet<>();
        for (String name : names) {
            inOrder.add(Objects.requireNonNull(name, "The name of a lock must not be null."));
        }
        if (inOrder.isEmpty() || inOrder.size() > NAMES_MAX) {
            throw new IllegalArgumentException(
                    "A lock set has 1 to " + NAMES_MAX + " names, not " + inOrder.size() + ": give fewer, or more.");
        }
        return new OrderedLocks(inOrder.stream().map(locks).toList());
    }

    @Override
    public List<String> names() {
        return names;
    }

    @Override
    public SetHold acquire() throws InterruptedException {
        return hold(Deadline.NEVER);
    }

    @Override
    public SetHold acquire(Duration timeout) throws InterruptedException {
        Objects.requireNonNull(timeout, "The timeout must not be null: acquire() waits without a limit.");
        return hold(Deadline.in(timeout));
    }

    @Override
    public Optional<SetHold> tryAcquire(Duration timeout) throws InterruptedException {
        try {
            return Optional.of(acquire(timeout));
        } catch (LockTimeoutException notFree) {
            return Optional.empty();
        }
    }

    /** All of them. While the last are waited for, the first may be lost: then all are taken again. */
    private SetHold hold(Deadline deadline) throws InterruptedException {
        while (true) {
            HeldSet all = new HeldSet(takeAll(deadline));
            String lost = all.firstInvalid();
            if (lost == null) {
                return all;
            }
            all.close();
            if (deadline.isOver()) {
                throw new LockTimeoutException(lost, deadline.timeout());
            }
        }
    }

    private List<Hold> takeAll(Deadline deadline) throws InterruptedException {
        List<Hold> taken = new ArrayList<>(locks.size());
        boolean complete = false;
        try {
            for (DistributedLock lock : locks) {
                taken.add(take(lock, deadline));
            }
            complete = true;
            return taken;
        } finally {
            if (!complete) {
                HeldSet.closeAll(taken);
            }
        }
    }

    private static Hold take(DistributedLock lock, Deadline deadline) throws InterruptedException {
        Duration left = deadline.left();
        if (left == null) {
            return lock.acquire();
        }
        try {
            return lock.acquire(left);
        } catch (LockTimeoutException notFree) {
            throw withWholeTimeout(notFree, deadline.timeout());
        }
    }

    /** The caller knows the timeout of the whole set only. */
    private static LockTimeoutException withWholeTimeout(LockTimeoutException notFree, Duration timeout) {
        if (notFree.timeout().equals(timeout)) {
            return notFree;
        }
        LockTimeoutException whole = new LockTimeoutException(notFree.lockName(), timeout);
        whole.initCause(notFree);
        return whole;
    }

    @Override
    public String toString() {
        return "LockSet" + names;
    }
}
