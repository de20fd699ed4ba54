// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.Protocols;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.facts.Described;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.setup.Setup;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObserverGroupTest {
    private final List<String> told = new ArrayList<>();

    /** Overrides all that happens with every frame, in a class above its own. */
    private class Everything implements ClusterObserver {
        private final String name;

        Everything(String name) {
            this.name = name;
        }

        @Override
        public void begins(Choice choice) {
            told.add(name + " begins");
        }

        @Override
        public void sent(NodeId from, NodeId to, FrameInFlight packet) {
            told.add(name + " sent");
        }

        @Override
        public void delivered(NodeId from, NodeId to, FrameInFlight packet) {
            told.add(name + " delivered");
        }

        @Override
        public void turned(NodeId node, Described state) {
            told.add(name + " turned");
        }

        @Override
        public void ended(Choice choice) {
            told.add(name + " ended");
        }
    }

    private final class Heir extends Everything {
        Heir() {
            super("heir");
        }
    }

    private final class OnlySent implements ClusterObserver {
        @Override
        public void sent(NodeId from, NodeId to, FrameInFlight packet) {
            told.add("only sent");
        }
    }

    @Test
    void eachIsToldInOrderOfWhatItOverridesBeItInAGroupWithinTheGroup() {
        ClusterObserver inner = ClusterObserver.all(new OnlySent(), new Heir());
        Cluster cluster = Cluster.of(
                Setup.usual(Protocols.named("central"), 2),
                ClusterObserver.all(new Everything("first"), ClusterObserver.NONE, inner));

        cluster.apply(new Choice.Acquire(NodeId.of(1), LockName.of("a"), Mode.EXCLUSIVE));

        assertThat(told)
                .containsExactly(
                        "first begins",
                        "heir begins",
                        "first sent",
                        "only sent",
                        "heir sent",
                        "first turned",
                        "heir turned",
                        "first ended",
                        "heir ended");
    }
}
