// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.StateText;
import io.quorate.core.model.NodeId;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Key;
import io.quorate.overlay.Overlay;
import io.quorate.overlay.OverlayKind;
import io.quorate.overlay.OverlayMessage;
import io.quorate.overlay.OverlayOutbox;
import io.quorate.overlay.OverlayTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every overlay obeys. */
abstract class OverlayLaws {
    /** So many rounds after the last change, everything is right. */
    private static final int ROUNDS_TO_SETTLE = 16;

    private static final int KEYS = 60;

    abstract OverlayKind kind();

    private OverlayWorld worldOf(int nodes, Links links, long seed) {
        OverlayWorld world = new OverlayWorld(kind(), links, seed);
        for (int each = 0; each < nodes; each++) {
            world.add();
            world.runRounds(0.5);
        }
        world.runRounds(ROUNDS_TO_SETTLE);
        return world;
    }

    private static void assertAllAgree(OverlayWorld world, int nodes) {
        Survey survey = world.survey();
        assertThat(world.nodes()).as("nodes that are in").hasSize(nodes);
        assertThat(survey.astray()).as("nodes with wrong neighbours").isEmpty();
        assertThat(survey.haunted()).as("nodes that know the dead").isEmpty();
        assertThat(world.nodes())
                .as("nobody is spoken of and not heard")
                .allMatch(node -> node.hearsay().isEmpty());
        for (int each = 0; each < KEYS; each++) {
            Key key = each % 3 == 0 ? world.nodes().get(each % nodes).self().key() : world.anyKey();
            assertThat(world.nodes().stream().filter(node -> node.owns(key)).map(Overlay::self))
                    .as("who believes that %s is its own", key)
                    .containsExactly(survey.owner(key));
            assertReplicasAgree(world, survey, key);
        }
    }

    private static void assertReplicasAgree(OverlayWorld world, Survey survey, Key key) {
        for (int count = 1; count <= 5; count++) {
            List<Handle> right = survey.nearest(key, count);
            for (Overlay node : world.nodes()) {
                List<Handle> answer = node.replicaSet(key, count);
                if (node.owns(key) || !answer.isEmpty()) {
                    assertThat(answer)
                            .as("the %d nodes nearest to %s", count, key)
                            .isEqualTo(right);
                }
            }
        }
    }

    private static void assertRoutesEndAtTheOwner(OverlayWorld world) {
        List<Journey> journeys = new ArrayList<>();
        for (int each = 0; each < KEYS; each++) {
            journeys.add(world.route(world.anyNode(), world.anyKey()));
        }
        world.runRounds(1);
        Survey survey = world.survey();
        assertThat(journeys).allSatisfy(journey -> {
            assertThat(journey.end()).isEqualTo(survey.owner(journey.key()).node());
            assertEveryHopComesNearer(journey);
        });
    }

    private static void assertEveryHopComesNearer(Journey journey) {
        List<NodeId> way = new ArrayList<>(journey.visited());
        if (journey.end() != null) {
            way.add(journey.end());
        }
        for (int hop = 1; hop < way.size(); hop++) {
            assertThat(journey.key().isNearer(Key.of(way.get(hop)), Key.of(way.get(hop - 1))))
                    .as("hop %d of %s to %s comes nearer", hop, way, journey.key())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 9, 16, 17, 18, 40})
    void afterJoinsEverybodyAgreesOnOwnersAndReplicas(int nodes) {
        OverlayWorld world = worldOf(nodes, Links.USUAL, nodes);
        assertAllAgree(world, nodes);
        assertRoutesEndAtTheOwner(world);
        assertNobodySpokeOfOthers(world);
    }

