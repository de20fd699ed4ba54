package io.quorate.node;

import io.quorate.api.LockMode;
import io.quorate.api.LockRefusedException;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.LocksClosedException;
import io.quorate.api.LossReason;
import io.quorate.core.model.Mode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Says in the words of the api what became of a claim. */
final class Outcomes {
    private Outcomes() {}

    /** The claim, if it got its lock; otherwise throws why not. */
    static LocalClaim held(RunningNode node, LocalClaim claim) {
        String name = claim.lock().toString();
        return switch (claim.state()) {
            case HELD, RELEASED, LOST -> claim;
            case TIMED_OUT -> throw new LockTimeoutException(name, Duration.ofNanos(claim.timeout.nanos()));
            case UNAVAILABLE ->
                throw node.availability.failure(name, "The lock \"" + name + "\" cannot be decided about");
            case CLOSED ->
                throw node.hasFailed() ? LocksClosedException.byFailure(name) : LocksClosedException.byOwner(name);
            case REFUSED -> throw new LockRefusedException(name, claim.refusal);
            case WAITING, ABANDONED ->
                throw new IllegalStateException("The claim for \"" + name + "\" is not settled: " + claim.state());
        };
    }

    static LossReason toApi(io.quorate.core.protocol.@Nullable LossReason reason) {
        if (reason == null) {
            return LossReason.QUORUM_LOST; // by the clock, before any turn could say so
        }
        return switch (reason) {
            case QUORUM_LOST -> LossReason.QUORUM_LOST;
            case REVOKED -> LossReason.REVOKED;
            case NODE_CLOSED -> LossReason.NODE_CLOSED;
        };
    }

    static LockMode toApi(Mode mode) {
        return mode == Mode.SHARED ? LockMode.SHARED : LockMode.EXCLUSIVE;
    }
}
