// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeSet;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Member;
import io.quorate.core.roster.Roster;
import io.quorate.core.session.LeaseTerms;
import io.quorate.node.net.TransportException;
import io.quorate.node.roster.RosterReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ToldRostersTest {
    private static final LeaseTerms TERMS = LeaseTerms.of(Duration.ofSeconds(5));
    private static final Roster ABC = first("cluster 1", "a", "b", "c");
    private static final Roster ABD = ABC.withReplaced("c", member(9, "d"));

    private final ToldRosters told = new ToldRosters();

    private static Member member(int number, String id) {
        return new Member(number, id, id + ":7400", true, "key of " + id);
    }

    private static Roster first(String lineage, String... ids) {
        List<Member> members = new ArrayList<>();
        for (String id : ids) {
            members.add(member(members.size(), id));
        }
        return Roster.first(lineage, members, "majority", TERMS);
    }

    private void tells(String member, Configuration configuration) {
        told.add(member, new RosterReport(configuration, 0, true, NodeSet.EMPTY, NodeSet.EMPTY, 0, Map.of(), ""));
    }

    /** Two processes with one id, or one that has gone up between two calls. */
    @Test
    void ofTwoAnswersByOneIdTheLowerCountsAndBothMustAgreeWithTheOthers() {
        tells("a", Configuration.of(ABD));
        tells("b", Configuration.of(ABC));
        tells("b", Configuration.of(ABD));
        assertThat(told.isConfirmed()).as("by a, and by one b of two").isFalse();
        tells("d", Configuration.of(ABD));
        assertThat(told.isConfirmed()).isTrue();
        tells("b", Configuration.of(first("another cluster", "a", "b", "c")));
        assertThatThrownBy(told::requireAlike)
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("different clusters");
    }

    @Test
    void nobodyTellsNothing() {
        assertThat(told.newest()).isNull();
        assertThat(told.isConfirmed()).isFalse();
        told.requireAlike();
    }

    @Test
    void oneOfThreeVotersDoesNotDecideWhatTheRosterIs() {
        tells("a", Configuration.of(ABD));
        assertThat(told.isConfirmed()).isFalse();
        assertThat(told.silentVoters()).containsExactly("b", "d");
        tells("b", Configuration.of(ABC)); // out of date
        assertThat(told.isConfirmed()).isFalse();
        assertThat(told.silentVoters()).containsExactly("b", "d");
        tells("d", Configuration.of(ABD));
        assertThat(told.isConfirmed()).isTrue();
        assertThat(told.silentVoters()).containsExactly("b");
        told.requireAlike();
    }

    @Test
    void aRosterThatIsUnderWayCountsWhenTheVotersBeforeTellItOrTheirs() {
        tells("a", Configuration.of(ABC).joinedBy(ABD));
        assertThat(told.isConfirmed()).isFalse();
        tells("c", Configuration.of(ABC));
        assertThat(told.isConfirmed()).isTrue();
        assertThat(told.newest().configuration().isJoint()).isTrue();
        told.requireAlike();
    }

    @Test
    void aMemberThatSaysThatItIsTheOnlyOneIsNotBelieved() {
        Roster alone = ABC.withRemoved("b").withRemoved("c");
        tells("a", Configuration.of(alone));
        assertThat(told.isConfirmed()).as("by its only voter").isTrue();
        tells("b", Configuration.of(ABC));
        told.requireAlike(); // b may have been away
        tells("c", Configuration.of(ABC));
        assertThatThrownBy(told::requireAlike)
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("b, c know no roster after 0");
    }

    @Test
    void whoIsNoMemberConfirmsNothing() {
        tells("a", Configuration.of(ABD));
        tells("x", Configuration.of(ABD));
        tells("y", Configuration.of(ABD));
        assertThat(told.isConfirmed()).isFalse();
    }

    @Test
    void membersThatContradictEachOtherAreNotBelieved() {
        tells("a", Configuration.of(ABD));
        tells("b", Configuration.of(ABC.withReplaced("c", member(9, "e"))));
        assertThatThrownBy(told::requireAlike)
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("the members a and b tell different rosters 1")
                .hasMessageContaining("none of them is believed");
    }

    @Test
    void membersOfDifferentClustersAreNotBelieved() {
        tells("a", Configuration.of(ABC));
        tells("b", Configuration.of(first("cluster 2", "a", "b", "c").withReplaced("c", member(9, "d"))));
        assertThatThrownBy(told::requireAlike)
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("the members a and b are of different clusters by one name");
    }
}
