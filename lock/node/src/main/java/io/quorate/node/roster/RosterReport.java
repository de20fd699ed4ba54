// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.roster;

import io.quorate.api.RosterView;
import io.quorate.core.lock.Fence;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Member;
import io.quorate.core.roster.RosterCodec;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One node's knowledge of the roster, for people and for other nodes.
 *
 * @param self the number of the node
 * @param keeps whether it keeps the roster on disk
 * @param connected the members that it has a connection with
 * @param heard while the roster changes, the members that are known to have learned of it
 * @param floor no fence of a roster that is over was higher (E7), for a node that learns of the roster by this report
 * @param keys the key that each member showed first, by number, where the roster names none
 * @param decision what is under way, in words; empty for nothing
 */
public record RosterReport(
        Configuration configuration,
        int self,
        boolean keeps,
        NodeSet connected,
        NodeSet heard,
        long floor,
        Map<Integer, String> keys,
        String decision) {
    private static final String BETWEEN = " ";
    private static final int PARTS = 8;
    private static final String NONE = "-";

    /** In one line, for admin clients and other nodes. */
    public String toLine() {
        ByteSink sink = new ByteSink();
        RosterCodec.writeConfiguration(configuration, sink);
        return String.join(
                BETWEEN,
                Base64.getEncoder().encodeToString(sink.toByteArray()),
                Integer.toString(self),
                Boolean.toString(keeps),
                numbers(connected),
                numbers(heard),
                Long.toString(floor),
                keysInWords(),
                decision);
    }

    private String keysInWords() {
        StringJoiner words = new StringJoiner(",").setEmptyValue(NONE);
        keys.forEach((number, key) -> words.add(number + "=" + key));
        return words.toString();
    }

    private static Map<Integer, String> keys(String words) {
        Map<Integer, String> keys = new TreeMap<>();
        for (String each : words.equals(NONE) ? new String[0] : words.split(",")) {
            int between = each.indexOf('=');
            keys.put(Integer.parseInt(each.substring(0, between)), each.substring(between + 1));
        }
        return keys;
    }

    private static String numbers(NodeSet nodes) {
        List<String> numbers = new ArrayList<>();
        for (int index = nodes.next(0); index >= 0; index = nodes.next(index + 1)) {
            numbers.add(Integer.toString(index));
        }
        return numbers.isEmpty() ? NONE : String.join(",", numbers);
    }

    /** Reads a line of {@link #toLine}; throws {@link MalformedFrameException} for any other. */
    public static RosterReport ofLine(String line) {
        try {
            String[] parts = line.split(BETWEEN, PARTS);
            byte[] configuration = Base64.getDecoder().decode(parts[0]);
            return new RosterReport(
                    RosterCodec.readConfiguration(new ByteSource(configuration)),
                    Integer.parseInt(parts[1]),
                    Boolean.parseBoolean(parts[2]),
                    nodes(parts[3]),
                    nodes(parts[4]),
                    Math.min(Fence.MAX, Math.max(0, Long.parseLong(parts[5]))),
                    keys(parts[6]),
                    parts[7]);
        } catch (IllegalArgumentException | IndexOutOfBoundsException malformed) {
            throw new MalformedFrameException("this says nothing about a roster: " + malformed.getMessage());
        }
    }

    private static NodeSet nodes(String numbers) {
        NodeSet.Builder nodes = new NodeSet.Builder();
        for (String number : numbers.equals(NONE) ? new String[0] : numbers.split(",")) {
            nodes.add(Integer.parseInt(number));
        }
        return nodes.build();
    }

    private record SeenMember(
            String id,
            String address,
            boolean votes,
            RosterView.Stage stage,
            boolean isSelf,
            boolean isConnected,
            boolean hasHeard)
            implements RosterView.Member {}

    private record SeenRoster(
            long epoch,
            int configuration,
            boolean isChanging,
            boolean isKept,
            List<RosterView.Member> members,
            String quorums,
            Duration lease,
            String decision)
            implements RosterView {}

    /** As applications and operators see it. */
    public RosterView view() {
        return new SeenRoster(
                configuration.latest().epoch(),
                configuration.number(),
                configuration.isJoint(),
                keeps,
                seenMembers(),
                configuration.latest().quorums(),
                configuration.latest().terms().lease(),
                decision);
    }

    private List<RosterView.Member> seenMembers() {
        List<RosterView.Member> seen = new ArrayList<>();
        NodeSet nodes = configuration.members();
        for (int index = nodes.next(0); index >= 0; index = nodes.next(index + 1)) {
            NodeId node = NodeId.of(index);
            Member before = configuration.lower().find(node);
            Member after = configuration.latest().find(node);
            Member member = after == null ? before : after;
            if (member != null) {
                seen.add(new SeenMember(
                        member.id(),
                        member.address(),
                        member.votes(),
                        stage(before, after),
                        index == self,
                        index == self || connected.contains(node),
                        !configuration.isJoint() || index == self || heard.contains(node)));
            }
        }
        return List.copyOf(seen);
    }

    private static RosterView.Stage stage(@Nullable Member before, @Nullable Member after) {
        if (after == null) {
            return RosterView.Stage.LEAVING;
        }
        return before == null ? RosterView.Stage.JOINING : RosterView.Stage.MEMBER;
    }
}
