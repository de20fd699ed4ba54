// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import io.quorate.api.LocksConfig;
import io.quorate.core.roster.Configuration;
import io.quorate.node.embedded.RunningNode;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.Membership;
import io.quorate.node.net.TransportException;
import io.quorate.node.roster.RosterReport;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Looks for a newer roster while its node has no quorum: the node may have been away while the roster changed, and those whom it knows may be
 * gone. Asks the contacts of its configuration and all members that it knows. One thread, which does nothing while there is a quorum.
 */
final class RosterSeeker {
    private static final EventLog LOG = EventLog.of(RosterSeeker.class);

    private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    private final RunningNode node;
    private final Contacts contacts;

    private String lastContradiction = "";

    private RosterSeeker(RunningNode node, Contacts contacts) {
        this.node = node;
        this.contacts = contacts;
    }

    static void start(RunningNode node, LocksConfig config) {
        String name = node.names.of(node.self);
        RosterSeeker seeker = new RosterSeeker(node, new Contacts(config, name));
        Thread thread = new Thread(seeker::seek, "quorate-roster-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private void seek() {
        while (!node.isClosed() && node.failure() == null) {
            LockSupport.parkNanos(this, PAUSE_NANOS);
            if (!node.isClosed() && !node.availability.isAvailable()) {
                look();
            }
        }
    }

    private void look() {
        Membership known = node.names.membership();
        Configuration present = known == null ? null : known.configuration();
        if (known == null || present == null) {
            return;
        }
        RosterReport report;
        try {
            report = contacts.roster(present).confirmed();
        } catch (TransportException contradiction) {
            sayOnce(String.valueOf(contradiction.getMessage()));
            return;
        }
        if (report != null && report.configuration().number() > present.number()) {
            LOG.say(
                    LogEvent.ROSTER_FOUND,
                    node.names.of(node.self),
                    report.configuration().latest().epoch());
            node.rosterDesk.learn(report);
        }
    }

    private void sayOnce(String why) {
        if (!why.equals(lastContradiction)) {
            lastContradiction = why;
            LOG.say(LogEvent.ROSTERS_DIFFER, node.names.of(node.self), why);
        }
    }
}
