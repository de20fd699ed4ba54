// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.admin;

import io.quorate.core.lock.Phase;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.lock.engine.LockSlot;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.turn.LocalClaim;
import io.quorate.node.turn.NodeNames;
import java.util.ArrayList;
import java.util.List;

/**
 * One node's view of one lock: its own claims, and its promises as a voter.
 *
 * @param stands whether the node keeps the lock at hand although nobody of it holds it
 */
public record LockView(LockName lock, boolean stands, List<Party> parties, List<Vote> votes) {
    /** Maximum number of claims of a node, and of votes, in an answer, so that it fits into a frame. */
    static final int LISTED_MAX = 200;

    /** The value of {@link Party#validForMillis} where no lease applies. */
    static final long NO_LEASE = -1;

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int LABEL_LENGTH_MAX = 60;
    private static final int NAME_LENGTH_MAX = 30;
    private static final int HOLDS = 1;
    private static final int SHARED = 2;
    private static final int SPARES = 4;

    /**
     * A claim that holds or waits.
     *
     * @param fence 0 if it waits, or the algorithm has none
     * @param validForMillis for how long it still holds as things stand; {@link #NO_LEASE} if no lease applies
     * @param hasSpares whether it holds by more votes than it needs
     */
    public record Party(
            boolean holds,
            Mode mode,
            String label,
            long sinceMillis,
            long fence,
            long validForMillis,
            boolean hasSpares) {}

    /** A request of a node that waits for this node's vote, or has it; with what the node is called here. */
    public record Vote(NodeId requester, String name, boolean granted) {}

    /** Of a lock that nothing is known of. */
    static LockView nothing(LockName lock) {
        return new LockView(lock, false, List.of(), List.of());
    }

    /** At this time of the node's clock; {@code max} limits the parties and the votes. */
    public static LockView of(LockSlot<?> slot, NodeNames names, long now, int listedMax) {
        List<Party> parties = new ArrayList<>();
        VoteCollector votes = new VoteCollector(names);
        long validFor = validForMillis(slot.validUntil(), now);
        boolean hasSpares = slot.hasSpares();
        for (Claim claim : slot.holding()) {
            LocalClaim mine = (LocalClaim) claim;
            parties.add(
                    new Party(true, mine.mode(), mine.label, mine.heldSinceMillis, mine.fence, validFor, hasSpares));
        }
        for (Claim claim : slot.waiting()) {
            LocalClaim mine = (LocalClaim) claim;
            parties.add(new Party(false, mine.mode(), mine.label, mine.askedAtMillis, 0, NO_LEASE, false));
        }
        slot.describeTo(votes);
        return new LockView(
                slot.name(), slot.phase() == Phase.STANDING, cut(parties, listedMax), cut(votes.votes(), listedMax));
    }

    private static long validForMillis(long validUntil, long now) {
        if (validUntil == Long.MAX_VALUE) {
            return NO_LEASE;
        }
        return validUntil == Long.MIN_VALUE ? 0 : Math.max(0, (validUntil - now) / NANOS_PER_MILLI);
    }

    private static <T> List<T> cut(List<T> all, int listedMax) {
        return List.copyOf(all.subList(0, Math.min(listedMax, all.size())));
    }

    /** Whether there is anything to tell. */
    boolean isInUse() {
        return stands || !parties.isEmpty() || !votes.isEmpty();
    }

    void writeTo(ByteSink sink) {
        sink.writeInt(lock.utf8().length);
        sink.writeBytes(lock.utf8());
        sink.writeByte(stands ? 1 : 0);
        sink.writeInt(parties.size());
        for (Party party : parties) {
            int mode = party.mode == Mode.SHARED ? SHARED : 0;
            sink.writeByte((party.holds ? HOLDS : 0) | mode | (party.hasSpares ? SPARES : 0));
            WireText.write(sink, party.label, LABEL_LENGTH_MAX);
            sink.writeLong(Math.max(0, party.sinceMillis));
            sink.writeLong(party.fence);
            sink.writeLong(party.validForMillis - NO_LEASE);
        }
        sink.writeInt(votes.size());
        for (Vote vote : votes) {
            sink.writeInt(vote.requester.index());
            WireText.write(sink, vote.name, NAME_LENGTH_MAX);
            sink.writeByte(vote.granted ? 1 : 0);
        }
    }

    static LockView read(ByteSource source) {
        int nameLength = source.readInt();
        if (nameLength == 0 || nameLength > LockName.BYTES_MAX) {
            throw new MalformedFrameException("a lock name of " + nameLength + " bytes");
        }
        LockName lock = LockName.ofUtf8(source.readBytes(nameLength));
        boolean stands = source.readChoice(2, "state of a lock") == 1;
        List<Party> parties = new ArrayList<>();
        for (int left = readCount(source); left > 0; left--) {
            int flags = source.readChoice(8, "kind of party");
            parties.add(new Party(
                    (flags & HOLDS) != 0,
                    (flags & SHARED) != 0 ? Mode.SHARED : Mode.EXCLUSIVE,
                    WireText.read(source, LABEL_LENGTH_MAX),
                    source.readLong(),
                    source.readLong(),
                    source.readLong() + NO_LEASE,
                    (flags & SPARES) != 0));
        }
        List<Vote> votes = new ArrayList<>();
        for (int left = readCount(source); left > 0; left--) {
            votes.add(new Vote(
                    source.readNode(), WireText.read(source, NAME_LENGTH_MAX), source.readChoice(2, "vote") == 1));
        }
        return new LockView(lock, stands, parties, votes);
    }

    private static int readCount(ByteSource source) {
        int count = source.readInt();
        if (count > LISTED_MAX) {
            throw new MalformedFrameException("an answer lists " + count + ", more than " + LISTED_MAX);
        }
        return count;
    }
}
