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
import java.util.stream.Collectors;
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

    /** The roster that the contacts tell, and its voters confirm. */
    RosterReport told() {
        return Objects.requireNonNull(confirmed().newest());
    }

    private Contacts.Answer confirmed() {
        while (true) {
            Contacts.Answer answer = contacts.roster(null);
            if (answer.confirmed() != null) {
                return answer;
            }
            pause(whyNoRoster());
        }
    }

    /** The roster of the cluster, if its voters answer at once, confirm it and agree; null if they do not. */
    @Nullable
    RosterReport present() {
        try {
            return contacts.rosterAtOnce().confirmed();
        } catch (TransportException contradiction) {
            return null; // the handshakes tell who fits to the list
        }
    }

    private String whyNoRoster() {
        return "no contact tells a roster that counts: " + contacts.lastFailure()
                + ". Give others, start them, or check the network between here and there";
    }

    /**
     * The content of a directory that has kept nothing about rosters. A node that its list names begins with that list, unless the
     * roster has
     * changed since. Any other waits until a roster names it; so does one of which the others know another directory.
     *
     * @param list the configuration that the list of members gives
     */
    RosterState first(String key, @Nullable Configuration list) {
        if (list != null && list.latest().find(nodeId) != null) {
            Contacts.Answer answer = contacts.roster(null);
            RosterReport newest = answer.newest();
            if (newest == null) {
                return RosterState.beginning(list, key);
            }
            if (newest.configuration().number() == 0) {
                requireSameCluster(newest.configuration(), list);
                return answer.beginning(list, 0, nodeId, key);
            }
        }
        LOG.say(LogEvent.DIRECTORY_IS_EMPTY, String.valueOf(config.dataDirectory()), nodeId);
        Contacts.Answer answer = confirmed();
        RosterReport told = Objects.requireNonNull(answer.newest());
        return answer.beginning(told.configuration(), told.floor(), nodeId, key);
    }

    /** Two clusters with members in common could both grant a lock. */
    private static void requireSameCluster(Configuration told, Configuration list) {
        if (!told.latest().lineage().equals(list.latest().lineage())) {
            throw new TransportException("the members that answer have another list of members, quorums or lease: "
                    + inWords(told.latest()) + ", and this node has " + inWords(list.latest())
                    + ". Start it with theirs. A node that is to be a new member starts with --join (contacts) and is named by quorate"
                    + " roster add");
        }
    }

    /** Members, quorums and lease, for messages about lists that differ. */
    static String inWords(Roster roster) {
        String members = roster.members().stream()
                .map(each -> each.id() + "=" + each.address())
                .collect(Collectors.joining(", "));
        return members + " with " + roster.quorums() + " and "
                + roster.terms().lease().toMillis() + " ms";
    }

    /** The number of this node; null if its roster does not name it. */
    static @Nullable Member numberOf(String nodeId, RosterState state) {
        Configuration configuration = state.configuration();
        for (Roster roster : List.of(configuration.latest(), configuration.lower())) {
            Member member = roster.find(nodeId);
            if (member != null) {
                String known = state.shownKeys().getOrDefault(member.number(), "");
                String key = member.key().isEmpty() ? known : member.key();
                if (key.isEmpty() || key.equals(state.key())) {
                    return member;
                }
            }
        }
        return null;
    }

    /** The node's memory when a roster names it. All contacts are told that it waits. */
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
