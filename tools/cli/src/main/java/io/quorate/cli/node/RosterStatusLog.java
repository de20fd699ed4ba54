// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.node;

import io.quorate.api.Health;
import io.quorate.node.ClusterNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reports the state of a node: connected and missing peers, and whether locks are available. */
final class RosterStatusLog extends StatusLog {
    private static final long WARN_EVERY = 10_000_000_000L;

    /** While nodes start one after the other, nobody needs to be warned. */
    private static final long FIRST_WARNING = 2_000_000_000L;

    private final String id;
    private final @Nullable String listening;
    private List<String> missing = List.of();
    private boolean isFirstLook = true;
    private double partOfLocks;
    private boolean wasQuorate;
    private Health.State state = Health.State.JOINING;
    private long nextWarning;

    /** The node listens where the roster says, unless another address is given. */
    RosterStatusLog(Consumer<String> out, String id, @Nullable String listening) {
        super(out);
        this.id = id;
        this.listening = listening;
    }

    @Override
    void opened(ClusterNode node) {
        missing = node.roster().members().stream()
                .map(member -> member.id())
                .filter(member -> !member.equals(id))
                .toList();
        nextWarning = System.nanoTime() + FIRST_WARNING;
        say("node " + id + " of cluster " + node.roster().cluster() + " listens on "
                + (listening != null
                        ? listening
                        : node.roster().member(node.roster().node(id)).address()));
        int asked = node.nodesAsked();
        say("protocol " + node.protocol().fullName() + ", quorums " + node.quorumsInBrief() + " (this node asks "
                + asked + " of " + node.roster().size() + "), roster "
                + node.roster().describe());
        say("stop it with Ctrl-C");
    }

    @Override
    void look(ClusterNode node) {
        List<String> now = node.missing();
        double partBefore = partOfLocks;
        if (!now.equals(missing) || isFirstLook) {
            without(missing, now).forEach(peer -> say(peer + " is there"));
            without(now, missing).forEach(peer -> say(peer + " does not answer any more: suspected"));
            missing = now;
            partOfLocks = node.partOfLocks();
            isFirstLook = false;
        }
        wasQuorate |= node.isQuorate();
        if (partOfLocks == 1) {
            lookAtVoting(node.health());
        } else if (partOfLocks < partBefore || System.nanoTime() - nextWarning > 0) {
            say("WARNING: " + whatIsMissing(node));
            nextWarning = System.nanoTime() + WARN_EVERY;
            state = Health.State.NO_QUORUM;
        }
    }

    /** A node that does not vote yet has not come back as far as the others are concerned: its line must not say that it has. */
    private void lookAtVoting(Health health) {
        Health.State now = health.state();
        if (now == state) {
            return;
        }
        if (now == Health.State.SILENT) {
            say(String.format(
                    Locale.ROOT,
                    "joined; silent for %.1f s: this node has just started, so it grants no votes for one lease",
                    health.silentFor().toMillis() / 1e3));
        } else if (now == Health.State.VOTING) {
            say((state == Health.State.JOINING ? "joined; voting" : "voting")
                    + ": a quorum is connected, locks are available");
        }
        state = now;
    }

    @Override
    boolean wasQuorate() {
        return wasQuorate;
    }

    @Override
    String whatIsMissing(ClusterNode node) {
        int size = node.roster().size();
        return (size - missing.size()) + " of " + size + " nodes are there, too few " + forWhichLocks()
                + "; no answer from " + String.join(", ", addresses(node));
    }

    /** Where each lock has its own voters, some locks may be available while others are not. */
    private String forWhichLocks() {
        long percent = Math.max(1, Math.min(99, Math.round(100 * (1 - partOfLocks))));
        return partOfLocks == 0 ? "to decide about locks" : "for about " + percent + " % of the locks";
    }

    private List<String> addresses(ClusterNode node) {
        return node.roster().members().stream()
                .filter(member -> missing.contains(member.id()))
                .map(member -> member.id() + " (" + member.address() + ")")
                .toList();
    }

    private static List<String> without(List<String> all, List<String> taken) {
        List<String> rest = new ArrayList<>(all);
        rest.removeAll(taken);
        return rest;
    }
}
