// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.roles;

import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.LogThrottle;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a node does for others, and leaves a line in the log for every request of an operator and for every refusal: who,
 * from where, what, allowed or refused. Refusals of one certificate are logged once a minute for each role that it lacks.
 */
public final class Permissions {
    private static final EventLog LOG = EventLog.of(Permissions.class);

    private final LogThrottle throttle = new LogThrottle();
    private final AtomicLong refused = new AtomicLong();

    /**
     * Why this is refused, in words for the requester; null if it is allowed.
     *
     * @param who wants it, and from where
     * @param what is wanted
     * @param lock the name of the lock that this is about, or the beginning of names; null if it is about none
     */
    public @Nullable String objectionTo(
            PeerRights rights, String who, String what, Role needed, @Nullable String lock) {
        String objection = rights.objectionTo(what, needed, lock);
        if (objection == null) {
            LOG.sayIf(needed == Role.OPERATOR, LogEvent.AUDIT_ALLOWED, who, what);
            return null;
        }
        long times = refused.incrementAndGet();
        boolean loud = throttle.isWorthSaying(rights.who() + " " + needed, System.nanoTime());
        LOG.sayIf(loud, LogEvent.AUDIT_REFUSED, who, what, objection, times);
        return objection;
    }
}
