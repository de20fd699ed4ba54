// SPDX-License-Identifier: Apache-2.0
package io.quorate.micrometer;

import io.micrometer.observation.Observation;
import io.quorate.api.AcquireOptions;
import io.quorate.api.Hold;
import io.quorate.api.LockMode;
import io.quorate.api.LossReason;
import io.quorate.api.Registration;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** A hold whose end is observed. */
final class ObservedHold implements Hold {
    private final Hold hold;
    private final Holding holding;

    ObservedHold(Hold hold, Attempt attempt) {
        this.hold = hold;
        this.holding = attempt.held(hold::fence);
        hold.onLost(holding::lost);
    }

    Observation observation() {
        return holding.observation();
    }

    @Override
    public void close() {
        hold.close();
        holding.closed(hold.lossReason());
    }

    @Override
    public Hold interruptOnLoss() {
        hold.interruptOnLoss();
        return this;
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
        return hold.isValid();
    }

    @Override
    public Duration validFor() {
        return hold.validFor();
    }

    @Override
    public boolean hasSpareVotes() {
        return hold.hasSpareVotes();
    }

    @Override
    public Registration onLost(Consumer<LossReason> listener) {
        return hold.onLost(listener);
    }

    @Override
    public Registration onReleaseRequested(Consumer<String> listener) {
        return hold.onReleaseRequested(listener);
    }

    @Override
    public boolean extend(AcquireOptions options) {
        return hold.extend(options);
    }

    @Override
    public Outcome outcome() {
        return hold.outcome();
    }

    @Override
    public Optional<LossReason> lossReason() {
        return hold.lossReason();
    }

    @Override
    public String toString() {
        return hold.toString();
    }
}
