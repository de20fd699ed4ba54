// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import io.quorate.api.LocksConfig;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Member;
import io.quorate.core.roster.Roster;
import io.quorate.core.roster.RosterState;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.TransportException;
import io.quorate.node.roster.RosterReport;
import io.quorate.node.store.NodeMemory;
import io.quorate.node.turn.NodeSettings;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How a node that starts comes to its roster and to its number in it. Blocks as long as the configuration lets a join last. */
final class Naming {
    private static final EventLog LOG = EventLog.of(Naming.class);

    /** So often the contacts are called while a node waits. */
    private static final Duration PAUSE = Duration.ofMillis(300);

    private final LocksConfig config;
    private final String nodeId;
    private final Contacts contacts;
    private final long end;

    Naming(LocksConfig config, String nodeId) {
        this.config = config;
        this.nodeId = nodeId;
        this.contacts = new Contacts(config, nodeId);
        this.end = System.nanoTime() + Math.min(NodeSettings.nanos(config.joinTimeout()), Long.MAX_VALUE / 4);
    }

    /**
     * What the members say that answer; null if none does, or if the roster has not changed since the cluster began. Waits while a changed
     * roster is told by too few of its voters: to begin with the list would be wrong, and to believe them may be.
     */
    @Nullable
    RosterReport changed() {
        while (true) {
            Contacts.Answer answer = contacts.roster(null);
            RosterReport newest = answer.newest();
            if (newest == null || newest.configuration().number() == 0) {
                return null;
            }
            if (answer.isConfirmed()) {
                return newest;
            }
            pause(whyNoRoster());
        }
    }

    /** The roster that the contacts tell, and its voters confirm. */
    RosterReport told() {
        while (true) {
            RosterReport report = contacts.roster(null).confirmed();
            if (report != null) {
                return report;
            }
            pause(whyNoRoster());
        }
    }

    /** The roster of the cluster, if its voters answer at once and confirm it; null if they do not. */
    @Nullable
    RosterReport present() {
        return contacts.rosterAtOnce().confirmed();
    }

    private String whyNoRoster() {
        return "no contact tells a roster that counts: " + contacts.lastFailure()
                + ". Give others, start them, or check the network between here and there";
    }

    private static RosterState beginning(RosterReport told, String key) {
        return RosterState.beginning(told.configuration(), key).withFloor(told.floor());
    }

    /**
     * What a directory keeps that has kept nothing about rosters. A node that its list names begins with that list, unless the roster has
     * changed since. Any other waits until a roster names it.
     *
     * @param list the configuration that the list of members gives
     */
    RosterState first(String key, @Nullable Configuration list) {
        if (list != null && list.latest().find(nodeId) != null) {
            RosterReport told = changed();
            return told == null ? RosterState.beginning(list, key) : beginning(told, key);
        }
        LOG.say(LogEvent.DIRECTORY_IS_EMPTY, String.valueOf(config.dataDirectory()), nodeId);
        return beginning(told(), key);
    }

    /** The number of this node; null if its roster does not name it. */
    static @Nullable Member numberOf(String nodeId, RosterState state) {
        Configuration configuration = state.configuration();
        for (Roster roster : List.of(configuration.latest(), configuration.lower())) {
            Member member = roster.find(nodeId);
            if (member != null && (member.key().isEmpty() || member.key().equals(state.key()))) {
                return member;
            }
        }
        return null;
    }

    /** What the node remembers when a roster names it; that it waits is told to all contacts. */
    NodeMemory await(NodeMemory memory) {
        RosterState state = Objects.requireNonNull(memory.roster(), "only a node that keeps its roster waits");
        if (numberOf(nodeId, state) != null) {
            return memory;
        }
        LOG.say(LogEvent.WAITS_TO_BE_NAMED, nodeId, config.cluster(), "");
        while (true) {
            RosterReport report =
                    contacts.announce(state.key(), state.configuration()).confirmed();
            if (report != null && isNews(report.configuration(), state.configuration())) {
                state = state.in(report.configuration()).withFloor(report.floor());
                memory.ceilings().keepRoster(state);
            }
            Member named = numberOf(nodeId, state);
            if (named != null) {
                LOG.say(LogEvent.NAMED, state.configuration().latest().epoch(), nodeId, named.number());
                // Nobody had this number before, so nobody counts on what it granted.
                return new NodeMemory(memory.incarnation(), true, memory.clock(), memory.ceilings(), state);
            }
            pause("no roster names it. Run: quorate roster add " + nodeId
                    + "=HOST:PORT, with the address where the others reach it, while it waits"
                    + (contacts.lastFailure().isEmpty() ? "" : " (" + contacts.lastFailure() + ")"));
        }
    }

    private static boolean isNews(Configuration told, Configuration known) {
        return told.number() > known.number()
                && told.latest().lineage().equals(known.latest().lineage());
    }

    private void pause(String whyNotYet) {
        if (System.nanoTime() - end >= 0) {
            throw new TransportException(whyNotYet);
        }
        try {
            Thread.sleep(PAUSE.toMillis());
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new TransportException("interrupted while it waited for a roster: start again", interruption);
        }
    }
}
