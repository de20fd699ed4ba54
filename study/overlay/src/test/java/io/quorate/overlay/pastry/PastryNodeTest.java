// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.pastry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Key;
import io.quorate.overlay.Overlay;
import io.quorate.overlay.OverlayMessage;
import io.quorate.overlay.OverlayTimer;
import io.quorate.overlay.OverlayTiming;
import io.quorate.overlay.RecordingOverlayOutbox;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a node of Pastry does, call by call. Its leaf set has two nodes, so that little is enough to fill it. */
final class PastryNodeTest {
    private static final Pastry SMALL = new Pastry(OverlayTiming.USUAL, 2, 4);

    private final RecordingOverlayOutbox out = new RecordingOverlayOutbox();

    /** The node with this number, at the key that begins with these digits. */
    private static Handle node(int number, String digits) {
        return new Handle(NodeId.of(number - 1), key(digits));
    }

    private static Key key(String digits) {
        String all = digits + "0".repeat(32 - digits.length());
        return new Key(Long.parseUnsignedLong(all.substring(0, 16), 16), Long.parseUnsignedLong(all.substring(16), 16));
    }

    private static final Handle SELF = node(1, "5000");
    private static final Handle BEFORE = node(2, "4f");
    private static final Handle AFTER = node(3, "51");
    private static final Handle FAR = node(4, "a2");
    private static final Handle FARTHER = node(5, "a9");

    private Overlay begun(Handle... heard) {
        Overlay overlay = SMALL.newNode(SELF, List.of(heard));
        overlay.begin(out);
        assertThat(out.take()).containsExactly("start ROUND", "joined");
        return overlay;
    }

    private List<String> receive(Overlay overlay, Handle from, OverlayMessage message) {
        overlay.receive(from.node(), message, out);
        return out.take();
    }

    private List<String> round(Overlay overlay) {
        overlay.timerFired(OverlayTimer.ROUND, out);
        return out.take();
    }

    @Test
    void amongTheLeavesAKeyGoesToTheNearest() {
        Overlay overlay = begun(BEFORE, AFTER, FAR);
        assertThat(overlay.nextHop(key("5080"))).isEqualTo(AFTER);
        assertThat(overlay.nextHop(key("507f"))).isEqualTo(SELF);
        assertThat(overlay.owns(key("5000"))).isTrue();
        assertThat(overlay.nextHop(key("4f1"))).isEqualTo(BEFORE);
    }

    @Test
    void beyondTheLeavesAKeyGoesToTheNodeThatSharesADigitMore() {
        Overlay overlay = begun(BEFORE, AFTER, FAR);
        assertThat(overlay.nextHop(key("af"))).isEqualTo(FAR);
        assertThat(overlay.nextHop(key("b0")))
                .as("none is known with a b: the nearest of all")
                .isEqualTo(FAR);
    }

    @Test
    void aNodeThatSharesMoreDigitsButIsFartherAwayIsPassedOver() {
        Handle self = node(1, "5f0");
        Handle shares = node(2, "6f");
        Overlay overlay = SMALL.newNode(self, List.of(node(3, "5ef"), node(4, "5f1"), shares));
        assertThat(key("601").isNearer(self.key(), shares.key())).isTrue();
        assertThat(overlay.nextHop(key("601")))
                .as("the last leaf before the boundary")
                .isEqualTo(node(4, "5f1"));
    }

    @Test
    void theOwnerKnowsItsReplicasAndAnotherDoesNotGuess() {
        Overlay overlay = begun(BEFORE, AFTER, FAR, FARTHER);
        assertThat(overlay.replicaSet(key("5001"), 2)).containsExactly(SELF, AFTER);
        assertThat(overlay.replicaSet(key("5001"), 4))
                .as("more than the leaf set can tell")
                .isEmpty();
        assertThat(overlay.replicaSet(key("a3"), 1)).isEmpty();
    }

    @Test
    void whoIsHeardIsTakenInAndWhoIsOnlySpokenOfIsAsked() {
        Overlay overlay = begun();
        assertThat(receive(overlay, AFTER, new OverlayMessage.Known(AFTER.key(), false, List.of(BEFORE, SELF))))
                .containsExactly("came n3", "n2 Probe");
        assertThat(overlay.known()).containsExactly(AFTER);
        assertThat(receive(overlay, FAR, new OverlayMessage.Known(FAR.key(), false, List.of(BEFORE))))
                .as("it is being asked already")
                .noneMatch(line -> line.contains("Probe"));
        assertThat(receive(overlay, BEFORE, new OverlayMessage.Here(BEFORE.key())))
                .contains("came n2");
        assertThat(overlay.known()).contains(BEFORE);
    }

    @Test
    void aNearerNodePushesALeafOutIntoTheTable() {
        Overlay overlay = begun(BEFORE, AFTER);
        Handle nearer = node(6, "5001");
        assertThat(receive(overlay, nearer, new OverlayMessage.Alive(nearer.key(), List.of())))
                .containsExactly("came n6", "went n3");
        assertThat(overlay.neighbours()).containsExactly(BEFORE, nearer);
        assertThat(overlay.known()).contains(AFTER);
    }

