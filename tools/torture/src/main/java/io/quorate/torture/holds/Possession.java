// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture.holds;

import io.quorate.api.Hold;
import io.quorate.api.LossReason;
import io.quorate.api.Permit;
import io.quorate.api.SetHold;
import java.time.Duration;
import java.util.function.Consumer;

/** One lock that its owner relies on, however it was taken: by itself, in a lock set, or as a permit of a semaphore. */
public interface Possession {
    long fence();

    boolean isValid();

    Duration validFor();

    void onLost(Consumer<LossReason> listener);

    Hold.Outcome outcome();

    void close();

    /** Whether it is known to survive the crash of a voter (V3). */
    default boolean hasSpareVotes() {
        return false;
    }

    /** A lock that was taken by itself. */
    static Possession of(Hold hold) {
        return new Possession() {
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
            public void onLost(Consumer<LossReason> listener) {
                hold.onLost(listener);
            }

            @Override
            public Hold.Outcome outcome() {
                return hold.outcome();
            }

            @Override
            public void close() {
                hold.close();
            }

            @Override
            public boolean hasSpareVotes() {
                return hold.hasSpareVotes();
            }
        };
    }

    /** The lock behind a permit. */
    static Possession of(Permit permit) {
        return new Possession() {
            @Override
            public long fence() {
                return permit.fence();
            }

            @Override
            public boolean isValid() {
                return permit.isValid();
            }

            @Override
            public Duration validFor() {
                return permit.validFor();
            }

            @Override
            public void onLost(Consumer<LossReason> listener) {
                permit.onLost(listener);
            }

            @Override
            public Hold.Outcome outcome() {
                return permit.outcome();
            }

            @Override
            public void close() {
                permit.close();
            }
        };
    }

    /** One lock of a set; it counts as long as the whole set does. Closing it closes the set. */
    static Possession of(SetHold set, String name) {
        return new Possession() {
            @Override
            public long fence() {
                return set.fence(name);
            }

            @Override
            public boolean isValid() {
                return set.isValid();
            }

            @Override
            public Duration validFor() {
                return set.validFor();
            }

            @Override
            public void onLost(Consumer<LossReason> listener) {
                set.onLost((lost, reason) -> listener.accept(reason));
            }

            @Override
            public Hold.Outcome outcome() {
                return set.outcome();
            }

            @Override
            public void close() {
                set.close();
            }
        };
    }
}
