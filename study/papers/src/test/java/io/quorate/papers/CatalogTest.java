// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import io.quorate.core.quorum.systems.Majority;
import org.junit.jupiter.api.Test;

/** What there is is found by its name, and a wrong name is answered by the nearest right one. */
class CatalogTest {
    @Test
    void everyProtocolIsFoundByItsName() {
        assertThat(Protocols.all()).isNotEmpty().allSatisfy(protocol -> {
            assertThat(Protocols.named(protocol.name())).isSameAs(protocol);
            assertThat(protocol.usualQuorums(5).size()).isEqualTo(5);
        });
        assertThat(Protocols.all()).extracting(Protocol::name).doesNotHaveDuplicates();
    }

    @Test
    void aTypingErrorIsAnsweredByASuggestion() {
        assertThatThrownBy(() -> Protocols.named("quorumlok"))
                .hasMessageContaining("no protocol \"quorumlok\"")
                .hasMessageContaining("Did you mean \"quorumlock\"?")
                .hasMessageContaining("central");
        assertThatThrownBy(() -> Protocols.named("somethingelse"))
                .hasMessageContaining("There are: ")
                .message()
                .doesNotContain("Did you mean");
    }

    @Test
    void onlySystemsThatFitAreOfferedForANumberOfVoters() {
        assertThat(Quorums.possibleFor(13)).extracting(QuorumSystem::name).contains("majority", "plane");
        assertThat(Quorums.possibleFor(14)).extracting(QuorumSystem::name).doesNotContain("plane");
        for (int voters = 1; voters <= 40; voters++) {
            assertThat(Quorums.possibleFor(voters))
                    .extracting(QuorumSystem::size)
                    .containsOnly(voters);
        }
    }

    @Test
    void quorumSystemsAreFoundByName() {
        assertThat(Quorums.named("majority", 3)).isEqualTo(new Majority(3));
        assertThat(Quorums.names()).startsWith("majority", "all", "singleton").doesNotHaveDuplicates();
        assertThat(Quorums.possibleFor(6))
                .allSatisfy(system ->
                        assertThat(Quorums.named(system.name(), 6).name()).isEqualTo(system.name()));
        assertThatThrownBy(() -> Quorums.named("majorty", 3)).hasMessageContaining("Did you mean \"majority\"?");
    }

    @Test
    void everyQuorumSystemIsFoundByTheNameThatItGivesItself() {
        for (int voters = 1; voters <= 40; voters++) {
            for (QuorumSystem system : Quorums.possibleFor(voters)) {
                QuorumSystem found = Quorums.named(system.name(), voters);
                assertThat(found.name()).isEqualTo(system.name());
                assertThat(found.size()).isEqualTo(voters);
            }
        }
    }

    @Test
    void setsNeedNoName() {
        assertThat(Quorums.named("n1,n2/n2,n3/n1,n3", 3).name()).isEqualTo("sets:n1,n2/n2,n3/n1,n3");
    }

    @Test
    void aTreeTakesItsDegreeBehindItsName() {
        assertThat(Quorums.named("tree", 13).name()).isEqualTo("tree");
        assertThat(Quorums.named("tree:3", 13).name()).isEqualTo("tree:3");
        assertThat(Quorums.forms()).contains("tree[:DEGREE]");
        assertThatThrownBy(() -> Quorums.named("tree:wide", 13)).hasMessageContaining("\"wide\" is not a number");
        assertThatThrownBy(() -> Quorums.named("tree:1", 13)).hasMessageContaining("degree of at least 2");
        assertThatThrownBy(() -> Quorums.named("majority:3", 13)).hasMessageContaining("takes nothing behind its name");
    }
}
