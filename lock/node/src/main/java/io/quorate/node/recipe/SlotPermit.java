// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.recipe;

import io.quorate.api.Hold;
import io.quorate.api.LossReason;
import io.quorate.api.Permit;
import io.quorate.api.Registration;
import java.time.Duration;
import java.util.function.Consumer;

/** The hold of one slot of a semaphore. */
record SlotPermit(int number, Hold hold) implements Permit {
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
    public Registration onLost(Consumer<LossReason> listener) {
        return hold.onLost(listener);
    }

    @Override
    public void close() {
        hold.close();
    }

    @Override
    public Hold.Outcome outcome() {
        return hold.outcome();
    }
}
