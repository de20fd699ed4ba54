package io.quorate.node.embedded;

import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import io.quorate.api.LockDescription;
import io.quorate.api.LockLostException;
import io.quorate.api.LockMode;
import io.quorate.api.LockRefusedException;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.node.admin.AdminRequest;
import io.quorate.node.turn.AcquireTimeout;
import io.quorate.node.turn.LocalClaim;
import io.quorate.node.turn.Outcomes;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** A lock of a node that runs in this process, in one mode. It has no state of its own: there may be many for one name. */
final class EmbeddedLock implements DistributedLock {
    private final RunningNode node;
    private final ThreadHolds threadHolds;
    private final LockName lock;
    private final Mode mode;

    EmbeddedLock(RunningNode node, ThreadHolds threadHolds, LockName lock, Mode mode) {
        this.node = node;
        this.threadHolds = threadHolds;
        this.lock = lock;
        this.mode = mode;
    }

    @Override
    public String name() {
        return lock.toString();
    }

    @Override
    public LockMode mode() {
        return Outcomes.toApi(mode);
    }

    @Override
    public Hold acquire() throws InterruptedException {
        threadHolds.requireNotWaitingForItself(lock, mode);
        return new EmbeddedHold(node, node.held(waitInterruptibly(AcquireTimeout.ENDLESS)));
    }

    @Override
    public Hold acquire(Duration timeout) throws InterruptedException {
        threadHolds.requireNotWaitingForItself(lock, mode);
        return new EmbeddedHold(node, node.held(waitInterruptibly(timeoutOf(timeout))));
    }

    @Override
    public Optional<Hold> tryAcquire(Duration timeout) throws InterruptedException {
        threadHolds.requireNotWaitingForItself(lock, mode);
        LocalClaim claim = waitInterruptibly(timeoutOf(timeout));
        return got(claim) ? Optional.of(new EmbeddedHold(node, claim)) : Optional.empty();
    }

    @Override
    public CompletionStage<Hold> acquireAsync() {
        return askAsync(AcquireTimeout.ENDLESS);
    }

    @Override
    public CompletionStage<Hold> acquireAsync(Duration timeout) {
        return askAsync(timeoutOf(timeout));
    }

    private CompletionStage<Hold> askAsync(AcquireTimeout timeout) {
        PendingHold pending = new PendingHold(node);
        if (!node.callbacks().accepts()) {
            node.observers().refused(lock, mode);
            pending.completeExceptionally(new LockRefusedException(
                    name(),
                    "The lock \"" + name()
                            + "\" was not asked for: too many callbacks of this node wait for a thread. Do not"
                            + " block in callbacks, or give an executor: LocksConfig.callbackExecutor."));
            return pending;
        }
        pending.waitsFor(node.ask(lock, mode, timeout, pending));
        return pending;
    }

    private AcquireTimeout timeoutOf(Duration timeout) {
        Objects.requireNonNull(timeout, "The timeout must not be null: acquire() waits without a limit.");
        return AcquireTimeout.of(timeout, node.settings.attemptTimeout());
    }

    private AcquireTimeout attempt() {
        return timeoutOf(Duration.ZERO);
    }

    private LocalClaim waitInterruptibly(AcquireTimeout timeout) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("Interrupted before the lock \"" + lock + "\" was asked for");
        }
        LocalClaim claim = node.ask(lock, mode, timeout, null);
        if (!claim.await(true, node.settings.spinNanos())) {
            node.abandon(claim);
            claim.await(false, 0);
            LocalClaim.State outcome = claim.state();
            // A grant may have come first. It must not be used: that it is given up waits in the inbox and will be
            // read.
            if (outcome == LocalClaim.State.ABANDONED || outcome == LocalClaim.State.HELD) {
                Thread.interrupted(); // the exception says it from here on
                throw new InterruptedException("Interrupted while waiting for the lock \"" + lock + "\"");
            }
        }
        return claim;
    }

    private LocalClaim waitUninterruptibly(AcquireTimeout timeout) {
        LocalClaim claim = node.ask(lock, mode, timeout, null);
        claim.await(false, node.settings.spinNanos());
        return claim;
    }

    /** Whether the claim got its lock; false if it waited in vain, and an exception if something is wrong. */
    private boolean got(LocalClaim claim) {
        return claim.state() != LocalClaim.State.TIMED_OUT && node.held(claim) == claim;
    }

    @Override
    public void lock() {
        if (!threadHolds.reenter(lock, mode)) {
            threadHolds.entered(node.held(waitUninterruptibly(AcquireTimeout.ENDLESS)));
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        if (!threadHolds.reenter(lock, mode)) {
            threadHolds.entered(node.held(waitInterruptibly(AcquireTimeout.ENDLESS)));
        }
    }

    @Override
    public boolean tryLock() {
        return threadHolds.reenter(lock, mode) || entered(waitUninterruptibly(attempt()));
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return threadHolds.reenter(lock, mode)
                || entered(waitInterruptibly(timeoutOf(Duration.ofNanos(unit.toNanos(time)))));
    }

    private boolean entered(LocalClaim claim) {
        boolean got = got(claim);
        if (got) {
            threadHolds.entered(claim);
        }
        return got;
    }

    @Override
    public void unlock() {
        LocalClaim last = threadHolds.leave(lock, mode);
        if (last != null && !node.release(last)) {
            throw new LockLostException(lock.toString(), Outcomes.toApi(last.lossReason));
        }
    }

    @Override
    public LockDescription describe() {
        if (node.isClosed()) {
            throw node.closedException(lock.toString());
        }
        return node.clusterQuery().descriptions(AdminRequest.describe(lock)).describe(lock);
    }

    @Override
    public String toString() {
        return "DistributedLock(" + lock + ", " + mode + ", at node " + node.names.of(node.self) + ")";
    }
}