    @Test
    void aSilentLeafIsAskedAndThenDroppedAndThoseBehindItAreAskedFor() {
        Overlay overlay = begun(BEFORE, AFTER, FAR);
        assertThat(round(overlay)).contains("n2 Alive [n2, n3]", "n3 Alive [n2, n3]");
        receive(overlay, BEFORE, new OverlayMessage.Alive(BEFORE.key(), List.of()));
        assertThat(round(overlay)).contains("n3 Probe").doesNotContain("n2 Probe");
        receive(overlay, BEFORE, new OverlayMessage.Alive(BEFORE.key(), List.of()));
        assertThat(round(overlay)).contains("n3 Probe");
        receive(overlay, BEFORE, new OverlayMessage.Alive(BEFORE.key(), List.of()));
        assertThat(round(overlay)).contains("went n3", "n4 Wanted neighbours");
        assertThat(overlay.known()).contains(BEFORE).doesNotContain(AFTER);
    }

    @Test
    void aJoinerIsToldOfRowsOnItsWayAndOfNeighboursAtItsEnd() {
        Overlay overlay = begun(BEFORE, AFTER, FAR);
        Handle joiner = node(7, "a8");
        assertThat(receive(overlay, joiner, new OverlayMessage.Join(joiner.key(), joiner, 0)))
                .containsExactly("n7 Known [n2, n4]", "n4 Join n7", "n4 Probe");
        Handle near = node(8, "5002");
        assertThat(receive(overlay, near, new OverlayMessage.Join(near.key(), near, 1)))
                .containsExactly("n8 Known [n3]", "n8 Welcome [n2, n3]");
        assertThat(overlay.known()).as("joiners are not in yet").doesNotContain(joiner, near);
    }

    @Test
    void aNodeIsInWhenAllThatItWasToldOfHaveAnswered() {
        Overlay overlay = SMALL.newNode(SELF);
        overlay.join(List.of(FAR, FARTHER), out);
        assertThat(out.take()).containsExactly("n4 Join n1", "start JOIN");
        overlay.timerFired(OverlayTimer.JOIN, out);
        assertThat(out.take()).as("nobody answered: the next is asked").containsExactly("n5 Join n1", "start JOIN");
        assertThat(receive(overlay, AFTER, new OverlayMessage.Alive(AFTER.key(), List.of())))
                .as("who is not in does not listen")
                .isEmpty();
        assertThat(receive(overlay, AFTER, new OverlayMessage.Welcome(AFTER.key(), List.of(BEFORE))))
                .containsExactly("came n3", "n2 Probe of a joiner");
        assertThat(overlay.isJoined()).isFalse();
        assertThat(receive(overlay, BEFORE, new OverlayMessage.Here(BEFORE.key())))
                .containsSequence("stop JOIN", "start ROUND", "joined")
                .contains("n2 Alive [n2, n3]", "n3 Alive [n2, n3]");
        assertThat(overlay.isJoined()).isTrue();
    }

    @Test
    void aJoinerDoesNotWaitForThoseWhoNeverAnswer() {
        Overlay overlay = SMALL.newNode(SELF);
        overlay.join(List.of(FAR), out);
        receive(overlay, AFTER, new OverlayMessage.Welcome(AFTER.key(), List.of(BEFORE)));
        overlay.timerFired(OverlayTimer.JOIN, out);
        assertThat(overlay.isJoined()).isTrue();
    }

    /** Be it that nobody was silent: those who drive it have noticed that links have broken, one after the other. */
    @Test
    void whoHasLostAllOthersAsksThemInTurnForItsWayBack() {
        Overlay overlay = begun(BEFORE, AFTER, FAR);
        for (Handle lost : List.of(BEFORE, FAR, AFTER)) {
            overlay.peerGone(lost.node(), out);
        }
        out.take();
        assertThat(round(overlay)).contains("n3 Join n1");
        assertThat(round(overlay)).contains("n4 Join n1");
        assertThat(round(overlay)).contains("n2 Join n1");
        assertThat(round(overlay)).contains("n3 Join n1");
    }

    @Test
    void whoSaidGoodByeIsNotAsked() {
        Overlay overlay = begun(BEFORE, AFTER);
        receive(overlay, BEFORE, new OverlayMessage.Leaving(BEFORE.key(), List.of()));
        overlay.peerGone(AFTER.node(), out);
        out.take();
        assertThat(round(overlay)).contains("n3 Join n1");
        assertThat(round(overlay)).contains("n3 Join n1");
    }

    @Test
    void whoLeavesSaysSoAndIsForgotten() {
        Overlay overlay = begun(BEFORE, AFTER, FAR);
        assertThat(receive(overlay, AFTER, new OverlayMessage.Leaving(AFTER.key(), List.of(SELF, node(9, "52")))))
                .contains("went n3", "n9 Probe");
        overlay.leave(out);
        assertThat(out.take()).contains("n2 Leaving", "n4 Leaving", "stop ROUND");
        assertThat(overlay.known()).isEmpty();
        assertThat(round(overlay)).isEmpty();
    }

    @Test
    void whatANodeReliesOnIsAskedOnceARound() {
        Overlay overlay = begun(BEFORE, AFTER, FAR);
        overlay.relyOn(FAR.node(), out);
        overlay.relyOn(FAR.node(), out);
        assertThat(out.take()).containsExactly("n4 Probe");
    }

    @Test
    void parametersThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> new Pastry(OverlayTiming.USUAL, 3, 4)).hasMessageContaining("even number");
        assertThatThrownBy(() -> new Pastry(OverlayTiming.USUAL, 16, 5)).hasMessageContaining("1, 2, 4 or 8 bits");
        assertThatThrownBy(() -> SMALL.newNode(SELF).join(List.of(), out)).hasMessageContaining("begin an overlay");
    }
}
