// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.setup;

import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.rosters.Joint;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Member;
import io.quorate.core.roster.Roster;
import io.quorate.core.session.LeaseTerms;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rosters that a cluster goes through, after the one that it begins with. As text, voters and perhaps their quorums: {@code n1,n2,n4}
 * or {@code n1,n2=all}.
 */
public final class RosterPlan {
    /** The members never change. */
    static final RosterPlan NONE = new RosterPlan(List.of(), List.of());

    private static final LeaseTerms TERMS = LeaseTerms.of(LeaseTerms.LEASE_USUAL);

    private final List<String> texts;
    private final List<Configuration> configurations;

    private RosterPlan(List<String> texts, List<Configuration> configurations) {
        this.texts = texts;
        this.configurations = configurations;
    }

    static RosterPlan of(QuorumSystem first, int nodes, List<String> texts) {
        List<Configuration> configurations = new ArrayList<>();
        Roster roster = roster(0, first.voters(), first.name(), nodes);
        configurations.add(Configuration.of(roster));
        for (String text : texts) {
            int equals = text.indexOf('=');
            String quorums = equals < 0 ? "majority" : text.substring(equals + 1);
            Roster next =
                    roster(roster.epoch() + 1, voters(equals < 0 ? text : text.substring(0, equals)), quorums, nodes);
            configurations.add(Configuration.of(roster).joinedBy(next));
            configurations.add(Configuration.of(next));
            roster = next;
        }
        return new RosterPlan(List.copyOf(texts), List.copyOf(configurations));
    }

    private static NodeSet voters(String text) {
        NodeSet voters = NodeSet.EMPTY;
        for (String each : text.split(",")) {
            voters = voters.with(NodeId.parse(each));
        }
        return voters;
    }

    private static Roster roster(long epoch, NodeSet voters, String quorums, int nodes) {
        List<Member> members = new ArrayList<>();
        for (int index = 0; index < nodes; index++) {
            String id = NodeId.of(index).toString();
            members.add(new Member(index, id, "", voters.contains(index), ""));
        }
        return new Roster(epoch, "lab", nodes, members, quorums, TERMS);
    }

    boolean isEmpty() {
        return texts.isEmpty();
    }

    List<String> texts() {
        return texts;
    }

    /** The number of the last configuration. */
    public int last() {
        return configurations.size() - 1;
    }

    public Configuration configuration(int number) {
        return configurations.get(number);
    }

    /** Whether the node votes in some of the rosters. */
    boolean votes(int index) {
        return configurations.stream().anyMatch(each -> each.voters().contains(index));
    }

    /** The quorums of a lock in that configuration, placed as the cluster places its locks. */
    QuorumSystem quorumsOf(LockName lock, int number, Placement usual) {
        Configuration configuration = configurations.get(number);
        QuorumSystem lower = usual.over(configuration.lower().system()).of(lock);
        @Nullable Roster upper = configuration.upper();
        return upper == null
                ? lower
                : new Joint(lower, usual.over(upper.system()).of(lock));
    }
}
