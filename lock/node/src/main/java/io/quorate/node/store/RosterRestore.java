// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.store;

import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Member;
import io.quorate.core.roster.Roster;
import io.quorate.core.roster.RosterState;
import io.quorate.core.session.LeaseTerms;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Restarts the history of a roster after a disaster, in the data directory of a node that is stopped. Every survivor comes to the same
 * roster without talking to the others, whatever it has heard last: epoch and numbers go on from the next thousand, and the lineage is a
 * digest of the outcome, so that nodes with another outcome are refused.
 */
public final class RosterRestore {
    /** Survivors that know different rosters come to the same epoch. */
    private static final long STEP = 1000;

    private static final int LINEAGE_LENGTH = 24;

    private RosterRestore() {}

    /**
     * Writes the roster; throws {@link StoreFailedException} if the directory is in use, or has kept no roster.
     *
     * @param members their numbers and keys do not matter
     * @param lease null for that of the last roster
     */
    public static Configuration restore(
            Path directory, List<Member> members, String quorums, @Nullable Duration lease) {
        RosterState kept = DataDirectory.keptRoster(directory);
        String nodeId = DataDirectory.keptId(directory);
        if (kept == null || nodeId == null) {
            throw new StoreFailedException("the data directory " + directory
                    + " has kept no roster: give that of a node that was a member and has stopped");
        }
        if (members.stream().noneMatch(member -> member.id().equals(nodeId))) {
            throw new StoreFailedException("the data directory " + directory + " belongs to node " + nodeId
                    + ", which is not listed: list every survivor, this one too");
        }
        Configuration next = Configuration.of(next(kept, members, quorums, lease));
        try (DataDirectory store = DataDirectory.reopen(directory)) {
            store.keepRoster(kept.in(next));
        }
        return next;
    }

    private static Roster next(RosterState kept, List<Member> members, String quorums, @Nullable Duration lease) {
        Roster last = kept.configuration().latest();
        long epoch = (last.epoch() / STEP + 1) * STEP;
        if (last.nextNumber() > epoch) {
            throw new StoreFailedException("this cluster has used the numbers of members up to " + last.nextNumber()
                    + ", more than can be restored: begin a new cluster with empty data directories");
        }
        List<Member> numbered = new ArrayList<>();
        int number = Math.toIntExact(epoch);
        List<Member> sorted = new ArrayList<>(members);
        sorted.sort(Comparator.comparing(Member::id));
        for (Member each : sorted) {
            numbered.add(new Member(number++, each.id(), each.address(), true, ""));
        }
        LeaseTerms terms = lease == null
                ? last.terms()
                : new LeaseTerms(lease, last.terms().driftPerMille());
        String outcome = last.lineage() + " " + epoch + " " + numbered + " " + quorums + " " + terms;
        try {
            return new Roster(epoch, digest(outcome), number, numbered, quorums, terms);
        } catch (IllegalArgumentException nonsense) {
            throw new StoreFailedException(
                    Objects.requireNonNullElse(nonsense.getMessage(), "no such roster"), nonsense);
        }
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, LINEAGE_LENGTH);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
