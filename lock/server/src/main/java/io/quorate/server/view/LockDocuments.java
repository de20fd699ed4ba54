// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.view;

import io.quorate.api.Health;
import io.quorate.api.LockAdmin;
import io.quorate.api.LockDescription;
import io.quorate.api.LockListing;
import io.quorate.api.LockStatistics;
import io.quorate.api.RosterView;
import io.quorate.server.json.JsonWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Locks, members and health as JSON; the same fields as {@code quorate describe --json} has. */
final class LockDocuments {
    private LockDocuments() {}

    static JsonWriter.Fields of(LockDescription lock) {
        return JsonWriter.object()
                .with("lock", lock.lockName())
                .with("free", lock.isFree())
                .with("holders", parties(lock.holders()))
                .with("waiters", parties(lock.waiters()))
                .with(
                        "votes",
                        lock.votes().stream()
                                .map(vote -> JsonWriter.object()
                                        .with("voter", vote.voter())
                                        .with("requester", vote.requester())
                                        .with("granted", vote.granted()))
                                .toList())
                .with("keptBy", lock.keepers())
                .with("unanswered", lock.unanswered())
                .with("slow", lock.slow())
                .with("guests", lock.guests());
    }

    private static List<JsonWriter.Fields> parties(List<LockDescription.Party> parties) {
        return parties.stream()
                .map(party -> {
                    var validFor = party.validFor();
                    return JsonWriter.object()
                            .with("node", party.nodeId())
                            .with("guest", party.isGuest())
                            .with("host", party.host())
                            .with("pid", party.pid())
                            .with("label", party.label())
                            .with("mode", word(party.mode()))
                            .with("since", party.since().toString())
                            .with("fence", party.fence() == 0 ? null : Long.toString(party.fence()))
                            .with("validForMillis", validFor == null ? null : validFor.toMillis())
                            .with("spareVotes", party.hasSpareVotes());
                })
                .toList();
    }

    static JsonWriter.Fields of(LockListing listing, Predicate<String> isSeen) {
        return JsonWriter.object()
                .with(
                        "locks",
                        listing.locks().stream()
                                .filter(lock -> isSeen.test(lock.lockName()))
                                .map(LockDocuments::of)
                                .toList())
                .with("cut", listing.isCut())
                .with("unanswered", listing.unanswered());
    }

    static JsonWriter.Fields of(LockAdmin.Release release) {
        return JsonWriter.object()
                .with("lock", release.before().lockName())
                .with("actedAt", release.actedAt())
                .with("before", of(release.before()));
    }

    static JsonWriter.Fields of(String node, Health health) {
        return JsonWriter.object()
                .with("node", node)
                .with("state", word(health.state()))
                .with("ready", health.isReady())
                .with("missing", health.missing())
                .with("silentForMillis", health.silentFor().toMillis())
                .with("reason", health.reason());
    }

    static JsonWriter.Fields of(String node, Health health, LockAdmin.Survey survey, LockStatistics now) {
        Duration nearest = now.nearestDeadline();
        return of(node, health)
                .with("failuresTolerated", survey.failuresTolerated())
                .with(
                        "members",
                        survey.members().stream()
                                .map(each -> state(of(each), survey.healths().get(each.id())))
                                .toList())
                .with("locks", now.locksInUse())
                .with("holding", now.holding())
                .with("waiting", now.waiting())
                .with("nearestDeadlineMillis", nearest == null ? null : nearest.toMillis());
    }

    /** The newest roster, and what changes with it; null if the members never change. */
    static JsonWriter.@Nullable Fields of(@Nullable RosterView roster) {
        return roster == null
                ? null
                : JsonWriter.object()
                        .with("roster", roster.epoch())
                        .with("changing", roster.isChanging())
                        .with("quorums", roster.quorums())
                        .with("leaseMillis", roster.lease().toMillis())
                        .with("joining", idsOf(roster, each -> each.stage() == RosterView.Stage.JOINING))
                        .with("leaving", idsOf(roster, each -> each.stage() == RosterView.Stage.LEAVING))
                        .with("unheard", idsOf(roster, each -> !each.hasHeard()));
    }

    private static List<String> idsOf(RosterView roster, Predicate<RosterView.Member> isWanted) {
        return roster.members().stream()
                .filter(isWanted)
                .map(RosterView.Member::id)
                .toList();
    }

    /** Adds what the member says about itself. */
    private static JsonWriter.Fields state(JsonWriter.Fields member, @Nullable Health health) {
        return member.with("state", health == null ? null : word(health.state()))
                .with("silentForMillis", health == null ? 0 : health.silentFor().toMillis())
                .with("missing", health == null ? List.of() : health.missing())
                .with("reason", health == null ? null : health.reason());
    }

    private static JsonWriter.Fields of(LockAdmin.Member member) {
        return JsonWriter.object()
                .with("id", member.id())
                .with("address", member.address())
                .with("self", member.isSelf())
                .with("connected", member.isConnected())
                .with("slow", member.isSlow())
                .with("silent", member.isSilent())
                .with("needed", member.isNeeded());
    }

    static JsonWriter.Fields of(String node, List<LockAdmin.Member> members) {
        return JsonWriter.object()
                .with("node", node)
                .with("members", members.stream().map(LockDocuments::of).toList());
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
