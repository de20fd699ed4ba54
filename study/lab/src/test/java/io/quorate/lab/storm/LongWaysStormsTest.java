// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.Protocols;
import io.quorate.core.lock.StateText;
import io.quorate.core.model.NodeId;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.facts.Described;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.overlay.node.RoutedMessage;
import io.quorate.overlay.pastry.Pastry;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Section V of Muhammad, Cheema and Gupta, "failure of intermediate nodes" and of "nodes maintaining the queue", in storms. Where most
 * nodes know each other, as in those of {@link OverlayStormsTest}, requests pass hardly anybody: here twenty nodes know so few
 * that every third request does.
 */
@Tag("slow")
class LongWaysStormsTest {
    private static final int NODES = 20;
    private static final int LOCKS = 6;
    private static final Set<Fault> FAULTS = Set.of(
            Fault.CRASHES, Fault.RESTARTS, Fault.LEAVES, Fault.NEWCOMERS, Fault.LOSS, Fault.DUPLICATES, Fault.DRIFT);
    private static final int SEEDS = 6;
    private static final int SEEDS_WHEN_LONG = 100;

    /** What a node keeps for others, in the words of its state: hints that others have left there, or requests that wait there. */
    private static final Map<String, String> KEPT =
            Map.of("endtoend", "hint r\\d+\\([^)]*previous=", "nonendtoend", "parked for r");

    /** Two neighbours on each side, and one bit right with each hop. */
    private static Pastry few(OverlaySetup drawn) {
        return new Pastry(drawn.kind().timing(), 4, 1);
    }

    private static Storm storm(String protocol, long seed) {
        Map<String, String> options = Map.of("nodes", String.valueOf(NODES), "overlay", "pastry");
        Storm any = StormOptions.read(Protocols.named(protocol), seed, options);
        OverlaySetup drawn = any.overlay();
        return new Storm(
                any.setup(),
                seed,
                any.terms(),
                FAULTS,
                any.pace(),
                any.lasts(),
                any.delay(),
                ofManyLocks(any.wishes()),
                any.standing(),
                any.keepsCeiling(),
                new OverlaySetup(few(drawn), drawn.first(), drawn.settled(), drawn.loss()));
    }

    /** So that all need not wait for one: who waits in a queue of E2E asks no replicas. */
    private static Storm.Wishes ofManyLocks(Storm.Wishes drawn) {
        return new Storm.Wishes(1, LOCKS, 0, drawn.timeoutShare(), 0, drawn.hold(), drawn.think());
    }

    /** Counts what passes nodes on its way, and those nodes that crash while they keep something for others. */
    private static final class Wayside implements StormWatcher, ClusterObserver {
        private final Pattern kept;
        private final Map<NodeId, Described> states = new TreeMap<>();
        private long passed;
        private long crashedWithSomething;

        Wayside(String kept) {
            this.kept = Pattern.compile(kept);
        }

        @Override
        public ClusterObserver cluster() {
            return this;
        }

        @Override
        public void sent(NodeId from, NodeId to, FrameInFlight packet) {
            for (FrameInFlight.Content content : packet.contents()) {
                if (content.message() instanceof RoutedMessage<?> onItsWay
                        && onItsWay.routed().hops() > 1) {
                    passed++;
                }
            }
        }

        @Override
        public void turned(NodeId node, Described state) {
            states.put(node, state);
        }

        @Override
        public void crashed(NodeId node) {
            Described last = states.remove(node);
            if (last != null) {
                StateText text = new StateText();
                last.describeTo(text);
                String ofOthers = text.toString().replace("previous=" + node + " ", "");
                crashedWithSomething += kept.matcher(ofOthers).find() ? 1 : 0;
            }
        }
    }

    private static Wayside promisesKept(String protocol, int seeds) {
        Wayside wayside = new Wayside(KEPT.getOrDefault(protocol, "nothing"));
        for (long seed = 1; seed <= seeds; seed++) {
            StormReport report = Storms.run(storm(protocol, seed), trueTime -> wayside);
            assertThat(report.broken()).as("%s, seed %d", protocol, seed).isNull();
        }
        return wayside;
    }

    @ParameterizedTest
    @ValueSource(strings = {"endtoend", "nonendtoend"})
    void locksKeepTheirPromisesWhereNodesFailThatKeepSomethingForOthers(String protocol) {
        Wayside wayside = promisesKept(protocol, SEEDS);
        assertThat(wayside.passed).isGreaterThan(100 * SEEDS);
        assertThat(wayside.crashedWithSomething).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"endtoend", "nonendtoend"})
    @Tag("long")
    void theSameInManyStorms(String protocol) {
        assertThat(promisesKept(protocol, SEEDS_WHEN_LONG).crashedWithSomething).isGreaterThan(SEEDS_WHEN_LONG / 10);
    }

    /** With Sigma nothing is kept on the way; but what is on its way there is lost. */
    @Test
    void sigmasRequestsPassOthersToo() {
        assertThat(promisesKept("sigma", SEEDS / 2).passed).isGreaterThan(100 * SEEDS / 2);
    }
}
