// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring;

import io.quorate.api.DistributedLock;
import io.quorate.api.Health;
import io.quorate.api.Hold;
import io.quorate.api.LockLostException;
import io.quorate.api.LockUnavailableException;
import io.quorate.api.Locks;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/** Takes the lock of a method, runs it, and tells the caller if the lock was lost meanwhile. */
final class LockedInterceptor implements MethodInterceptor {
    private final LockedMethods methods;
    private final ObjectProvider<Locks> locks;
    private final ObjectProvider<HoldScope> scopes;
    private final OuterTransaction outerTransaction = new OuterTransaction();

    /** The providers are asked at the first call: an advisor is made before the beans that it is for. */
    LockedInterceptor(LockedMethods methods, ObjectProvider<Locks> locks, ObjectProvider<HoldScope> scopes) {
        this.methods = methods;
        this.locks = locks;
        this.scopes = scopes;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = Objects.requireNonNull(invocation.getThis(), "A method with @Locked has no target.");
        LockedMethod locked = methods.of(invocation.getMethod(), target.getClass());
        String name = locked.name().nameFor(target, invocation.getArguments(), methods.beans());
        Locks node = locksFor(locked);
        outerTransaction.warnOf(locked.method());
        Optional<Hold> hold = acquire(node, name, locked);
        return hold.isPresent() ? runUnder(hold.get(), invocation) : locked.skipped();
    }

    private Locks locksFor(LockedMethod locked) {
        Locks node = locks.getIfAvailable();
        if (node == null) {
            throw new IllegalStateException(InvalidLockedException.nameOf(locked.method())
                    + " was not run: it has @Locked, and this application has no locks. Remove quorate.enabled=false; in tests"
                    + " set quorate.in-memory=true.");
        }
        return node;
    }

    /** Empty if the method is to be skipped. */
    private static Optional<Hold> acquire(Locks node, String name, LockedMethod locked) throws InterruptedException {
        DistributedLock lock = locked.isShared() ? node.readWriteLock(name).readLock() : node.lock(name);
        try {
            if (locked.onBusy() != OnBusy.SKIP) {
                return Optional.of(lock.acquire(locked.options()));
            }
            Optional<Hold> hold = lock.tryAcquire(locked.options());
            if (hold.isEmpty()) {
                requireDecidable(node, name, locked);
            }
            return hold;
        } catch (InterruptedException interruption) {
            for (Class<?> declared : locked.method().getExceptionTypes()) {
                if (declared.isAssignableFrom(InterruptedException.class)) {
                    throw interruption;
                }
            }
            Thread.currentThread().interrupt();
            throw new IllegalStateException(
                    InvalidLockedException.nameOf(locked.method())
                            + " was not run: its thread was interrupted while it waited for the lock \"" + name + "\".",
                    interruption);
        }
    }

    /** Without a quorum nobody said that the lock is held: to skip then would hide that no node runs the method. */
    private static void requireDecidable(Locks node, String name, LockedMethod locked) {
        Health health = node.health();
        if (health.state() == Health.State.JOINING || health.state() == Health.State.NO_QUORUM) {
            throw new LockUnavailableException(
                    name,
                    InvalidLockedException.nameOf(locked.method()) + " was not run, and not skipped for another holder",
                    "a quorum of members must answer",
                    List.of(node.nodeId()),
                    List.copyOf(health.missing()));
        }
    }

    private @Nullable Object runUnder(Hold hold, MethodInvocation invocation) throws Throwable {
        Object result;
        try {
            result = LockedHold.within(hold, () -> inScope(hold, invocation));
        } catch (Throwable failure) {
            hold.close();
            lossOf(hold).ifPresent(failure::addSuppressed);
            throw failure;
        }
        if (result instanceof CompletionStage<?> stage) {
            return untilCompleted(hold, stage);
        }
        hold.close();
        Optional<LockLostException> lost = lossOf(hold);
        if (lost.isPresent()) {
            throw lost.get();
        }
        return result;
    }

    private @Nullable Object inScope(Hold hold, MethodInvocation invocation) throws Throwable {
        HoldScope.Scope scope = HoldScope.open(scopes, hold);
        try {
            return invocation.proceed();
        } finally {
            scope.close();
        }
    }

    private static Optional<LockLostException> lossOf(Hold hold) {
        return hold.lossReason().map(reason -> new LockLostException(hold.lockName(), reason));
    }

    private static <T> CompletableFuture<T> untilCompleted(Hold hold, CompletionStage<T> stage) {
        return stage.<T>handle((value, thrown) -> {
                    hold.close();
                    Optional<LockLostException> lost = lossOf(hold);
                    if (thrown == null && lost.isEmpty()) {
                        return value;
                    }
                    Throwable failure = thrown instanceof CompletionException && thrown.getCause() != null
                            ? thrown.getCause()
                            : thrown;
                    if (failure == null) {
                        throw lost.get();
                    }
                    lost.ifPresent(failure::addSuppressed);
                    throw new CompletionException(failure);
                })
                .toCompletableFuture();
    }
}