    /** Where nodes only come, and all links carry, passing on what only others hear costs nothing. */
    private static void assertNobodySpokeOfOthers(OverlayWorld world) {
        assertThat(world.sentByKind()).doesNotContainKey("Rumour");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 7, 20, 60})
    void nodesThatComeAllAtOnceFindEachOther(int nodes) {
        OverlayWorld world = worldOf(1, Links.USUAL, nodes);
        for (int each = 1; each < nodes; each++) {
            world.add();
        }
        world.runRounds(ROUNDS_TO_SETTLE);
        assertAllAgree(world, nodes);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void messagesThatAreLostOrComeTwiceDoNotHinder(long seed) {
        OverlayWorld world = worldOf(25, Links.USUAL.losing(0.05), seed);
        world.runRounds(ROUNDS_TO_SETTLE);
        assertThat(world.nodes()).hasSize(25);
        assertThat(world.survey().astray()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 10, 30})
    void aNodeThatLeavesIsForgottenAtOnce(int nodes) {
        OverlayWorld world = worldOf(nodes, Links.USUAL, nodes);
        world.leave(NodeId.of(0));
        world.runRounds(0.1);
        assertThat(world.survey().astray()).isEmpty();
        assertThat(world.nodes())
                .allMatch(node -> node.neighbours().stream()
                        .noneMatch(neighbour -> neighbour.node().equals(NodeId.of(0))));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 10, 30})
    void nodesThatFallSilentAreForgottenInTime(int nodes) {
        OverlayWorld world = worldOf(nodes, Links.USUAL, nodes);
        for (int each = 0; each < nodes / 3; each++) {
            world.crash(NodeId.of(each * 3));
        }
        world.runRounds(ROUNDS_TO_SETTLE);
        assertAllAgree(world, nodes - nodes / 3);
        assertRoutesEndAtTheOwner(world);
    }

    @Test
    void aNodeThatComesBackUnderItsKeyIsOneOfThemAgain() {
        OverlayWorld world = worldOf(20, Links.USUAL, 5);
        world.restart(NodeId.of(7));
        world.runRounds(0.2);
        assertThat(world.nodes())
                .as("it need not wait until its former self is forgotten")
                .hasSize(20);
        world.runRounds(ROUNDS_TO_SETTLE);
        assertAllAgree(world, 20);
    }

    @Test
    void noMessageIsLostIfSendersNoticeFailures() {
        OverlayWorld world = worldOf(60, Links.USUAL.noticingFailures(), 9);
        for (int each = 0; each < 12; each++) {
            world.crash(world.anyNode());
        }
        assertRoutesEndAtTheOwner(world);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void afterAnyComingAndGoingEverybodyAgreesAgain(long seed) {
        assertAllAgreeAfterChanges(seed);
    }

    @Test
    @Tag("long")
    void afterVeryMuchComingAndGoingEverybodyAgreesAgain() {
        for (long seed = 100; seed < 400; seed++) {
            assertAllAgreeAfterChanges(seed);
        }
    }

    private void assertAllAgreeAfterChanges(long seed) {
        Randomness randomness = new Randomness(seed).fork("churn");
        Links links = randomness.chance(0.5) ? Links.USUAL : Links.USUAL.noticingFailures();
        OverlayWorld world = worldOf(2 + randomness.nextInt(40), links, seed);
        Disturbance disturbance = new Disturbance(world, randomness);
        List<Journey> journeys = new ArrayList<>();
        for (int each = 0; each < 40; each++) {
            disturbance.happen();
            journeys.add(world.route(world.anyNode(), world.anyKey()));
            world.runRounds(randomness.nextDouble() / 2);
        }
        world.joinAgain();
        world.runRounds(2 * ROUNDS_TO_SETTLE);
        assertAllAgree(world, world.running());
        assertRoutesEndAtTheOwner(world);
        assertThat(journeys).as("even those under way meanwhile").allSatisfy(OverlayLaws::assertEveryHopComesNearer);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 10, 50})
    void partsThatLostEachOtherBecomeOneAgain(int nodes) {
        OverlayWorld world = worldOf(nodes, Links.USUAL, nodes);
        world.separate(node -> node.index() % 2 == 0);
        world.runRounds(ROUNDS_TO_SETTLE);
        assertThat(world.survey().astray())
                .as("each part is complete in itself")
                .hasSize(nodes);
        world.reunite();
        world.runRounds(3 * ROUNDS_TO_SETTLE);
        assertAllAgree(world, nodes);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 10, 40})
    void twoNeighboursThatDoNotHearEachOtherAreToldByTheOthers(int nodes) {
        OverlayWorld world = worldOf(nodes, Links.USUAL.losing(0.05), nodes);
        Overlay one = world.nodes().get(0);
        Handle next = neighbourOf(one);
        world.breakLink(one.self().node(), next.node());
        world.breakLink(next.node(), one.self().node());
        world.runRounds(ROUNDS_TO_SETTLE);
        for (int round = 0; round < 5 * ROUNDS_TO_SETTLE; round++) {
            world.runRounds(1);
            assertThat(one.hearsay()).contains(next);
            assertThat(one.known()).doesNotContain(next);
        }
        world.crash(next.node());
        world.runRounds(ROUNDS_TO_SETTLE);
        assertThat(one.hearsay()).as("the dead are not spoken of for ever").isEmpty();
    }

    @Test
    void whenALinkIsMendedEverybodyAgreesAgain() {
        OverlayWorld world = worldOf(12, Links.USUAL, 12);
        Overlay one = world.nodes().get(0);
        world.breakLink(neighbourOf(one).node(), one.self().node());
        world.runRounds(2 * ROUNDS_TO_SETTLE);
        assertThat(one.hearsay()).hasSize(1);
        world.reunite();
        world.runRounds(ROUNDS_TO_SETTLE);
        assertAllAgree(world, 12);
    }

    private static Handle neighbourOf(Overlay node) {
        return Optional.ofNullable(node.neighbour(true)).orElseThrow();
    }

    @Test
    void theSameSeedIsTheSameRun() {
        OverlayWorld one = worldOf(12, Links.USUAL.losing(0.1), 4);
        OverlayWorld same = worldOf(12, Links.USUAL.losing(0.1), 4);
        assertThat(same.bytesSent()).isEqualTo(one.bytesSent());
        assertThat(same.sentByKind()).isEqualTo(one.sentByKind());
        assertThat(worldOf(12, Links.USUAL.losing(0.1), 5).bytesSent()).isNotEqualTo(one.bytesSent());
    }

    @Test
    void aCopyIsEqualAndGoesItsOwnWay() {
        OverlayWorld world = worldOf(12, Links.USUAL, 4);
        Overlay original = world.nodes().get(3);
        Overlay copy = original.copy();
        assertThat(described(copy)).isEqualTo(described(original));
        Noted ofCopy = new Noted();
        Noted ofOriginal = new Noted();
        for (int round = 0; round < 3; round++) {
            copy.timerFired(OverlayTimer.ROUND, ofCopy);
        }
        String before = described(original);
        assertThat(described(copy)).isNotEqualTo(before);
        assertThat(described(original)).isEqualTo(before);
        for (int round = 0; round < 3; round++) {
            original.timerFired(OverlayTimer.ROUND, ofOriginal);
        }
        assertThat(ofCopy.notes).isEqualTo(ofOriginal.notes).isNotEmpty();
        assertThat(described(copy)).isEqualTo(described(original));
    }

    private static String described(Overlay node) {
        StateText text = new StateText();
        node.describeTo(text);
        return text.toString();
    }

    /** Notes all that a node wants done. */
    private static final class Noted implements OverlayOutbox {
        private final List<String> notes = new ArrayList<>();

        @Override
        public void send(NodeId to, OverlayMessage message) {
            notes.add(to + " " + message);
        }

        @Override
        public void startTimer(OverlayTimer timer, Duration delay, Duration jitter) {
            notes.add("start " + timer + " " + delay + " " + jitter);
        }

        @Override
        public void stopTimer(OverlayTimer timer) {
            notes.add("stop " + timer);
        }

        @Override
        public void joined() {
            notes.add("joined");
        }

        @Override
        public void neighbourCame(Handle neighbour) {
            notes.add("came " + neighbour);
        }

        @Override
        public void neighbourWent(Handle neighbour) {
            notes.add("went " + neighbour);
        }

        @Override
        public void hearsayChanged() {
            notes.add("hearsay changed");
        }
    }
}
