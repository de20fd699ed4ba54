// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.link;

import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;

/**
 * The level that all members of the cluster speak, as far as this node knows. A feature that needs a higher one is not used: a member
 * that has not said hello yet may run the release before.
 */
final class ClusterLevel {
    private static final EventLog LOG = EventLog.of(ClusterLevel.class);

    private final Peers peers;

    /** Guarded by this, as is the next. */
    private boolean mixed;

    private int lowest = WireLevel.OURS.oldest();

    ClusterLevel(Peers peers) {
        this.peers = peers;
    }

    /** No member speaks a lower level. */
    synchronized int lowest() {
        return lowest;
    }

    /** A member has said hello. */
    synchronized void look() {
        int ours = WireLevel.OURS.speaks();
        int found = ours;
        Link other = null;
        boolean allKnown = true;
        for (Link link : peers.listed()) {
            WireLevel theirs = link.level();
            if (!link.isMember()) {
                continue;
            }
            allKnown &= theirs != null;
            found = Math.min(found, theirs == null ? WireLevel.OURS.oldest() : theirs.speaks());
            other = theirs != null && theirs.speaks() != ours ? link : other;
        }
        lowest = found;
        if (other != null && !mixed) {
            mixed = true;
            int theirs = levelOf(other);
            LOG.say(LogEvent.LEVELS_DIFFER, other.member().id(), theirs, ours, Math.max(theirs, ours));
        } else if (other == null && allKnown && mixed) {
            mixed = false;
            LOG.say(LogEvent.LEVELS_ALIKE, ours);
        }
    }

    private static int levelOf(Link link) {
        WireLevel level = link.level();
        return level == null ? WireLevel.OURS.oldest() : level.speaks();
    }
}
