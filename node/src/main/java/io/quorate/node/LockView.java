package io.quorate.node;

import io.quorate.core.engine.Claim;
import io.quorate.core.engine.LockSlot;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one node knows of one lock: its own claims, and what it has promised as a voter.
 *
 * @param host the machine that the node runs on
 * @param pid its process
 */
record LockView(String host, long pid, List<Party> parties, List<Vote> votes) {
    /** An answer lists at most so many claims of a node, and so many votes, so that it fits into a frame. */
    static final int LISTED_MAX = 200;

    private static final int LABEL_LENGTH_MAX = 60;
    private static final int HOST_LENGTH_MAX = 255;
    private static final int NAME_LENGTH_MAX = 30;
    private static final int HOLDS = 1;
    private static final int SHARED = 2;

    /** A claim that holds or waits. */
    record Party(boolean holds, Mode mode, String label, long sinceMillis) {}

    /** A request of a node that waits for this node's vote, or has it; with what the node is called here. */
    record Vote(NodeId requester, String name, boolean granted) {}

    static LockView of(@Nullable LockSlot<?> slot, NodeNames names) {
        List<Party> parties = new ArrayList<>();
        VoteCollector votes = new VoteCollector(names);
        if (slot != null) {
            for (Claim claim : slot.holding()) {
                LocalClaim mine = (LocalClaim) claim;
                parties.add(new Party(true, mine.mode(), mine.label, mine.heldSinceMillis));
            }
            for (Claim claim : slot.waiting()) {
                LocalClaim mine = (LocalClaim) claim;
                parties.add(new Party(false, mine.mode(), mine.label, mine.askedAtMillis));
            }
            slot.describeTo(votes);
        }
        return new LockView(ThisProcess.HOST, ThisProcess.PID, cut(parties), cut(votes.votes()));
    }

    private static <T> List<T> cut(List<T> all) {
        return List.copyOf(all.subList(0, Math.min(LISTED_MAX, all.size())));
    }

    void writeTo(ByteSink sink) {
        writeText(sink, host, HOST_LENGTH_MAX);
        sink.writeLong(pid);
        sink.writeInt(parties.size());
        for (Party party : parties) {
            sink.writeByte((party.holds ? HOLDS : 0) | (party.mode == Mode.SHARED ? SHARED : 0));
            writeText(sink, party.label, LABEL_LENGTH_MAX);
            sink.writeLong(Math.max(0, party.sinceMillis));
        }
        sink.writeInt(votes.size());
        for (Vote vote : votes) {
            sink.writeInt(vote.requester.index());
            writeText(sink, vote.name, NAME_LENGTH_MAX);
            sink.writeByte(vote.granted ? 1 : 0);
        }
    }

    static LockView read(ByteSource source) {
        String host = readText(source, HOST_LENGTH_MAX);
        long pid = source.readLong();
        List<Party> parties = new ArrayList<>();
        for (int left = readCount(source); left > 0; left--) {
            int flags = source.readChoice(4, "kind of party");
            Mode mode = (flags & SHARED) != 0 ? Mode.SHARED : Mode.EXCLUSIVE;
            parties.add(new Party((flags & HOLDS) != 0, mode, readText(source, LABEL_LENGTH_MAX), source.readLong()));
        }
        List<Vote> votes = new ArrayList<>();
        for (int left = readCount(source); left > 0; left--) {
            votes.add(
                    new Vote(source.readNode(), readText(source, NAME_LENGTH_MAX), source.readChoice(2, "vote") == 1));
        }
        return new LockView(host, pid, parties, votes);
    }

    private static int readCount(ByteSource source) {
        int count = source.readInt();
        if (count > LISTED_MAX) {
            throw new MalformedFrameException("an answer lists " + count + ", more than " + LISTED_MAX);
        }
        return count;
    }

    private static void writeText(ByteSink sink, String text, int lengthMax) {
        byte[] utf8 = text.substring(0, Math.min(lengthMax, text.length())).getBytes(StandardCharsets.UTF_8);
        sink.writeInt(utf8.length);
        sink.writeBytes(utf8);
    }

    private static String readText(ByteSource source, int lengthMax) {
        int length = source.readInt();
        if (length > lengthMax * 3) { // a character takes at most three bytes of UTF-8, two of them together four
            throw new MalformedFrameException("a text of " + length + " bytes");
        }
        return new String(source.readBytes(length), StandardCharsets.UTF_8);
    }
}
