// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.node;

import static io.quorate.core.lock.engine.TestClaim.exclusive;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.Protocol;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.overlay.dht.DhtMessage;
import io.quorate.overlay.dht.sigma.Sigma;
import io.quorate.overlay.ring.Ring;
import org.junit.jupiter.api.Test;

/** V6: a node counts on its own votes only while it hears those next to it, for replicas leave nodes that fall silent. */
final class OwnVotesTest {
    private static final long TRUST = TimedOverlay.TRUST;
    private static final long LEASE = TimedOverlay.LEASE;

    private final TimedOverlay nodes = new TimedOverlay(new Sigma(), Ring.USUAL).with(2);

    /** The node to which the only replica of the lock belongs. */
    private final NodeId owner = nodes.voters().get(0);

    OwnVotesTest() {
        nodes.turn(owner, node -> node.acquire(exclusive("L", 1)));
        assertThat(nodes.news).containsExactly("granted");
    }

    @Test
    void aHoldByOwnVotesLastsAsLongAsNeighboursAreHeard() {
        for (int round = 0; round < 10; round++) {
            nodes.roundGoesBy(TRUST - 1);
        }
        assertThat(nodes.news).containsExactly("granted");
        assertThat(nodes.node(owner).isVoting()).isTrue();
    }

    @Test
    void aNodeThatStoodStillHasLostWhatItHeldByItsOwnVotesBeforeItDoesAnything() {
        nodes.now += TRUST;
        nodes.turn(owner, node -> {});
        assertThat(nodes.news).containsExactly("granted", "lost " + LossReason.QUORUM_LOST);
        assertThat(nodes.node(owner).isVoting()).isFalse();
    }

    @Test
    void withoutTheRuleItWouldHoldAndGrantOn() {
        Protocol<DhtMessage> broken = new Sigma().without(PlaceRule.V6_ONLY_WHILE_NEIGHBOURS_ARE_HEARD);
        TimedOverlay careless = new TimedOverlay(broken, Ring.USUAL).with(2);
        careless.turn(owner, node -> node.acquire(exclusive("L", 1)));
        careless.now += 100 * LEASE;
        careless.turn(owner, node -> {});
        assertThat(careless.news).containsExactly("granted");
        assertThat(careless.node(owner).isVoting()).isTrue();
    }

    @Test
    void itsHoldWasKnownToBeValidJustUntilThen() {
        LockName lock = LockName.of("L");
        assertThat(nodes.node(owner).find(lock))
                .satisfies(slot -> assertThat(slot.validUntil()).isEqualTo(nodes.now + TRUST));
    }

    @Test
    void whenItHearsThemAgainItWaitsForTwoLeases() {
        nodes.now += TRUST;
        nodes.turn(owner, node -> {});
        nodes.roundGoesBy(0);
        long heard = nodes.now;
        while (nodes.now < heard + 2 * LEASE - TRUST / 2) {
            assertThat(nodes.node(owner).isVoting()).isFalse();
            nodes.roundGoesBy(TRUST / 2);
        }
        nodes.roundGoesBy(heard + 2 * LEASE - nodes.now);
        assertThat(nodes.node(owner).isVoting()).isTrue();
    }
}
