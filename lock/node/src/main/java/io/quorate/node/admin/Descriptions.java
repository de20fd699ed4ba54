// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.admin;

import io.quorate.api.LockDescription;
import io.quorate.api.LockListing;
import io.quorate.core.model.LockName;
import io.quorate.node.turn.Outcomes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Puts together what the nodes say about locks. */
public final class Descriptions {
    /** The ids of the members; null if there is no roster. */
    private final @Nullable Set<String> members;

    /** By the names of the nodes. */
    private final Map<String, NodeReport> reports;

    private final List<String> unanswered;

    Descriptions(@Nullable Set<String> members, Map<String, NodeReport> reports, List<String> unanswered) {
        this.members = members;
        this.reports = reports;
        this.unanswered = List.copyOf(unanswered);
    }

    public LockDescription describe(LockName lock) {
        List<LockDescription.Party> holders = new ArrayList<>();
        List<LockDescription.Party> waiters = new ArrayList<>();
        List<LockDescription.Vote> votes = new ArrayList<>();
        List<String> keepers = new ArrayList<>();
        TreeSet<String> slow = new TreeSet<>();
        TreeSet<String> guests = new TreeSet<>();
        reports.forEach((id, report) -> {
            slow.addAll(report.slow());
            for (LockView view : report.locks()) {
                if (!view.lock().equals(lock)) {
                    continue;
                }
                if (view.isInUse() && isGuest(id)) {
                    guests.add(id);
                }
                for (LockView.Party party : view.parties()) {
                    (party.holds() ? holders : waiters).add(party(id, report, party));
                }
                for (LockView.Vote vote : view.votes()) {
                    votes.add(new DescribedLock.DescribedVote(id, vote.name(), vote.granted()));
                    if (isGuest(vote.name())) {
                        guests.add(vote.name());
                    }
                }
                if (view.stands()) {
                    keepers.add(id);
                }
            }
        });
        return new DescribedLock(
                lock.toString(), holders, waiters, votes, keepers, unanswered, List.copyOf(slow), List.copyOf(guests));
    }

    /** The first locks that are listed, up to a maximum. */
    public LockListing list(int max) {
        TreeSet<LockName> names = new TreeSet<>();
        reports.values().forEach(report -> report.locks().forEach(view -> names.add(view.lock())));
        boolean isCut = false;
        for (NodeReport report : reports.values()) {
            if (report.isCut()) {
                isCut = true;
                // Locks behind the last one of this node are left out: half of a description would mislead.
                dropBehind(report, names);
            }
        }
        List<LockDescription> locks =
                names.stream().limit(max).map(this::describe).toList();
        return new DescribedLock.Listing(locks, isCut || names.size() > max, unanswered);
    }

    private static void dropBehind(NodeReport report, NavigableSet<LockName> names) {
        List<LockView> told = report.locks();
        if (!told.isEmpty()) {
            names.tailSet(told.get(told.size() - 1).lock(), false).clear();
        }
    }

    /** Whether the node of this name is in no roster, though there is one. */
    private boolean isGuest(String name) {
        return members != null && !members.contains(name);
    }

    private LockDescription.Party party(String id, NodeReport report, LockView.Party party) {
        return new DescribedLock.DescribedParty(
                id,
                isGuest(id),
                report.host(),
                report.pid(),
                party.label(),
                Outcomes.toApi(party.mode()),
                Instant.ofEpochMilli(party.sinceMillis()),
                party.fence(),
                party.validForMillis() == LockView.NO_LEASE ? null : Duration.ofMillis(party.validForMillis()),
                party.hasSpares());
    }
}
