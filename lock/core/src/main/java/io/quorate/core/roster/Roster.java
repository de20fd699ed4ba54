// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.roster;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import io.quorate.core.quorum.rosters.Seated;
import io.quorate.core.session.LeaseTerms;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The members of a cluster, their quorum system and their lease. Rosters are numbered by epoch; the voters of each roster decide the next.
 *
 * @param lineage tells clusters apart: rosters of different lineages never follow each other
 * @param nextNumber the number that the next new member gets
 * @param members in the order of their numbers
 * @param quorums the quorum system by its text, as {@link Quorums#named} reads it; its n1 is the voter with the lowest number
 */
public record Roster(
        long epoch, String lineage, int nextNumber, List<Member> members, String quorums, LeaseTerms terms) {
    /** The highest epoch: twice as much, and one, is the number of a configuration. */
    public static final long EPOCH_MAX = (1L << 29) - 1;

    /** Maximum number of members. It bounds what a frame can make a node allocate. */
    public static final int MEMBERS_MAX = 1024;

    public Roster {
        members =
                members.stream().sorted(Comparator.comparingInt(Member::number)).toList();
        if (epoch < 0 || epoch > EPOCH_MAX) {
            throw new IllegalArgumentException(
                    "the epoch of a roster lies between 0 and " + EPOCH_MAX + ", not " + epoch);
        }
        if (lineage.length() > Member.TEXT_MAX || quorums.length() > 4 * Member.TEXT_MAX) {
            throw new IllegalArgumentException("the lineage or the quorum system of a roster is too long");
        }
        if (members.size() > MEMBERS_MAX) {
            throw new IllegalArgumentException(
                    "a roster has at most " + MEMBERS_MAX + " members, not " + members.size());
        }
        requireDistinct(members, nextNumber);
        Quorums.named(quorums, requireVoters(members));
    }

    private static void requireDistinct(List<Member> members, int nextNumber) {
        Set<Integer> numbers = new TreeSet<>();
        Set<String> ids = new TreeSet<>();
        Set<String> addresses = new TreeSet<>();
        for (Member member : members) {
            if (!numbers.add(member.number()) || member.number() >= nextNumber) {
                throw new IllegalArgumentException(
                        "the number " + member.number() + " of " + member.id() + " is not its own");
            }
            if (!ids.add(member.id())) {
                throw new IllegalArgumentException("two members have the id " + member.id());
            }
            if (!member.address().isEmpty() && !addresses.add(member.address())) {
                throw new IllegalArgumentException("two members have the address " + member.address());
            }
        }
    }

    private static int requireVoters(List<Member> members) {
        int voters = (int) members.stream().filter(Member::votes).count();
        if (voters == 0) {
            throw new IllegalArgumentException("a roster needs at least one voter");
        }
        return voters;
    }

    /** The first roster of a cluster: these members have the numbers from 0 on, in this order. */
    public static Roster first(String lineage, List<Member> members, String quorums, LeaseTerms terms) {
        return new Roster(0, lineage, members.size(), members, quorums, terms);
    }

    /** The member with this id, or null. */
    public @Nullable Member find(String id) {
        return members.stream().filter(each -> each.id().equals(id)).findFirst().orElse(null);
    }

    /** The member with this number, or null. */
    public @Nullable Member find(NodeId node) {
        for (Member each : members) {
            if (each.number() == node.index()) {
                return each;
            }
        }
        return null;
    }

    /** The numbers of those who vote. */
    public NodeSet voters() {
        NodeSet.Builder voters = new NodeSet.Builder();
        members.stream().filter(Member::votes).forEach(each -> voters.add(each.number()));
        return voters.build();
    }

    /** The numbers of all members. */
    public NodeSet nodes() {
        NodeSet.Builder nodes = new NodeSet.Builder();
        members.forEach(each -> nodes.add(each.number()));
        return nodes.build();
    }

    /** The quorum system over the numbers of the voters. */
    public QuorumSystem system() {
        NodeSet voters = voters();
        return Seated.at(voters, Quorums.named(quorums, voters.size()));
    }

    /** Which quorums of the roster each lock uses: its name chooses a variant. */
    public Placement placement() {
        return Placement.byName(system());
    }

    /** The next roster begins as an equal one. */
    public RosterEdit edit() {
        return new RosterEdit(this);
    }

    /** The next roster: one member more. Its number is given here; the one that it comes with does not matter. */
    public Roster withAdded(Member member) {
        return edit().add(member).next();
    }

    /** The next roster: one member less. */
    public Roster withRemoved(String id) {
        return edit().remove(id).next();
    }

    /** The next roster: another member in the place of one. */
    public Roster withReplaced(String id, Member member) {
        return edit().remove(id).add(member).next();
    }

    /** The next roster: the member is at another address. */
    public Roster withMoved(String id, String address) {
        return edit().move(id, address).next();
    }

    /** The next roster: another quorum system. */
    public Roster withQuorums(String text) {
        return edit().quorums(text).next();
    }

    /** The next roster: another lease, with the same bound on drift. */
    public Roster withLease(Duration lease) {
        return edit().lease(lease).next();
    }
}
