// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.QuorumSystemLaws;
import io.quorate.core.quorum.systems.All;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorum.systems.Singleton;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The constructions that need no more than a number of voters. */
class QuorumSystemsTest extends QuorumSystemLaws {
    @Override
    public Stream<QuorumSystem> systems(int voters) {
        return Stream.of(new Majority(voters), new All(voters), new Singleton(voters, NodeId.of(voters / 2)));
    }

    @Override
    public boolean everyVoterIsInItsOwnQuorum(QuorumSystem system) {
        return !(system instanceof Singleton);
    }

    @Test
    void aMajorityIsMoreThanHalfAndBeginsWithTheRequester() {
        assertThat(new Majority(4).votesNeeded()).isEqualTo(3);
        assertThat(new Majority(5).votesNeeded()).isEqualTo(3);
        assertThat(new Majority(5).quorumOf(NodeId.of(3))).isEqualTo(NodeSet.ofIndexes(3, 4, 0));
    }

    @Test
    void majorityLoadsAllVotersAlike() {
        Majority system = new Majority(7);
        int[] asked = new int[7];
        for (int requester = 0; requester < 7; requester++) {
            NodeSet quorum = system.quorumOf(NodeId.of(requester));
            for (int index = quorum.next(0); index >= 0; index = quorum.next(index + 1)) {
                asked[index]++;
            }
        }
        assertThat(asked).containsOnly(4);
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> new Majority(0)).hasMessageContaining("at least one voter");
        assertThatThrownBy(() -> new Singleton(2, NodeId.of(2))).hasMessageContaining("n3 is not one of the 2 voters");
    }
}
