// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import java.util.List;
import org.junit.jupiter.api.Test;

class PossibilitiesTest {
    private static final Setup THREE = Setup.usual(new QuorumLock(), 3);

    private final Cluster fifo = Cluster.of(THREE);
    private final Cluster unordered = Cluster.of(THREE.over(Network.UNORDERED));

    private static void apply(Cluster cluster, String... choices) {
        for (String choice : choices) {
            cluster.apply(Choice.parse(choice));
        }
    }

    private static List<String> enabled(Cluster cluster, Limits limits) {
        return cluster.enabled(limits).stream().map(Choice::toString).toList();
    }

    @Test
    void aNodeAsksAsOftenAsItMayAndOneClaimAfterTheOther() {
        Limits limits = Limits.contenders(2, 2);
        assertThat(enabled(fifo, limits)).containsExactly("acquire n1", "acquire n2");
        apply(fifo, "acquire n1");
        assertThat(enabled(fifo, limits)).containsExactly("deliver n1->n2", "acquire n2");
        apply(fifo, "deliver n1->n2", "deliver n2->n1");
        assertThat(enabled(fifo, limits)).containsExactly("release n1", "acquire n2");
        apply(fifo, "release n1", "acquire n1");
        assertThat(enabled(fifo, limits)).containsExactly("deliver n1->n2", "acquire n2");
    }

    @Test
    void aNetworkWithoutOrderDeliversAnyFrameButEqualOnesOnlyOnce() {
        Limits limits = Limits.contenders(1, 1).withDuplicates(1);
        apply(unordered, "acquire n1");
        assertThat(enabled(unordered, limits)).containsExactly("deliver n1->n2", "duplicate n1->n2");
        apply(unordered, "duplicate n1->n2");
        assertThat(enabled(unordered, limits)).containsExactly("deliver n1->n2");
        apply(unordered, "abandon n1");
        assertThat(enabled(unordered, limits)).containsExactly("deliver n1->n2", "deliver n1->n2 @3");
    }

    @Test
    void faultsComeLastAndAreUsedUp() {
        Limits limits =
                Limits.contenders(1, 0).withResets(1).withOneSidedResets(1).withSuspicions(1);
        assertThat(enabled(fifo, limits))
                .containsExactly(
                        "reset n1--n2",
                        "reset n1--n3",
                        "reset n2--n3",
                        "reset n1->n2",
                        "reset n1->n3",
                        "reset n2->n1",
                        "reset n2->n3",
                        "reset n3->n1",
                        "reset n3->n2",
                        "suspect n1 of n2",
                        "suspect n1 of n3",
                        "suspect n2 of n1",
                        "suspect n2 of n3",
                        "suspect n3 of n1",
                        "suspect n3 of n2");
        assertThat(fifo.enabled(limits)).allMatch(Choice::isOptional);
        apply(fifo, "suspect n1 of n2", "reset n1--n3", "deliver n1->n3", "deliver n3->n1", "reset n3->n2");
        assertThat(enabled(fifo, limits)).containsExactly("deliver n3->n2", "unsuspect n1 of n2");
    }

    @Test
    void twoClaimsOfANodeAreToldApart() {
        Limits limits = Limits.contenders(1, 2).withClaimsAtOnce(2).withAbandon();
        apply(fifo, "acquire n1", "acquire n1");
        assertThat(enabled(fifo, limits)).containsExactly("deliver n1->n2", "abandon n1 #1", "abandon n1 #2");
    }
}
