// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.StateText;
import io.quorate.core.model.NodeId;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.Transcript;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.net.Channel;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RememberingStepperTest {
    private static final Setup SETUP = Setup.usual(new QuorumLock(), 3);

    private static String describe(Cluster cluster) {
        StringBuilder text = new StringBuilder();
        for (int index = 0; index < cluster.size(); index++) {
            StateText node = new StateText();
            cluster.node(index).describeTo(node);
            text.append(node).append('\n');
            for (int to = 0; to < cluster.size(); to++) {
                Channel channel = cluster.channel(NodeId.of(index), NodeId.of(to));
                for (int position = 1; position <= channel.size(); position++) {
                    text.append(channel.at(position)).append('\n');
                }
            }
        }
        return text.toString();
    }

    @Property(tries = 100)
    void aRememberedRunIsTheLiveRun(@ForAll long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        Limits limits = Limits.contenders(3, 2)
                .withAbandon()
                .withResets(1)
                .withOneSidedResets(1)
                .withSuspicions(2);
        RememberingStepper stepper = new RememberingStepper(SETUP);
        for (int run = 0; run < 3; run++) { // from the second on, much is remembered
            Transcript liveNews = new Transcript();
            Transcript rememberedNews = new Transcript();
            Cluster live = Cluster.of(SETUP, liveNews);
            Cluster remembered = new Cluster(SETUP, stepper, rememberedNews);
            List<Choice> choices = live.enabled(limits);
            for (int step = 0; step < 60 && !choices.isEmpty(); step++) {
                assertThat(remembered.enabled(limits)).isEqualTo(choices);
                Choice choice = choices.get(random.nextInt(choices.size()));
                live.apply(choice);
                remembered.apply(choice);
                assertThat(describe(remembered)).isEqualTo(describe(live));
                choices = live.enabled(limits);
            }
            assertThat(rememberedNews.take()).isEqualTo(liveNews.take());
        }
    }

    /** Every step begins with the state that was packed before it. */
    @Property(tries = 50)
    void theOrderOfAMediumAndBoundsOnDelaysArePartOfAPackedState(@ForAll long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        Limits limits = Limits.contenders(3, 2).withAbandon();
        for (String modifications : List.of("sequenced", "implicit-reply", "implicit-reply+broadcast-replies")) {
            RicartAgrawala protocol = RicartAgrawala.with(modifications);
            Setup setup = Setup.usual(protocol, 3)
                    .over(Network.justEnoughFor(protocol.traits().needs()));
            RememberingStepper stepper = new RememberingStepper(setup);
            Cluster live = Cluster.of(setup);
            Cluster remembered = new Cluster(setup, stepper, ClusterObserver.NONE);
            int[] row = new int[stepper.packedLength()];
            List<String> choices = texts(live, limits);
            for (int step = 0; step < 80 && !choices.isEmpty(); step++) {
                stepper.pack(remembered, row, 0);
                Cluster unpacked = new Cluster(setup, stepper, ClusterObserver.NONE);
                stepper.unpack(row, 0, unpacked);
                remembered = unpacked;
                assertThat(texts(remembered, limits)).isEqualTo(choices);
                String choice = choices.get(random.nextInt(choices.size()));
                live.apply(find(live, limits, choice));
                remembered.apply(find(remembered, limits, choice));
                choices = texts(live, limits);
            }
        }
    }

    /** In a network without order the positions differ, so a frame is known by what it says. */
    private static List<String> texts(Cluster cluster, Limits limits) {
        return cluster.enabled(limits).stream()
                .map(choice -> text(cluster, choice))
                .sorted()
                .toList();
    }

    private static String text(Cluster cluster, Choice choice) {
        if (choice instanceof Choice.Deliver deliver) {
            Channel channel = cluster.channel(deliver.from(), deliver.to());
            return "deliver " + deliver.from() + "->" + deliver.to() + " " + channel.at(deliver.position()) + " "
                    + channel.awaitedAt(deliver.position());
        }
        return choice.toString();
    }

    private static Choice find(Cluster cluster, Limits limits, String text) {
        return cluster.enabled(limits).stream()
                .filter(choice -> text(cluster, choice).equals(text))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aPackedStateIsUnpackedEqual() {
        RememberingStepper stepper = new RememberingStepper(SETUP);
        Cluster cluster = new Cluster(SETUP, stepper, ClusterObserver.NONE);
        List<int[]> rows = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        for (String choice : List.of("acquire n1", "acquire n2", "deliver n1->n2", "reset n2->n3", "deliver n2->n1")) {
            cluster.apply(Choice.parse(choice));
            int[] row = new int[stepper.packedLength()];
            stepper.pack(cluster, row, 0);
            rows.add(row);
            texts.add(describe(cluster));
        }
        for (int place = 0; place < rows.size(); place++) {
            stepper.unpack(rows.get(place), 0, cluster);
            assertThat(describe(cluster)).isEqualTo(texts.get(place));
            int[] again = new int[stepper.packedLength()];
            stepper.pack(cluster, again, 0);
            assertThat(again).isEqualTo(rows.get(place));
        }
        assertThat(rows).doesNotHaveDuplicates();
    }
}
