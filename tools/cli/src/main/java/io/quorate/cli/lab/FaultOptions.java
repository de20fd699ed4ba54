// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab;

import io.quorate.cli.console.Words;
import io.quorate.core.lock.ProtocolTraits;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import java.util.StringJoiner;
import picocli.CommandLine.Option;

/** How many faults a search may try, and what is watched. */
public final class FaultOptions {
    @Option(
            names = "--duplicates",
            defaultValue = "0",
            description = "How many messages may arrive twice (unordered only).")
    private int duplicates;

    @Option(
            names = "--resets",
            defaultValue = "0",
            description = "How many connections may break, losing what is under way.")
    private int resets;

    @Option(
            names = "--crashes",
            defaultValue = "0",
            description = "How many nodes may crash; the others learn of it some time later.")
    private int crashes;

    @Option(names = "--restarts", defaultValue = "0", description = "How many nodes that crashed may start again.")
    private int restarts;

    @Option(names = "--leaves", defaultValue = "0", description = "How often a node may leave the group.")
    private int leaves;

    @Option(
            names = "--trust-ends",
            defaultValue = "0",
            description = "How often a lease may run out although both ends are there.")
    private int trustEnds;

    @Option(names = "--suspicions", defaultValue = "0", description = "How often a node may suspect another.")
    private int suspicions;

    @Option(names = "--standing", description = "Keep a lock that is given back until somebody else wants it.")
    private boolean standing;

    @Option(names = "--fences", description = "Watch that fences rise.")
    private boolean fences;

    public Limits applyTo(Limits limits) {
        int fewest = Math.min(
                Math.min(Math.min(duplicates, resets), Math.min(suspicions, crashes)),
                Math.min(Math.min(restarts, leaves), trustEnds));
        if (fewest < 0) {
            throw new IllegalArgumentException(
                    "Faults are counted from none: give 0 or more for --duplicates, --resets,"
                            + " --suspicions, --crashes, --restarts, --leaves and --trust-ends; you gave " + fewest
                            + ".");
        }
        if (restarts > crashes) {
            throw new IllegalArgumentException("Only a node that has crashed starts again: with --restarts " + restarts
                    + " give at least --crashes " + restarts + ".");
        }
        return limits.withDuplicates(duplicates)
                .withResets(resets)
                .withSuspicions(suspicions)
                .withCrashes(crashes)
                .withRestarts(restarts)
                .withLeaves(leaves)
                .withTrustEnds(trustEnds);
    }

    public Setup applyTo(Setup setup) {
        if (restarts > 0 && !setup.protocol().traits().survivesRestarts()) {
            throw new IllegalArgumentException("A node of " + setup.protocol().fullName()
                    + " must not start again: take --restarts away, or take quorumlock.");
        }
        boolean ofLeases = trustEnds > 0 || standing || fences;
        if (ofLeases && !setup.protocol().traits().isLeased()) {
            throw new IllegalArgumentException(
                    "The protocol " + setup.protocol().name()
                            + " has no leases: take --trust-ends, --standing and --fences away, or take quorumlock.");
        }
        Setup stood = standing ? setup.withStanding() : setup;
        return fences ? stood.withFences() : stood;
    }

    /** As in {@code ; up to 1 duplicate; up to 2 crashes}. */
    public String text() {
        StringBuilder text = new StringBuilder();
        text.append(duplicates > 0 ? "; up to " + Words.count(duplicates, "duplicate") : "");
        text.append(resets > 0 ? "; up to " + Words.count(resets, "broken connection") : "");
        text.append(crashes > 0 ? "; up to " + Words.count(crashes, "crash").replace("crashs", "crashes") : "");
        text.append(restarts > 0 ? "; up to " + Words.count(restarts, "restart") : "");
        text.append(leaves > 0 ? "; up to " + Words.count(leaves, "departure") : "");
        text.append(trustEnds > 0 ? "; up to " + Words.count(trustEnds, "lease") + " run out early" : "");
        text.append(suspicions > 0 ? "; up to " + Words.count(suspicions, "false suspicion") : "");
        return text.toString();
    }

    /** Which of the faults asked for the protocol says it does not survive. */
    public String beyondTheTraitsOf(Setup setup) {
        ProtocolTraits traits = setup.protocol().traits();
        StringJoiner faults = new StringJoiner(" and ");
        if (resets > 0 && !traits.survivesLinkResets()) {
            faults.add("link resets");
        }
        if (duplicates > 0 && !traits.survivesDuplicates()) {
            faults.add("duplicates");
        }
        if (!setup.network().isEnoughFor(traits.needs())) {
            faults.add("messages out of order");
        }
        return faults.toString();
    }
}
