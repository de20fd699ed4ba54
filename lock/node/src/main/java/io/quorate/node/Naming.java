package io.quorate.node;

import io.quorate.api.LocksConfig;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Member;
import io.quorate.core.roster.RosterState;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.Membership;
import io.quorate.node.net.Roster;
import io.quorate.node.net.TransportException;
import io.quorate.node.roster.RosterReport;
import io.quorate.node.store.NodeMemory;
import io.quorate.node.turn.NodeSettings;
import java.time.Duration;
import java.util.Collection;
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

    /** Whether a roster that a member tells of has left the list behind that a cluster begins with. */
    private static boolean hasChanged(Configuration told) {
        return told.number() > 0;
    }

    /** What a member tells, if the roster has changed since the cluster began; else null. Waits for no one that does not answer. */
    @Nullable
    Configuration changed() {
        RosterReport report = contacts.roster(List.of());
        return report == null || !hasChanged(report.configuration()) ? null : report.configuration();
    }

    /** What the first contact tells that answers. */
    Configuration told() {
        while (true) {
            RosterReport report = contacts.roster(List.of());
            if (report != null) {
                return report.configuration();
            }
            pause("no contact answers: " + contacts.lastFailure()
                    + ". Give others, start them, or check the network between here and there");
        }
    }

    /**
     * What a directory keeps that has kept nothing about rosters.
     *
     * @param list the configuration that the list of members gives
     * @param usedBefore an earlier release has used the directory
     */
    RosterState first(String key, @Nullable Configuration list, boolean usedBefore) {
        boolean isListed = list != null && list.latest().find(nodeId) != null;
        if (list != null && isListed && (config.begins() || usedBefore)) {
            Configuration told = changed();
            return RosterState.beginning(told == null ? list : told, key);
        }
        LOG.say(LogEvent.DIRECTORY_IS_EMPTY, String.valueOf(config.dataDirectory()), nodeId);
        return RosterState.beginning(told(), key);
    }

    /** The number of this node; null if its roster does not name it. */
    static @Nullable Member numberOf(String nodeId, RosterState state) {
        Configuration configuration = state.configuration();
        for (io.quorate.core.roster.Roster roster : List.of(configuration.latest(), configuration.lower())) {
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
            RosterReport report = contacts.announce(state.key(), membersOf(state.configuration()));
            if (report != null && isNews(report.configuration(), state.configuration())) {
                state = state.in(report.configuration());
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

    private Collection<Roster.Member> membersOf(Configuration configuration) {
        return Membership.of(config.cluster(), configuration).entries().stream()
                .map(Membership.Entry::member)
                .toList();
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
