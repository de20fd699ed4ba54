// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.node;

import static io.quorate.core.lock.engine.TestClaim.exclusive;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.Protocol;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Key;
import io.quorate.overlay.Overlay;
import io.quorate.overlay.OverlayKind;
import io.quorate.overlay.dht.DhtMessage;
import io.quorate.overlay.dht.sigma.Sigma;
import io.quorate.overlay.pastry.Pastry;
import io.quorate.overlay.ring.Ring;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** V7: what is nearer to a node that only others hear belongs to that node. */
final class HearsayTest {
    private static final int NODES = 6;

    static List<OverlayKind> kinds() {
        return List.of(Pastry.USUAL, Ring.USUAL);
    }

    private static TimedOverlay nodes(OverlayKind kind) {
        return new TimedOverlay(new Sigma(), kind).with(NODES);
    }

    private static Protocol<DhtMessage> without(PlaceRule rule) {
        return new Sigma().without(rule);
    }

    private static NodeId onlyVoter(TimedOverlay nodes) {
        assertThat(nodes.voters()).hasSize(1);
        return nodes.voters().get(0);
    }

    /** The one to which the replica would belong without its owner. */
    private static NodeId second(TimedOverlay nodes, NodeId owner) {
        return nodes.all().stream()
                .filter(node -> !node.equals(owner))
                .min(Comparator.comparing(node -> OverlayNodes.REPLICA.distanceTo(Key.of(node))))
                .orElseThrow();
    }

    private static List<Handle> hearsayOf(TimedOverlay nodes, NodeId node) {
        return OverlayPart.of(nodes.node(node)).overlay().hearsay();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aReplicaHasOneVoterHoweverLongTheLinkToTheNextNodeIsBroken(OverlayKind kind) {
        TimedOverlay nodes = nodes(kind);
        NodeId owner = onlyVoter(nodes);
        NodeId second = second(nodes, owner);
        nodes.breakBoth(owner, second);
        for (int round = 0; round < 10 * TimedOverlay.ROUNDS; round++) {
            nodes.roundsGoBy(1);
            assertThat(nodes.voters()).doesNotContain(second);
        }
        assertThat(hearsayOf(nodes, second)).containsExactly(Handle.of(owner));
        assertThat(hearsayOf(nodes, owner)).containsExactly(Handle.of(second));
        assertThat(nodes.voters()).as("the owner votes on").containsExactly(owner);
        assertThat(nodes.all()).allMatch(node -> nodes.node(node).isVoting());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void withoutTheRuleItWouldHaveTwo(OverlayKind kind) {
        TimedOverlay nodes = new TimedOverlay(without(PlaceRule.V7_NOT_WHAT_OTHERS_HAVE_BY_HEARSAY), kind).with(NODES);
        NodeId owner = onlyVoter(nodes);
        nodes.breakBoth(owner, second(nodes, owner));
        nodes.roundsGoBy(4 * TimedOverlay.ROUNDS);
        assertThat(nodes.voters()).containsExactlyInAnyOrder(owner, second(nodes, owner));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void oneBrokenDirectionIsEnough(OverlayKind kind) {
        TimedOverlay nodes = nodes(kind);
        NodeId owner = onlyVoter(nodes);
        NodeId second = second(nodes, owner);
        nodes.breakLink(owner, second);
        nodes.roundsGoBy(10 * TimedOverlay.ROUNDS);
        assertThat(hearsayOf(nodes, second)).containsExactly(Handle.of(owner));
        assertThat(hearsayOf(nodes, owner)).as("it hears the other").isEmpty();
        assertThat(nodes.voters()).containsExactly(owner);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void whenTheLinkIsMendedNothingIsLeftOfIt(OverlayKind kind) {
        TimedOverlay nodes = nodes(kind);
        NodeId owner = onlyVoter(nodes);
        nodes.breakBoth(owner, second(nodes, owner));
        nodes.roundsGoBy(5 * TimedOverlay.ROUNDS);
        nodes.mendAll();
        nodes.roundsGoBy(2);
        assertThat(nodes.all()).allMatch(node -> hearsayOf(nodes, node).isEmpty());
        assertThat(nodes.voters()).containsExactly(owner);
    }

    /** It is gone for good: whoever is left votes for its replica when the others have noticed, and two leases later. */
    @ParameterizedTest
    @MethodSource("kinds")
    void whatANodeHadThatOnlyOthersHeardComesFreeWhenItIsReallyGone(OverlayKind kind) {
        TimedOverlay nodes = nodes(kind);
        NodeId owner = onlyVoter(nodes);
        NodeId second = second(nodes, owner);
        nodes.breakBoth(owner, second);
        nodes.roundsGoBy(5 * TimedOverlay.ROUNDS);
        nodes.crash(owner);
        nodes.roundsGoBy(2 * TimedOverlay.ROUNDS);
        assertThat(nodes.voters()).isEmpty();
        nodes.roundsGoBy(2 * TimedOverlay.ROUNDS);
        assertThat(nodes.voters()).containsExactly(second);
        assertThat(hearsayOf(nodes, second)).isEmpty();
    }

    /** V4 by hearsay: all hear the newcomer, whose place is nearer, but for the node that has granted. */
    @ParameterizedTest
    @MethodSource("kinds")
    void whatBelongsToANewcomerIsNotConfirmedByANodeThatCannotHearIt(OverlayKind kind) {
        TimedOverlay nodes = nodes(kind);
        NodeId owner = onlyVoter(nodes);
        nodes.turn(second(nodes, owner), node -> node.acquire(exclusive("L", 1)));
        nodes.roundsGoBy(1);
        assertThat(nodes.news).containsExactly("granted");
        NodeId newcomer = nearerThan(owner);
        nodes.breakLink(newcomer, owner);
        nodes.add(newcomer);
        for (int round = 0; round < 5 * TimedOverlay.ROUNDS; round++) {
            nodes.roundsGoBy(1);
            if (nodes.voters().contains(newcomer)) {
                assertThat(nodes.news).containsExactly("granted", "lost " + LossReason.QUORUM_LOST);
            }
        }
        assertThat(nodes.voters()).containsExactly(newcomer);
    }

    private static NodeId nearerThan(NodeId owner) {
        return Stream.iterate(NODES, number -> number + 1)
                .map(NodeId::of)
                .filter(node -> OverlayNodes.REPLICA.isNearer(Key.of(node), Key.of(owner)))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aCopyHasHeardTheSame(OverlayKind kind) {
        TimedOverlay nodes = nodes(kind);
        NodeId owner = onlyVoter(nodes);
        NodeId second = second(nodes, owner);
        nodes.breakBoth(owner, second);
        nodes.roundsGoBy(5 * TimedOverlay.ROUNDS);
        LockNode<DhtMessage> copy = nodes.node(second).copy();
        assertThat(RoutingNodesTest.describe(copy))
                .contains("hearsay")
                .isEqualTo(RoutingNodesTest.describe(nodes.node(second)));
        Overlay overlay = OverlayPart.of(copy).overlay();
        assertThat(overlay.hearsay()).containsExactly(Handle.of(owner));
        assertThat(OverlayPart.of(copy).owns(OverlayNodes.REPLICA)).isFalse();
        assertThat(overlay.owns(OverlayNodes.REPLICA))
                .as("it is the nearest that it hears")
                .isTrue();
    }
}
