// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A medium that gives all frames one order, also those that a node sends to itself. */
class SequencedNetworkTest {
    private static final Setup SETUP = Setup.usual(RicartAgrawala.with("sequenced"), 2);

    private static Cluster after(String... choices) {
        Cluster cluster = Cluster.of(SETUP);
        for (String choice : choices) {
            cluster.apply(Choice.parse(choice));
        }
        return cluster;
    }

    private static List<String> arrivals(Cluster cluster) {
        return cluster.enabled(Limits.contenders(0, 0)).stream()
                .map(Choice::toString)
                .filter(text -> text.startsWith("deliver"))
                .toList();
    }

    @Test
    void isTakenForAProtocolThatNeedsIt() {
        assertThat(SETUP.toString()).endsWith("network sequenced");
        assertThat(Setup.parse(SETUP.toString())).isEqualTo(SETUP);
        assertThat(Setup.parse("nodes 2  protocol ricart-agrawala  rules sequenced"))
                .isEqualTo(SETUP);
        assertThat(Setup.usual(new RicartAgrawala(), 2).network()).isEqualTo(Network.FIFO);
        assertThat(SETUP.over(Network.FIFO).isForUse()).isFalse();
    }

    @Test
    void everyNodeHearsAllFramesInTheOrderInWhichTheyWereSent() {
        Cluster cluster = after("acquire n2", "acquire n1");
        assertThat(arrivals(cluster)).containsExactly("deliver n2->n1", "deliver n2->n2");
        assertThatThrownBy(() -> cluster.apply(Choice.parse("deliver n1->n1")))
                .hasMessageContaining("all frames have one order, and another arrives first at n1");
        cluster.apply(Choice.parse("deliver n2->n1"));
        assertThat(arrivals(cluster)).containsExactly("deliver n1->n1", "deliver n2->n2");
    }

    @Test
    void copiesAreRefused() {
        assertThatThrownBy(() -> after("acquire n1", "duplicate n1->n2"))
                .hasMessageContaining("keeps the order of frames duplicates none");
    }

    @Test
    void whatACrashedNodeWouldHaveHeardIsGoneFromTheOrder() {
        Cluster cluster = after("acquire n2", "acquire n1", "crash n2");
        assertThat(arrivals(cluster)).containsExactly("deliver n2->n1");
        cluster.apply(Choice.parse("deliver n2->n1"));
        assertThat(arrivals(cluster)).containsExactly("deliver n1->n1");
    }
}
