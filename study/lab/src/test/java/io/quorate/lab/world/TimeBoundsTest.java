// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A timer that lasts for two transmission times, where there is no time. */
class TimeBoundsTest {
    private static final Setup SETUP =
            Setup.usual(RicartAgrawala.with("implicit-reply"), 3).over(Network.UNORDERED);

    private static Cluster after(Setup setup, String... choices) {
        Cluster cluster = Cluster.of(setup);
        apply(cluster, choices);
        return cluster;
    }

    private static void apply(Cluster cluster, String... choices) {
        Arrays.stream(choices).map(Choice::parse).forEach(cluster::apply);
    }

    private static List<String> timers(Cluster cluster) {
        return cluster.enabled(Limits.contenders(0, 0)).stream()
                .map(Choice::toString)
                .filter(text -> text.startsWith("fire"))
                .toList();
    }

    @Test
    void runsOutWhenWhatWasSentWithItHasArrived() {
        Cluster cluster = after(SETUP, "acquire n1", "deliver n1->n2");
        assertThat(timers(cluster)).isEmpty();
        assertThatThrownBy(() -> apply(cluster, "fire n1 IMPLICIT_REPLY"))
                .hasMessageContaining("frames are under way that arrive, as delays are bounded, before it runs out");
        apply(cluster, "deliver n1->n3");
        assertThat(timers(cluster)).containsExactly("fire n1 IMPLICIT_REPLY");
    }

    @Test
    void waitsForTheAnswersThatWereSentBeforeTheLastOfThemArrived() {
        Cluster cluster =
                after(SETUP, "acquire n1", "acquire n2", "deliver n1->n2", "deliver n1->n3", "deliver n2->n1");
        assertThat(timers(cluster)).as("the REQUEST from n2 to n3 is under way").isEmpty();
        apply(cluster, "deliver n2->n3");
        assertThat(timers(cluster))
                .as(
                        "the Deferred for n2 is under way, which was sent when all REQUESTs of n1 had arrived, but not all of n2")
                .containsExactly("fire n1 IMPLICIT_REPLY");
        apply(cluster, "deliver n1->n2");
        assertThat(timers(cluster)).containsExactly("fire n1 IMPLICIT_REPLY", "fire n2 IMPLICIT_REPLY");
    }

    @Test
    void doesNotWaitForWhatWasSentLater() {
        Cluster cluster = after(SETUP, "acquire n1", "deliver n1->n2", "deliver n1->n3", "acquire n2");
        assertThat(cluster.framesInFlight()).isPositive();
        assertThat(timers(cluster)).containsExactly("fire n1 IMPLICIT_REPLY");
    }

    @Test
    void startsAnewWhenItIsStartedAgain() {
        Cluster cluster = after(SETUP, "acquire n1", "deliver n1->n2", "deliver n1->n3", "abandon n1", "acquire n1");
        assertThat(timers(cluster)).isEmpty();
        apply(cluster, "deliver n1->n2", "deliver n1->n3");
        assertThat(timers(cluster)).containsExactly("fire n1 IMPLICIT_REPLY");
    }

    @Test
    void aFrameThatIsLostIsNotWaitedFor() {
        Cluster cluster = after(SETUP, "acquire n1", "deliver n1->n2", "drop n1->n3");
        assertThat(timers(cluster)).containsExactly("fire n1 IMPLICIT_REPLY");
    }

    @Test
    void withoutTheBoundItMayRunOutAtAnyTime() {
        Setup unlimited = SETUP.withDelaysUnlimited();
        assertThat(unlimited.toString()).endsWith("network unordered  delays unlimited");
        assertThat(Setup.parse(unlimited.toString())).isEqualTo(unlimited);
        assertThat(unlimited.isForUse()).isFalse();
        assertThat(timers(after(unlimited, "acquire n1"))).containsExactly("fire n1 IMPLICIT_REPLY");
    }

    @Test
    void saysHowFarItGoes() {
        assertThatThrownBy(() -> after(SETUP, "acquire n1 lock=other")).hasMessageContaining("timers of one lock");
        Setup many = Setup.usual(RicartAgrawala.with("implicit-reply"), 17);
        assertThatThrownBy(() -> Cluster.of(many)).hasMessageContaining("at most 16 nodes");
    }
}
