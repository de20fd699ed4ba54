// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.link;

import io.quorate.api.text.Printable;
import io.quorate.core.model.NodeId;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.net.Roster;
import io.quorate.node.net.TransportException;
import io.quorate.node.store.Incarnations;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The first message of a node on every connection.
 *
 * @param clusterSettings what all members must always agree on: the protocol; where members never change,
 *     quorums and lease too
 * @param instance drawn by chance at each start: tells two processes with one id apart
 * @param number of the hellos to one peer, from 1: tells which of two that crossed is the older
 * @param roster the members, each as {@code id=host:port}; or where a node without a roster is reached, as {@code @host:port}
 * @param place where the sender is in the history of its cluster
 */
public record Hello(
        String cluster,
        String clusterSettings,
        String memberId,
        long incarnation,
        long instance,
        long number,
        List<String> roster,
        Place place) {
    /**
     * Where a node is in the history of its cluster. Nodes of one lineage talk whatever their configurations are: the one that is behind
     * is told the news.
     *
     * @param lineage tells clusters apart whose rosters change; empty where members never change
     * @param configuration the number of the sender's configuration
     * @param member the number of the sender, which no other member ever has; of a guest, its own
     * @param key drawn with the sender's data directory; empty if it has none
     * @param settings quorums and lease, in words
     */
    public record Place(String lineage, int configuration, int member, String key, String settings) {
        /** Where members never change. */
        public static final Place FIXED = new Place("", 0, 0, "", "");

        /** Whether members never change there. */
        public boolean isFixed() {
            return lineage.isEmpty();
        }

        private void writeTo(ByteSink sink) {
            writeText(sink, lineage);
            sink.writeInt(configuration);
            sink.writeInt(member);
            writeText(sink, key);
            writeText(sink, settings);
        }

        private static Place read(ByteSource source) {
            String lineage = readText(source);
            int configuration = source.readInt();
            int member = source.readInt();
            if (member > NodeId.INDEX_MAX) {
                throw new MalformedFrameException("a node with the number " + member);
            }
            return new Place(lineage, configuration, member, readText(source), readText(source));
        }
    }

    /** Of a node whose members never change. */
    public Hello(
            String cluster,
            String clusterSettings,
            String memberId,
            long incarnation,
            long instance,
            long number,
            List<String> roster) {
        this(cluster, clusterSettings, memberId, incarnation, instance, number, roster, Place.FIXED);
    }

    /** Of the packets and of the hello itself. */
    static final int VERSION = 2;

    /** Says that this is one of us at all, and not just any program that found the port. */
    private static final int MAGIC = 0x51_52_54_45;

    private static final int TEXT_BYTES_MAX = 2048;

    /** Before the address of a node without a roster; a member of a roster has a name and an equals sign. */
    private static final String REACHED_AT = "@";

    private static final int SETTINGS_LENGTH_MAX = 500;

    /** The hello of a starting node, before it is numbered. */
    public static Hello first(
            String cluster, String clusterSettings, String memberId, long incarnation, List<String> roster) {
        if (clusterSettings.length() > SETTINGS_LENGTH_MAX) {
            throw new TransportException(
                    "the cluster settings have " + clusterSettings.length() + " characters, and may have "
                            + SETTINGS_LENGTH_MAX + ": choose a protocol or quorums with a shorter name");
        }
        if (incarnation < 0) {
            throw new TransportException("the incarnation " + incarnation + " is negative: count up from 0");
        }
        return new Hello(
                cluster,
                clusterSettings,
                memberId,
                incarnation,
                UUID.randomUUID().getMostSignificantBits(),
                0,
                roster);
    }

    /** The hello of a node without a roster: its number and address. */
    public static Hello withoutRoster(
            String cluster, String clusterSettings, NodeId self, long incarnation, Roster.Member at) {
        return first(cluster, clusterSettings, self.toString(), incarnation, List.of(REACHED_AT + at.address()));
    }

    /** Where this node without a roster is reached; null if it has a roster. */
    public Roster.@Nullable Member reachedAt() {
        if (roster.size() != 1
                || !roster.get(0).startsWith(REACHED_AT)
                || roster.get(0).indexOf('=') >= 0) {
            return null;
        }
        try {
            return Roster.Member.at(memberId, roster.get(0).substring(REACHED_AT.length()));
        } catch (TransportException unusable) {
            return null;
        }
    }

    /** The number of this node without a roster; null if it has one, or does not say where it is reached. */
    public @Nullable NodeId numberedNode() {
        if (reachedAt() == null || !memberId.matches("n[1-9][0-9]{0,6}")) {
            return null;
        }
        int index = Integer.parseInt(memberId.substring(1)) - 1;
        return index > NodeId.INDEX_MAX ? null : NodeId.of(index);
    }

    /**
     * Why this node cannot have started when it says; null if it can. Incarnations follow the clock, and peers refuse lower ones than they
     * have seen: an incarnation from far ahead would keep the node out for as long.
     */
    @Nullable
    String aheadOfClock() {
        Duration ahead = Incarnations.aheadOfClock(incarnation);
        return ahead == null
                ? null
                : "member " + memberId + " says that it started " + Incarnations.inWords(ahead)
                        + " from now (incarnation " + incarnation
                        + "): the clock of its machine is ahead, or was when its data directory was first used, or the clock"
                        + " here is behind. Set the clocks. If they are right, stop " + memberId
                        + ", remove the file node.state from its data directory, and start it again";
    }

    /** The same with another number. */
    Hello numbered(long newNumber) {
        return new Hello(cluster, clusterSettings, memberId, incarnation, instance, newNumber, roster, place);
    }

    /** The same process under another name or in another place. */
    public Hello movedTo(String newMemberId, List<String> newRoster, Place newPlace) {
        return new Hello(cluster, clusterSettings, newMemberId, incarnation, instance, number, newRoster, newPlace);
    }

    /** The same without what tells this process from others: for clients that only ask. */
    Hello withoutProof() {
        Place withoutKey = new Place(place.lineage, place.configuration, place.member, "", place.settings);
        return new Hello(cluster, clusterSettings, memberId, 0, 0, 0, roster, withoutKey);
    }

    public byte[] toBytes() {
        ByteSink sink = new ByteSink();
        sink.writeFixedInt(MAGIC);
        sink.writeByte(VERSION);
        WireLevel.OURS.writeTo(sink);
        writeText(sink, cluster);
        writeText(sink, clusterSettings);
        writeText(sink, memberId);
        sink.writeLong(incarnation);
        sink.writeFixedLong(instance);
        sink.writeLong(number);
        sink.writeInt(roster.size());
        for (String member : roster) {
            writeText(sink, member);
        }
        place.writeTo(sink);
        return sink.toByteArray();
    }

    /** Throws {@link MalformedFrameException} if the bytes are no hello. Skips what a newer release has added at its end. */
    public static Hello read(byte[] bytes) {
        ByteSource source = new ByteSource(bytes);
        if (source.readFixedInt() != MAGIC) {
            throw new MalformedFrameException("this is no hello of Quorate");
        }
        source.readByte(); // the version; see versionObjection
        WireLevel.read(source);
        String cluster = readText(source);
        String clusterSettings = readText(source);
        String memberId = readText(source);
        long incarnation = source.readLong();
        long instance = source.readFixedLong();
        long number = source.readLong();
        int members = source.readInt();
        if (members > Roster.MEMBERS_MAX) {
            throw new MalformedFrameException("a roster of " + members + " members");
        }
        List<String> roster = new ArrayList<>();
        for (int index = 0; index < members; index++) {
            roster.add(readText(source));
        }
        return new Hello(cluster, clusterSettings, memberId, incarnation, instance, number, roster, Place.read(source));
    }

    /** Why the sender of this hello is too old or too new, in words for both; null if it is not. */
    static @Nullable String versionObjection(byte[] bytes) {
        ByteSource source = new ByteSource(bytes);
        if (source.readFixedInt() != MAGIC) {
            return null; // no hello at all: read() says so
        }
        int version = source.readByte();
        if (version != VERSION) {
            return "the node that calls speaks version " + version + " of the link protocol, the node that is called "
                    + VERSION + ": run the same release at both";
        }
        return WireLevel.OURS.objectionTo(WireLevel.read(source));
    }

    /** The level of the node that sent this hello, which has no {@link #versionObjection}. */
    static WireLevel levelOf(byte[] bytes) {
        ByteSource source = new ByteSource(bytes);
        source.readFixedInt();
        source.readByte();
        return WireLevel.read(source);
    }

    static void writeText(ByteSink sink, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        sink.writeInt(utf8.length);
        sink.writeBytes(utf8);
    }

    private static String readText(ByteSource source) {
        return readText(source, TEXT_BYTES_MAX);
    }

    static String readText(ByteSource source, int bytesMax) {
        int length = source.readInt();
        if (length > bytesMax) {
            throw new MalformedFrameException("a name of " + length + " bytes");
        }
        String text = new String(source.readBytes(length), StandardCharsets.UTF_8);
        return Printable.of(text); // it goes into our log; no name of ours has such
    }

    /** Why these two nodes cannot belong together, in words for both of them; null if they can. */
    @Nullable
    String objectionTo(Hello other) {
        boolean sameLineage = place.lineage.equals(other.place.lineage) && !place.isFixed();
        // Rosters of different lengths also give different quorums: what differs first is said first.
        if (cluster.equals(other.cluster) && !sameLineage && !roster.equals(other.roster)) {
            return "members " + memberId + " and " + other.memberId + " have different rosters: " + memberId + " lists "
                    + roster.size() + " members, " + other.memberId + " lists " + other.roster.size() + "; only "
                    + memberId + " lists " + onlyIn(roster, other.roster) + ", only " + other.memberId + " lists "
                    + onlyIn(other.roster, roster) + whatToDo(other);
        }
        String objection = objectionToSettings(other);
        if (objection == null && !place.lineage.equals(other.place.lineage)) {
            objection = place.settings.equals(other.place.settings)
                    ? both(
                                    other,
                                    "history of their rosters",
                                    "lineage " + place.lineage,
                                    "lineage " + other.place.lineage)
                            + ": one of them was begun again or restored, so they are two clusters. Stop the one that is not"
                            + " wanted, and let its nodes join the other with empty data directories"
                    : both(other, "cluster settings (quorums, lease)", place.settings, other.place.settings)
                            + ": start both with the same quorums and lease";
        }
        return objection;
    }

    /** A list counts only where a cluster begins: later its rosters say who the members are. */
    private String whatToDo(Hello other) {
        int latest = Math.max(place.configuration, other.place.configuration);
        return latest == 0
                ? ": start both with the same list"
                : ". The roster has changed since the cluster began: give each node a data directory and let it keep it, and"
                        + " give guests the address of a member that answers";
    }

    /** The same without the rosters: only the cluster name and the cluster settings must be alike. */
    public @Nullable String objectionToSettings(Hello other) {
        if (!cluster.equals(other.cluster)) {
            return both(other, "cluster name", quoted(cluster), quoted(other.cluster))
                    + ": start both with the same cluster name, or keep them apart by other ports";
        }
        if (!clusterSettings.equals(other.clusterSettings)) {
            return both(other, "cluster settings (protocol, quorums, lease)", clusterSettings, other.clusterSettings)
                    + ": start both with the same protocol, quorums and lease";
        }
        return null;
    }

    private String both(Hello other, String what, String mine, String theirs) {
        return "members " + memberId + " and " + other.memberId + " differ in the " + what + ": " + memberId + " has "
                + mine + ", " + other.memberId + " has " + theirs;
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    private static String onlyIn(List<String> these, List<String> those) {
        List<String> rest = new ArrayList<>(these);
        rest.removeAll(those);
        return rest.isEmpty() ? "none" : String.join(", ", rest);
    }
}
