// SPDX-License-Identifier: Apache-2.0
package io.quorate.micrometer;

import io.micrometer.observation.Observation;
import io.quorate.api.Hold;
import io.quorate.api.LockLostException;
import io.quorate.api.LossReason;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The observation of one lock that is held. It ends once, whichever of closing and losing comes first. */
final class Holding {
    private final Observation observation;
    private final String lockName;
    private final AtomicBoolean over = new AtomicBoolean();

    private Holding(Observation observation, String lockName) {
        this.observation = observation;
        this.lockName = lockName;
    }

    static Holding begin(Watcher watcher, Watcher.Target target, @Nullable Observation parent, LongSupplier fence) {
        Observation observation = watcher.observation(LockObservations.HOLD, target);
        fenceOf(fence).ifPresent(number -> observation.highCardinalityKeyValue("fence", number));
        if (parent != null) {
            observation.parentObservation(parent);
        }
        Watcher.quietly(observation::start);
        return new Holding(observation, target.name());
    }

    /** Empty if the protocol of the cluster has none, or the kind of hold has no single one. */
    private static Optional<String> fenceOf(LongSupplier fence) {
        try {
            return Optional.of(Long.toString(fence.getAsLong()));
        } catch (UnsupportedOperationException none) {
            return Optional.empty();
        }
    }

    Observation observation() {
        return observation;
    }

    /** It was closed; with a reason if it was lost before. */
    void closed(Optional<LossReason> lossReason) {
        lossReason.ifPresentOrElse(this::lost, () -> end("released", null));
    }

    /** It was closed, and does not say why it was lost, if it was; unless that has been told already. */
    void closed(Hold.Outcome outcome) {
        if (outcome == Hold.Outcome.WAS_LOST) {
            end("lost", new IllegalMonitorStateException(lockName + " was lost before it was closed."));
        } else {
            end("released", null);
        }
    }

    void lost(LossReason reason) {
        lost(lockName, reason);
    }

    /** One lock of several was lost. */
    void lost(String name, LossReason reason) {
        end(Watcher.word(reason), new LockLostException(name, reason));
    }

    private void end(String ending, @Nullable Throwable failure) {
        if (over.getAndSet(true)) {
            return;
        }
        Watcher.quietly(() -> {
            observation.lowCardinalityKeyValue("ending", ending);
            if (failure != null) {
                observation.error(failure);
            }
        });
        Watcher.quietly(observation::stop);
    }
}
