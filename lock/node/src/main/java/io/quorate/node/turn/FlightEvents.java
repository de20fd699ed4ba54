// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.turn;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** Writes events into a recording of Java's flight recorder, if one is running and has them enabled. */
final class FlightEvents {
    /** Some runtime images are made without it. */
    private static final boolean IS_THERE =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private FlightEvents() {}

    /** Whether anybody records any of these now. */
    static boolean anyWanted() {
        return IS_THERE && Wanted.any();
    }

    /** Apart, so that nothing of the recorder is touched where there is none. */
    private static final class Wanted {
        private Wanted() {}

        static boolean any() {
            return new Acquire().isEnabled() || new Hold().isEnabled() || new Lost().isEnabled();
        }
    }

    /** From asking for a lock to the answer. */
    @Name("io.quorate.LockAcquire")
    @Label("Lock acquire")
    @Category("Quorate")
    @Description("From asking for a lock to the answer")
    @StackTrace(false)
    static final class Acquire extends Event {
        @Label("Node")
        String node = "";

        @Label("Lock")
        String lock = "";

        @Label("Mode")
        String mode = "";

        @Label("Outcome")
        String outcome = "";
    }

    /** From getting a lock to its end. */
    @Name("io.quorate.LockHold")
    @Label("Lock hold")
    @Category("Quorate")
    @Description("From getting a lock to giving it back or losing it")
    @StackTrace(false)
    static final class Hold extends Event {
        @Label("Node")
        String node = "";

        @Label("Lock")
        String lock = "";

        @Label("Mode")
        String mode = "";

        @Label("Fence")
        long fence;

        @Label("Ending")
        String ending = "";
    }

    /** A lock was lost. */
    @Name("io.quorate.LockLost")
    @Label("Lock lost")
    @Category("Quorate")
    @Description("A lock was lost before it was given back")
    @StackTrace(false)
    static final class Lost extends Event {
        @Label("Node")
        String node = "";

        @Label("Lock")
        String lock = "";

        @Label("Fence")
        long fence;

        @Label("Reason")
        String reason = "";
    }

    /** The events of one claim: how it waited, and how it held. */
    static final class Pair {
        private final Acquire acquire = new Acquire();
        private @Nullable Hold hold;

        Pair(String node, String lock, String mode) {
            acquire.node = node;
            acquire.lock = lock;
            acquire.mode = mode;
            acquire.begin();
        }

        void settled(String outcome, boolean holds) {
            acquire.outcome = outcome;
            acquire.commit();
            if (holds) {
                Hold begun = new Hold();
                begun.begin();
                hold = begun;
            }
        }

        void ended(String ending, long fence, boolean isLost) {
            Hold held = hold;
            if (held == null) {
                return;
            }
            held.node = acquire.node;
            held.lock = acquire.lock;
            held.mode = acquire.mode;
            held.fence = fence;
            held.ending = ending;
            held.commit();
            if (isLost) {
                Lost lost = new Lost();
                lost.node = acquire.node;
                lost.lock = acquire.lock;
                lost.fence = fence;
                lost.reason = ending;
                lost.commit();
            }
        }
    }
}
