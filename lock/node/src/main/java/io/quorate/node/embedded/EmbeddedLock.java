// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.embedded;

import io.quorate.api.AcquireOptions;
import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import io.quorate.api.LockDescription;
import io.quorate.api.LockLostException;
import io.quorate.api.LockMode;
import io.quorate.api.LockRefusedException;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.node.admin.AdminRequest;
import io.quorate.node.time.TimerWheel;
import io.quorate.node.turn.AcquireTimeout;
import io.quorate.node.turn.LocalClaim;
import io.quorate.node.turn.NodeSettings;
import io.quorate.node.turn.OpenHolds.Limits;
import io.quorate.node.turn.Outcomes;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A lock of a node that runs in this process, in one mode. It has no state of its own: there may be many for one name, all equal. */
final class EmbeddedLock implements DistributedLock {
    private final RunningNode node;
    private final ThreadHolds threadHolds;
    private final LockName lock;
    private final Mode mode;
    /** The default limits of a claim. */
    private final Limits usual;

    /** Whether the stages of {@code acquireAsync} run at once, on the thread that brings the news: those of a recipe never block. */
    private final boolean atOnce;

    EmbeddedLock(RunningNode node, ThreadHolds threadHolds, LockName lock, Mode mode) {
        this(node, threadHolds, lock, mode, Limits.NONE, false);
    }

    /** A lock that a recipe uses, which limits its claims so. */
    static EmbeddedLock ofRecipe(RunningNode node, ThreadHolds threadHolds, LockName lock, Limits usual) {
        return new EmbeddedLock(node, threadHolds, lock, Mode.EXCLUSIVE, usual, true);
    }

    private EmbeddedLock(
            RunningNode node, ThreadHolds threadHolds, LockName lock, Mode mode, Limits usual, boolean atOnce) {
        this.node = node;
        this.threadHolds = threadHolds;
        this.lock = lock;
        this.mode = mode;
        this.usual = usual;
        this.atOnce = atOnce;
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
    public Hold acquire(AcquireOptions options) throws InterruptedException {
        AcquireTimeout timeout = timeoutOf(options, AcquireTimeout.ENDLESS);
        threadHolds.requireNotWaitingForItself(lock, mode);
        return new EmbeddedHold(node, node.held(waitInterruptibly(timeout, limitsOf(options))));
    }

    @Override
    public Optional<Hold> tryAcquire(AcquireOptions options) throws InterruptedException {
        AcquireTimeout timeout = timeoutOf(options, attempt());
        threadHolds.requireNotWaitingForItself(lock, mode);
        LocalClaim claim = waitInterruptibly(timeout, limitsOf(options));
        return got(claim) ? Optional.of(new EmbeddedHold(node, claim)) : Optional.empty();
    }

    private AcquireTimeout timeoutOf(AcquireOptions options, AcquireTimeout usual) {
        Objects.requireNonNull(options, "The options must not be null.");
        return options.timeout().map(this::timeoutOf).orElse(usual);
    }

    static Limits limitsOf(AcquireOptions options) {
        Objects.requireNonNull(options, "The options must not be null.");
        return new Limits(
                NodeSettings.nanos(options.atLeast()),
                options.atMost().map(NodeSettings::nanos).orElse(TimerWheel.NEVER));
    }

    @Override
    public CompletionStage<Hold> acquireAsync() {
        return askAsync(AcquireTimeout.ENDLESS, usual);
    }

    @Override
    public CompletionStage<Hold> acquireAsync(Duration timeout) {
        return askAsync(timeoutOf(timeout), usual);
    }

    @Override
    public CompletionStage<Hold> acquireAsync(AcquireOptions options) {
        return askAsync(timeoutOf(options, AcquireTimeout.ENDLESS), limitsOf(options));
    }

    private CompletionStage<Hold> askAsync(AcquireTimeout timeout, Limits limits) {
        PendingHold pending = new PendingHold(node, atOnce);
        if (!pending.atOnce && !node.callbacks().accepts()) {
            node.observers().refused(lock, mode);
            pending.completeExceptionally(new LockRefusedException(
                    name(),
                    "The lock \"" + name()
                            + "\" was not asked for: too many callbacks of this node wait for a thread. Do not"
                            + " block in callbacks, or give an executor: LocksConfig.callbackExecutor."));
            return pending;
        }
        pending.waitsFor(node.ask(lock, mode, timeout, limits, pending));
        return pending;
    }

    private AcquireTimeout timeoutOf(Duration timeout) {
        Objects.requireNonNull(timeout, "The timeout must not be null: acquire() waits without a limit.");
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("A timeout of " + timeout + " for the lock \"" + lock
                    + "\": give zero to take it now or not at all, or a positive time to wait for other holders.");
        }
        return AcquireTimeout.of(timeout, node.settings.attemptTimeout());
    }

    private AcquireTimeout attempt() {
        return timeoutOf(Duration.ZERO);
    }

    private void requireNoInterrupt() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("Interrupted before the lock \"" + lock + "\" was asked for");
        }
    }

    private LocalClaim waitInterruptibly(AcquireTimeout timeout) throws InterruptedException {
        return waitInterruptibly(timeout, usual);
    }

    private LocalClaim waitInterruptibly(AcquireTimeout timeout, Limits limits) throws InterruptedException {
        requireNoInterrupt();
        LocalClaim claim = node.ask(lock, mode, timeout, limits, null);
        if (!claim.await(true, node.settings.spin())) {
            node.abandon(claim);
            claim.await(false, LocalClaim.Spin.NEVER);
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
        LocalClaim claim = node.ask(lock, mode, timeout, usual, null);
        claim.await(false, node.settings.spin());
        return claim;
    }

    /** Whether the claim got its lock; false after a timeout, and an exception if something is wrong. */
    private boolean got(LocalClaim claim) {
        return claim.state() != LocalClaim.State.TIMED_OUT && node.held(claim) == claim;
    }

    @Override
    public void lock() {
        threadHolds.requireNoUpgrade(lock, mode);
        if (!threadHolds.reenter(lock, mode)) {
            threadHolds.entered(node.held(waitUninterruptibly(AcquireTimeout.ENDLESS)));
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        requireNoInterrupt();
        threadHolds.requireNoUpgrade(lock, mode);
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
        requireNoInterrupt();
        return threadHolds.reenter(lock, mode)
                || entered(waitInterruptibly(timeoutOf(Duration.ofNanos(Math.max(0, unit.toNanos(time))))));
    }

    private boolean entered(LocalClaim claim) {
        boolean got = got(claim);
        if (got && !threadHolds.entered(claim)) {
            // The write lock under the thread's own read lock, which was lost meanwhile: unlock() of that one says why.
            node.release(claim);
            return false;
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
    public int holdCount() {
        return threadHolds.count(lock, mode);
    }

    @Override
    public long fence() {
        return EmbeddedHold.fenceOf(threadHolds.claim(lock, mode));
    }

    @Override
    public boolean isLocked() {
        return !node.isClosed() && node.look(state -> state.holds.isHeld(lock, mode));
    }

    @Override
    public LockDescription describe() {
        if (node.isClosed()) {
            throw node.closedException(lock.toString());
        }
        return node.clusterQuery().descriptions(AdminRequest.describe(lock)).describe(lock);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof EmbeddedLock that && node == that.node && mode == that.mode && lock.equals(that.lock);
    }

    @Override
    public int hashCode() {
        return Objects.hash(System.identityHashCode(node), lock, mode.name());
    }

    @Override
    public String toString() {
        return "DistributedLock(" + lock + ", " + mode + ", at node " + node.names.of(node.self) + ")";
    }
}
