// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Placement;
import io.quorate.core.roster.Blocking;
import io.quorate.core.roster.Member;
import io.quorate.core.roster.Roster;
import io.quorate.node.net.TransportException;
import io.quorate.node.roster.RosterReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The answers of members about the roster, and whether they are enough to believe it. */
final class ToldRosters {
    /** Of each member, the lowest configuration that it tells. */
    private final Map<String, RosterReport> byMember = new LinkedHashMap<>();

    /** All that was told: one process may answer at two addresses, and two processes may have one id. */
    private final List<Map.Entry<String, RosterReport>> all = new ArrayList<>();

    void add(String member, RosterReport report) {
        all.add(Map.entry(member, report));
        byMember.merge(member, report, (one, other) -> lower(one, other) ? one : other);
    }

    private static boolean lower(RosterReport one, RosterReport other) {
        return one.configuration().number() <= other.configuration().number();
    }

    /** The newest that a member tells, with the lowest floor, because each is high enough; null if none has told anything. */
    @Nullable
    RosterReport newest() {
        return byMember.values().stream()
                .max(Comparator.comparingInt(
                                (RosterReport each) -> each.configuration().number())
                        .thenComparing(RosterReport::floor, Comparator.reverseOrder()))
                .orElse(null);
    }

    /** The key that members know of this one, where no roster names it; empty if they know none. */
    String keyOf(int number) {
        return byMember.values().stream()
                .map(each -> each.keys().getOrDefault(number, ""))
                .filter(key -> !key.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Whether more than half of the voters of the newest roster have told it, or one after it. */
    boolean isConfirmed() {
        RosterReport newest = newest();
        if (newest == null) {
            return false;
        }
        int voters = newest.configuration().lower().voters().size();
        return 2 * silentVoters().size() < voters;
    }

    /** The voters that have told neither the newest roster nor one after it. While a roster changes, those of the lower one count. */
    List<String> silentVoters() {
        List<String> silent = new ArrayList<>();
        RosterReport newest = newest();
        if (newest == null) {
            return silent;
        }
        Roster roster = newest.configuration().lower();
        for (Member each : roster.members()) {
            RosterReport report = byMember.get(each.id());
            if (each.votes()
                    && (report == null || report.configuration().latest().epoch() < roster.epoch())) {
                silent.add(each.id());
            }
        }
        return silent;
    }

    /** Throws {@link TransportException} if two members tell things that cannot both be so. */
    void requireAlike() {
        Map<Long, Roster> byEpoch = new TreeMap<>();
        Map<Long, String> tellers = new TreeMap<>();
        String lineage = "";
        String teller = "";
        for (Map.Entry<String, RosterReport> each : all) {
            String id = each.getKey();
            Roster latest = each.getValue().configuration().latest();
            if (!lineage.isEmpty() && !latest.lineage().equals(lineage)) {
                throw contradiction(teller, id, "are of different clusters by one name");
            }
            lineage = latest.lineage();
            teller = id;
            for (Roster roster : List.of(each.getValue().configuration().lower(), latest)) {
                Roster known = byEpoch.putIfAbsent(roster.epoch(), roster);
                String first = tellers.computeIfAbsent(roster.epoch(), epoch -> id);
                if (known != null && !known.equals(roster)) {
                    throw contradiction(first, id, "tell different rosters " + roster.epoch());
                }
            }
        }
        byEpoch.values().forEach(this::requireThatItCanBeOver);
    }

    /** E6: a roster is over only when voters without which it has no quorum know the next one. */
    private void requireThatItCanBeOver(Roster roster) {
        RosterReport newest = Objects.requireNonNull(newest());
        if (roster.epoch() >= newest.configuration().lower().epoch()) {
            return;
        }
        NodeSet behind = NodeSet.EMPTY;
        List<String> names = new ArrayList<>();
        for (Member each : roster.members()) {
            RosterReport report = byMember.get(each.id());
            if (each.votes()
                    && report != null
                    && report.configuration().latest().epoch() <= roster.epoch()) {
                behind = behind.with(each.node());
                names.add(each.id());
            }
        }
        if (!Blocking.blocks(roster.voters().minus(behind), Placement.byName(roster.system()))) {
            throw new TransportException(
                    "a member tells roster " + newest.configuration().lower().epoch() + ", but "
                            + String.join(", ", names) + " know no roster after " + roster.epoch()
                            + ", so it cannot be over, and nobody is believed. Look at the members (quorate roster), stop the one that is"
                            + " wrong, and try again");
        }
    }

    private static TransportException contradiction(String one, String other, String what) {
        return new TransportException("the members " + one + " and " + other + " " + what
                + ", so none of them is believed. Find out which of them was started with a wrong list or a wrong data"
                + " directory (quorate roster), stop it, and try again");
    }
}
