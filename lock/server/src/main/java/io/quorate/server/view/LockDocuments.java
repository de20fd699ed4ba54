package io.quorate.server.view;

import io.quorate.api.Health;
import io.quorate.api.LockAdmin;
import io.quorate.api.LockDescription;
import io.quorate.api.LockListing;
import io.quorate.server.json.JsonWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

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

    static JsonWriter.Fields of(String node, List<LockAdmin.Member> members) {
        return JsonWriter.object()
                .with("node", node)
                .with(
                        "members",
                        members.stream()
                                .map(each -> JsonWriter.object()
                                        .with("id", each.id())
                                        .with("address", each.address())
                                        .with("self", each.isSelf())
                                        .with("connected", each.isConnected()))
                                .toList());
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
