// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.embedded;

import io.quorate.api.AcquireOptions;
import io.quorate.api.Hold;
import io.quorate.api.LockMode;
import io.quorate.api.LossReason;
import io.quorate.api.Registration;
import io.quorate.api.text.Printable;
import io.quorate.node.turn.LocalClaim;
import io.quorate.node.turn.LostListeners;
import io.quorate.node.turn.OpenHolds.Limits;
import io.quorate.node.turn.Outcomes;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** A claim that got its lock, as a handle. */
final class EmbeddedHold implements Hold {
    private final RunningNode node;
    private final LocalClaim claim;

    EmbeddedHold(RunningNode node, LocalClaim claim) {
        this.node = node;
        this.claim = claim;
    }

    @Override
    public String lockName() {
        return claim.lock().toString();
    }

    @Override
    public LockMode mode() {
        return Outcomes.toApi(claim.mode());
    }

    @Override
    public long fence() {
        return fenceOf(claim);
    }

    static long fenceOf(LocalClaim claim) {
        long fence = claim.fence;
        if (fence == 0) {
            throw new UnsupportedOperationException("The protocol of this cluster has no fences, so the hold of \""
                    + Printable.of(claim.lock().toString())
                    + "\" has none: run the cluster with quorumlock, the usual protocol, which has.");
        }
        return fence;
    }

    @Override
    public boolean isValid() {
        return claim.isValid();
    }

    @Override
    public Duration validFor() {
        return Duration.ofNanos(claim.validForNanos());
    }

    @Override
    public boolean hasSpareVotes() {
        return claim.isValid() && node.look(state -> state.hasSpareVotes(claim));
    }

    @Override
    public Registration onLost(Consumer<LossReason> listener) {
        LostListeners listeners = claim.listeners();
        LostListeners.Entry entry = new LostListeners.Entry(listener);
        LossReason already = listeners.add(entry);
        if (already != null) {
            node.callbacks().tell(entry, already);
        }
        return () -> listeners.remove(entry);
    }

    @Override
    public Registration onReleaseRequested(Consumer<String> listener) {
        return claim.releaseListeners().add(listener);
    }

    @Override
    public Hold interruptOnLoss() {
        claim.listeners().addThread(Thread.currentThread());
        return this;
    }

    @Override
    public boolean extend(AcquireOptions options) {
        Limits limits = EmbeddedLock.limitsOf(options);
        return claim.isValid() && node.look(state -> state.holds.extend(claim, limits));
    }

    @Override
    public void close() {
        node.release(claim);
    }

    @Override
    public Outcome outcome() {
        return switch (claim.state()) {
            case RELEASED -> Outcome.RELEASED;
            case LOST -> Outcome.WAS_LOST;
            default -> Outcome.OPEN; // though it may have run out, which isValid() says
        };
    }

    @Override
    public Optional<LossReason> lossReason() {
        return claim.isLost() ? Optional.of(Outcomes.toApi(claim.whyLost())) : Optional.empty();
    }

    @Override
    public String toString() {
        return "Hold(" + Printable.of(lockName()) + ", " + mode() + ", " + outcome() + ")";
    }
}
