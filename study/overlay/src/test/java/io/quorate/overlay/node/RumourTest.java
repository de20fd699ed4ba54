// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.Protocol;
import io.quorate.core.model.NodeId;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Key;
import io.quorate.overlay.OverlayKind;
import io.quorate.overlay.dht.DhtMessage;
import io.quorate.overlay.dht.sigma.Sigma;
import io.quorate.overlay.pastry.Pastry;
import io.quorate.overlay.ring.Ring;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** V8: whoever hears of a node passes it on, until all near by know of it; also if nobody next to them hears it. */
final class RumourTest {
    private static final int NODES = 9;
    private static final int LONG = 8 * TimedOverlay.ROUNDS;

    static List<OverlayKind> kinds() {
        return List.of(Pastry.USUAL, Ring.USUAL);
    }

    private static Protocol<DhtMessage> withoutV8() {
        return new Sigma().without(PlaceRule.V8_HEARSAY_IS_PASSED_ON);
    }

    private static TimedOverlay nodes(Protocol<DhtMessage> protocol, OverlayKind kind) {
        return new TimedOverlay(protocol, kind).with(NODES);
    }

    /** The owner of the replica, and upwards around the ring all others. */
    private static List<NodeId> ring(TimedOverlay nodes) {
        assertThat(nodes.voters()).hasSize(1);
        Key owner = Key.of(nodes.voters().get(0));
        List<NodeId> ring = new ArrayList<>(nodes.all());
        ring.sort(Comparator.comparing(node -> owner.clockwiseTo(Key.of(node))));
        return ring;
    }

    /** The owner does not hear the two on each side, nor they it. So nobody who is next to its neighbours hears it. */
    private static void deafen(TimedOverlay nodes, List<NodeId> ring) {
        for (int place : List.of(1, 2, NODES - 2, NODES - 1)) {
            nodes.breakBoth(ring.get(0), ring.get(place));
        }
    }

    /** The owner and the next node hear each other, but neither of the two on each side of both. */
    private static void separateTwo(TimedOverlay nodes, List<NodeId> ring) {
        for (int inside : List.of(0, 1)) {
            for (int place : List.of(2, 3, NODES - 2, NODES - 1)) {
                nodes.breakBoth(ring.get(inside), ring.get(place));
            }
        }
    }

    /** The owner does not hear its neighbours, nor they it; those behind them do not hear it, but it hears them. */
    private static void mute(TimedOverlay nodes, List<NodeId> ring) {
        nodes.breakBoth(ring.get(0), ring.get(1));
        nodes.breakBoth(ring.get(0), ring.get(NODES - 1));
        nodes.breakLink(ring.get(0), ring.get(2));
        nodes.breakLink(ring.get(0), ring.get(NODES - 2));
    }

    private static void assertNobodyElseVotes(TimedOverlay nodes, NodeId owner) {
        for (int round = 0; round < LONG; round++) {
            nodes.roundsGoBy(1);
            assertThat(nodes.voters()).isSubsetOf(owner);
        }
        assertThat(nodes.voters()).containsExactly(owner);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aReplicaHasOneVoterAlsoIfNobodyNextToItsNeighboursHearsThatOne(OverlayKind kind) {
        TimedOverlay nodes = nodes(new Sigma(), kind);
        List<NodeId> ring = ring(nodes);
        deafen(nodes, ring);
        assertNobodyElseVotes(nodes, ring.get(0));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void withoutTheRuleItWouldHaveTwo(OverlayKind kind) {
        TimedOverlay nodes = nodes(withoutV8(), kind);
        List<NodeId> ring = ring(nodes);
        deafen(nodes, ring);
        nodes.roundsGoBy(LONG);
        assertThat(nodes.voters()).hasSize(2).contains(ring.get(0));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aReplicaHasOneVoterAlsoIfThatOneHearsOneNeighbourAndBothAreCutOffFromThoseBesideThem(OverlayKind kind) {
        TimedOverlay nodes = nodes(new Sigma(), kind);
        List<NodeId> ring = ring(nodes);
        separateTwo(nodes, ring);
        assertNobodyElseVotes(nodes, ring.get(0));
    }

    /** It hears those next to it, so that it does not miss them; but they do not hear it, so that they tell it nothing by themselves. */
    @ParameterizedTest
    @MethodSource("kinds")
    void aNodeThatItsNeighboursDoNotHearIsToldOfThoseBetweenThem(OverlayKind kind) {
        TimedOverlay nodes = nodes(new Sigma(), kind);
        List<NodeId> ring = ring(nodes);
        NodeId owner = ring.get(0);
        mute(nodes, ring);
        nodes.roundsGoBy(LONG);
        assertThat(OverlayPart.of(nodes.node(owner)).overlay().hearsay())
                .contains(Handle.of(ring.get(1)), Handle.of(ring.get(NODES - 1)));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void theDeadAreNotSpokenOfForEver(OverlayKind kind) {
        TimedOverlay nodes = nodes(new Sigma(), kind);
        List<NodeId> ring = ring(nodes);
        deafen(nodes, ring);
        nodes.roundsGoBy(LONG);
        nodes.crash(ring.get(0));
        nodes.roundsGoBy(2 * TimedOverlay.ROUNDS);
        assertThat(nodes.all())
                .allMatch(node ->
                        OverlayPart.of(nodes.node(node)).overlay().hearsay().isEmpty());
        nodes.roundsGoBy(2 * TimedOverlay.ROUNDS + 1);
        assertThat(nodes.voters()).as("its replica has gone to another").hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void whenTheLinksAreMendedNothingIsLeftOfIt(OverlayKind kind) {
        TimedOverlay nodes = nodes(new Sigma(), kind);
        List<NodeId> ring = ring(nodes);
        deafen(nodes, ring);
        nodes.roundsGoBy(LONG);
        nodes.mendAll();
        nodes.roundsGoBy(3);
        assertThat(nodes.all())
                .allMatch(node ->
                        OverlayPart.of(nodes.node(node)).overlay().hearsay().isEmpty());
        assertThat(nodes.voters()).containsExactly(ring.get(0));
    }

    /** V5: that it forgets those of whom it was told is no reason to believe that all belongs to it. */
    @ParameterizedTest
    @MethodSource("kinds")
    void aNodeThatHasLostAllOthersGrantsNothingAlsoWhenItHasForgottenOfWhomItWasTold(OverlayKind kind) {
        TimedOverlay nodes = nodes(new Sigma(), kind);
        List<NodeId> ring = ring(nodes);
        NodeId owner = ring.get(0);
        mute(nodes, ring);
        nodes.roundsGoBy(LONG);
        assertThat(OverlayPart.of(nodes.node(owner)).overlay().hearsay()).isNotEmpty();
        ring.subList(1, NODES).forEach(other -> nodes.breakBoth(owner, other));
        ring.subList(1, NODES).forEach(other -> nodes.turn(owner, node -> node.peerSuspected(other)));
        for (int round = 0; round < LONG; round++) {
            nodes.roundsGoBy(1);
            assertThat(nodes.node(owner).isVoting()).isFalse();
        }
        assertThat(OverlayPart.of(nodes.node(owner)).overlay().hearsay()).isEmpty();
    }
}
