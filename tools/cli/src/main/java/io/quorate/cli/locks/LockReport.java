// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.locks;

import io.quorate.api.LockDescription;
import io.quorate.api.LockMode;
import io.quorate.api.text.Printable;
import io.quorate.cli.console.Fields;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.TextTable;
import io.quorate.cli.console.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Prints locks: one a line, or one in full. */
final class LockReport {
    private LockReport() {}

    /**
     * A lock for programs. Of the nodes named in it, {@code guests} have no vote; {@code keptBy} are those that keep the lock at hand,
     * and give it up when anybody wants it.
     */
    static Fields fields(LockDescription lock) {
        return new Fields()
                .with("lock", lock.lockName())
                .with("free", lock.isFree())
                .with("holders", lock.holders(), LockReport::fields)
                .with("waiters", lock.waiters(), LockReport::fields)
                .with(
                        "votes",
                        lock.votes(),
                        vote -> new Fields()
                                .with("voter", vote.voter())
                                .with("requester", vote.requester())
                                .with("granted", vote.granted()))
                .with("keptBy", lock.keepers())
                .with("unanswered", lock.unanswered())
                .with("slow", lock.slow())
                .with("guests", lock.guests());
    }

    /**
     * A holder or waiter for programs. Its fence is in letters, because it is longer than what many readers of JSON take for a number,
     * and null for a waiter. Without a lease {@code validForMillis} is null.
     */
    private static Fields fields(LockDescription.Party party) {
        Duration left = party.validFor();
        return new Fields()
                .with("node", party.nodeId())
                .with("guest", party.isGuest())
                .with("host", party.host())
                .with("pid", party.pid())
                .with("label", party.label())
                .with("mode", modeOf(party))
                .with("since", party.since().toString())
                .with("fence", party.fence() == 0 ? null : Long.toString(party.fence()))
                .with("validForMillis", left == null ? null : left.toMillis())
                .with("spareVotes", party.hasSpareVotes());
    }

    /** One lock a line. */
    static String table(List<LockDescription> locks, Instant now) {
        TextTable table = new TextTable("lock", "held by", "process", "mode", "for", "valid for", "fence", "waiting");
        for (LockDescription lock : locks) {
            if (lock.holders().isEmpty()) {
                table.row(
                        lock.lockName(),
                        unheld(lock),
                        "",
                        "",
                        "",
                        "",
                        "",
                        lock.waiters().size());
            }
            for (LockDescription.Party holder : lock.holders()) {
                table.row(
                        lock.lockName(),
                        holder.label() + (holder.isGuest() ? " of guest " : " of ") + holder.nodeId(),
                        holder.pid() + " on " + holder.host(),
                        modeOf(holder),
                        since(holder, now),
                        validFor(holder.validFor()),
                        holder.fence() == 0 ? "" : Long.toString(holder.fence()),
                        lock.waiters().size());
            }
        }
        return table.toString();
    }

    private static String unheld(LockDescription lock) {
        if (!lock.keepers().isEmpty()) {
            return "(kept at hand by " + String.join(", ", lock.keepers()) + ")";
        }
        return lock.votes().stream()
                .filter(LockDescription.Vote::granted)
                .findFirst()
                .map(vote -> "(promised to " + vote.requester() + ")")
                .orElse("(nobody)");
    }

    /** One lock in full. */
    static void describe(LockDescription lock, Instant now, Report out) {
        out.document(fields(lock));
        tell(lock, now, line -> out.say(Printable.of(line)));
    }

    private static void tell(LockDescription lock, Instant now, Consumer<String> out) {
        out.accept("lock     " + lock.lockName());
        if (lock.holders().isEmpty()) {
            out.accept(lock.isFree() ? "held by  nobody: it is free" : "held by  nobody who answered");
        }
        for (LockDescription.Party holder : lock.holders()) {
            out.accept("held by  " + who(holder) + ", for " + since(holder, now) + ", since " + holder.since());
            String fence = holder.fence() == 0 ? "no fence" : "fence " + holder.fence();
            Duration left = holder.validFor();
            String spares = holder.hasSpareVotes() ? ", with spare votes" : "";
            out.accept("         " + modeOf(holder) + ", " + fence + spares + ", "
                    + (left == null
                            ? "without a lease"
                            : "valid for another " + validFor(left) + " unless it is renewed, as it is all the time"));
        }
        if (lock.waiters().isEmpty()) {
            out.accept("waiting  nobody");
        }
        for (LockDescription.Party waiter : lock.waiters()) {
            out.accept("waiting  " + who(waiter) + ", " + modeOf(waiter) + ", for " + since(waiter, now));
        }
        for (String keeper : lock.keepers()) {
            out.accept("kept by  " + kind(lock, keeper) + keeper + ", which gives it up when anybody wants it");
        }
        for (LockDescription.Vote vote : lock.votes()) {
            out.accept("vote     " + vote.voter() + (vote.granted() ? " has promised it to " : " has in its queue ")
                    + (lock.guests().contains(vote.requester()) ? "guest " : "")
                    + vote.requester());
        }
        if (!lock.slow().isEmpty()) {
            out.accept("slow     " + String.join(", ", lock.slow()) + ": takes long to answer, others vote instead");
        }
        if (!lock.unanswered().isEmpty()) {
            out.accept(silence(lock.unanswered()));
        }
    }

    static String silence(List<String> unanswered) {
        return "no answer from " + String.join(", ", unanswered) + ": what they hold or want is not shown";
    }

    private static String kind(LockDescription lock, String node) {
        return lock.guests().contains(node) ? "guest " : "node ";
    }

    static String who(LockDescription.Party party) {
        return party.label() + (party.isGuest() ? " of guest " : " of node ") + party.nodeId() + " (process "
                + party.pid() + " on " + party.host() + ")";
    }

    private static String modeOf(LockDescription.Party party) {
        return party.mode() == LockMode.SHARED ? "shared" : "exclusive";
    }

    /** By two clocks, if it is on another machine; so never less than nothing. */
    private static String since(LockDescription.Party party, Instant now) {
        Duration time = Duration.between(party.since(), now);
        long seconds = Math.max(0, time.toSeconds());
        return seconds < 60
                ? String.format(Locale.ROOT, "%.1f s", Math.max(0, time.toMillis()) / 1000.0)
                : seconds < 3600
                        ? seconds / 60 + " min " + seconds % 60 + " s"
                        : Words.count(seconds / 3600) + " h " + seconds / 60 % 60 + " min";
    }

    private static String validFor(@Nullable Duration time) {
        return time == null ? "ever" : String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
    }
}
