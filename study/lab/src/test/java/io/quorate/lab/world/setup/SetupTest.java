// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorumlock.QuorumLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SetupTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "nodes 3  protocol quorumlock  quorums majority  network fifo",
                "nodes 5  protocol quorumlock  without R5  quorums majority  voters 3  network unordered",
                "nodes 4  protocol quorumlock  quorums {n1,n2} {n2,n3}  voters 3  network fifo",
                "nodes 3  protocol central  quorums singleton  network fifo",
                "nodes 3  protocol sigma  quorums majority  network fifo",
                "nodes 2  protocol sigma  quorums majority  voters 3  network fifo",
                "nodes 5  protocol sigma  without V3  quorums majority  voters 3  network unordered  overlay fixed:1",
                "nodes 2  protocol ricart-agrawala  rules counted  quorums all  network unordered  passed at-most-2"
            })
    void isReadBackFromItsText(String text) {
        assertThat(Setup.parse(text)).hasToString(text);
    }

    @Test
    void whatIsNotSaidIsTheUsual() {
        assertThat(Setup.parse("nodes 3"))
                .hasToString(Setup.usual(new QuorumLock(), 3).toString());
    }

    @Test
    void onAnOverlayNodesSendToAllUnlessItSaysHowFar() {
        assertThat(Setup.parse("nodes 3  protocol sigma  overlay fixed"))
                .isEqualTo(Setup.parse("nodes 3  protocol sigma"));
        assertThatThrownBy(() -> Setup.usual(new QuorumLock(), 3).withReach(1))
                .hasMessageContaining("without an overlay");
    }

    @Test
    void quorumsMayNameTheirNode() {
        Setup setup = Setup.parse("nodes 3 protocol quorumlock quorums n1={n1,n3} n2={n2,n3} n3={n1,n3} network fifo");
        assertThat(setup)
                .isEqualTo(Setup.parse("nodes 3  quorums {n1,n3} {n2,n3} {n1,n3}"))
                .isNotEqualTo(Setup.parse("nodes 3  quorums {n1,n3} {n1,n3} {n2,n3}"));
        Setup otherOrder = Setup.parse("nodes 3  quorums n3={n1,n3} n2={n2,n3} n1={n1,n3}");
        assertThat(otherOrder).isEqualTo(setup);
        // without one for each the label is kept: n2 is in the other set too
        Setup few = Setup.parse("nodes 3  quorums {n2,n3} n2={n1,n2}  voters 3");
        assertThat(few).hasToString("nodes 3  protocol quorumlock  quorums {n2,n3} n2={n1,n2}  network fifo");
        assertThat(few.quorums().quorumOf(NodeId.of(1))).isEqualTo(NodeSet.ofIndexes(0, 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nodes",
                "nodes three",
                "nodes 3 protocol quorumlok",
                "nodes 3 without R77",
                "nodes 3 network pigeons",
                "nodes 3 passed often",
                "nodes 3 quorums {n1,n2",
                "nodes 3 colour blue",
                "nodes 2 voters 3",
                "nodes 3 overlay fixed",
                "nodes 3 protocol sigma overlay fixed:0",
                "nodes 3 protocol sigma overlay pastry"
            })
    void whatIsNoneIsRefused(String text) {
        assertThatThrownBy(() -> Setup.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void thereAreAtLeastAsManyNodesAsVoters() {
        assertThatThrownBy(() -> Setup.of(new QuorumLock(), new Majority(4), 3)).hasMessageContaining("only 3 nodes");
    }
}
