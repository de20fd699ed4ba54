// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.dht;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.Protocols;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Key;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One entry that nobody contends for costs just what the lengths of the routes to the replicas say. */
final class EntryCostTest {
    private static final int NODES = 400;
    private static final int REPLICAS = 3;
    private static final LockName LOCK = LockName.of("a lock");

    private static DhtWorld world(String protocol) {
        DhtWorld world = new DhtWorld(DhtExperiment.of(Protocols.named(protocol), NODES, 7));
        world.begin(NODES);
        return world;
    }

    private static List<Integer> routes(DhtWorld world, DhtMember from) {
        List<Integer> lengths = new ArrayList<>();
        for (int replica = 0; replica < REPLICAS; replica++) {
            Key key = Key.ofReplica(LOCK.toString(), replica);
            int length = 0;
            Handle next = from.overlay().nextHop(key);
            for (NodeId at = from.self(); !next.node().equals(at); length++) {
                at = next.node();
                DhtMember member = world.find(at);
                assertThat(member).isNotNull();
                next = member.overlay().nextHop(key);
            }
            lengths.add(length);
        }
        return lengths;
    }

    /** Somebody from whom it is at least two links to every replica. */
    private static DhtMember farOff(DhtWorld world) {
        return world.running().stream()
                .filter(member -> routes(world, member).stream().allMatch(length -> length > 1))
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, Long> enterAndLeave(DhtWorld world, DhtMember member) {
        world.clients().request(member, LOCK);
        world.runUntil(1_000_000_000);
        assertThat(world.clients().held()).hasSize(1);
        world.clients().release(world.clients().held().get(0));
        world.runUntil(1_500_000_000);
        return world.traffic().report().byKind();
    }

    private static Map<String, Long> usual(int hops) {
        Map<String, Long> expected = new LinkedHashMap<>();
        expected.put("Request, a hop", (long) hops); // finds the replicas
        expected.put("Response", 2L * REPLICAS); // they do not know our session; in it, they vote
        expected.put("Request", (long) REPLICAS); // asks in a session
        expected.put("Release", (long) REPLICAS);
        return expected;
    }

    private static int sum(List<Integer> lengths) {
        return lengths.stream().mapToInt(Integer::intValue).sum();
    }

    @Test
    void withSigmaTheRoutesAndFourMessagesForEachReplica() {
        DhtWorld world = world("sigma");
        DhtMember member = farOff(world);
        int hops = sum(routes(world, member));
        assertThat(enterAndLeave(world, member)).containsExactlyInAnyOrderEntriesOf(usual(hops));
        assertThat(world.traffic().report().ofLocks()).isEqualTo(hops + 4L * REPLICAS);
        assertThat(world.traffic().report().ifAllRouted())
                .as("if the second Request and the Release were routed")
                .isEqualTo(3L * hops + 2L * REPLICAS);
    }

    @Test
    void withEndToEndAlsoTheWayOfTheWinnerAndItsCleaningUpButForTheLastHop() {
        DhtWorld world = world("endtoend");
        DhtMember member = farOff(world);
        int hops = sum(routes(world, member));
        Map<String, Long> expected = usual(hops);
        expected.put("IAmWinner, a hop", (long) hops - REPLICAS);
        expected.put("Cleared", (long) hops - REPLICAS);
        assertThat(enterAndLeave(world, member)).containsExactlyInAnyOrderEntriesOf(expected);
    }

    @Test
    void withNonEndToEndAlsoTheWayOfWhatGathersTheQueues() {
        DhtWorld world = world("nonendtoend");
        DhtMember member = farOff(world);
        int hops = sum(routes(world, member));
        Map<String, Long> expected = usual(hops);
        expected.put("Gather", (long) hops);
        assertThat(enterAndLeave(world, member)).containsExactlyInAnyOrderEntriesOf(expected);
    }

    /** What a node processes is what was sent to it, and nobody processes what was not sent. */
    @ParameterizedTest
    @ValueSource(strings = {"sigma", "endtoend", "nonendtoend"})
    void everyMessageIsProcessedBySomeNode(String protocol) {
        DhtWorld world = world(protocol);
        enterAndLeave(world, farOff(world));
        long processed = 0;
        for (DhtMember member : world.running()) {
            processed += world.traffic().loadOf(member.self().index());
        }
        assertThat(processed).isEqualTo(world.traffic().report().ofLocks());
    }
}
