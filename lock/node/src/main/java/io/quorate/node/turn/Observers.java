// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.turn;

import io.quorate.api.LockListener;
import io.quorate.api.Registration;
import io.quorate.core.lock.LossReason;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.time.NanoClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The observers of the claims of a node: listeners, and Java's flight recorder. Costs next to nothing while nobody does. */
public final class Observers {
    private static final EventLog LOG = EventLog.of(Observers.class);

    private final String nodeId;
    private final NanoClock clock;
    private final List<Added> listeners = new CopyOnWriteArrayList<>();

    public Observers(String nodeId, NanoClock clock) {
        this.nodeId = nodeId;
        this.clock = clock;
    }

    /** Each registration is its own, also of a listener that is added twice. */
    public Registration add(LockListener listener) {
        Added added = new Added(listener);
        listeners.add(added);
        return () -> listeners.remove(added);
    }

    /** Compared by identity. */
    private static final class Added {
        final LockListener listener;

        Added(LockListener listener) {
            this.listener = listener;
        }
    }

    String nodeId() {
        return nodeId;
    }

    long now() {
        return clock.now();
    }

    void tell(Consumer<LockListener> news) {
        for (Added each : listeners) {
            try {
                news.accept(each.listener);
            } catch (RuntimeException | Error failure) { // an Error would leave the lock held
                LOG.sayWith(LogEvent.LISTENER_THREW, failure);
            }
        }
    }

    /** The claim begins to wait. */
    public void asked(LocalClaim claim) {
        if (!listeners.isEmpty() || FlightEvents.anyWanted()) {
            claim.trace = new ClaimTrace(this, claim);
        }
    }

    /** A lock was not even asked for, because a limit was reached. */
    public void refused(LockName lock, Mode mode) {
        tell(listener ->
                listener.settled(lock.toString(), Outcomes.toApi(mode), LockListener.Outcome.REFUSED, Duration.ZERO));
    }

    /** The claim waits no more. */
    public void settled(LocalClaim claim) {
        ClaimTrace trace = claim.trace;
        if (trace != null) {
            trace.settled();
        }
    }

    /** The claim held, and does no more; without a reason, because it was given back. */
    public void ended(LocalClaim claim, @Nullable LossReason reason) {
        ClaimTrace trace = claim.trace;
        if (trace != null) {
            trace.ended(reason);
        }
    }

    /** The caller has given up; it may be that the claim held by then. */
    public void abandoned(LocalClaim claim) {
        ClaimTrace trace = claim.trace;
        if (trace != null && claim.state() == LocalClaim.State.ABANDONED) {
            trace.abandoned();
        }
    }
}
