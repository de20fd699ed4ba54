// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.api.Hold;
import io.quorate.api.LocksConfig;
import io.quorate.node.embedded.EmbeddedLocks;
import io.quorate.node.turn.NodeSettings;
import io.quorate.testing.InMemoryCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Running nodes by the modifications of Ricart and Agrawala's sections 6.1 to 6.3. */
@Tag("threads")
@Timeout(120)
class RicartAgrawalaMediaInUseTest {
    private static final int NODES = 4;

    private static NodeBuilder builder(String modifications) {
        LocksConfig config = LocksConfig.of("a=x:1").protocol("ricart-agrawala:" + modifications);
        return NodeBuilder.of(
                InMemoryCluster.roster(NODES), config.protocol(), config.quorums(), NodeSettings.of(config), true);
    }

    private static List<EmbeddedLocks> nodes(InMemoryCluster cluster) {
        return IntStream.range(0, NODES).mapToObj(cluster::node).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"broadcast", "broadcast-replies", "ring", "ring-notes"})
    void keepsContendersApart(String modifications) throws InterruptedException {
        try (InMemoryCluster cluster = new InMemoryCluster(builder(modifications));
                Contenders contenders = new Contenders(1, nodes(cluster), 2)) {
            contenders.awaitHolds(200);
            contenders.endAndCheck();
        }
    }

    /** One after the other: whether two keep apart would depend on pauses of this very machine. */
    @ParameterizedTest
    @ValueSource(strings = {"implicit-reply", "implicit-reply+broadcast"})
    void silenceIsAReply(String modifications) throws Exception {
        try (InMemoryCluster cluster = new InMemoryCluster(builder(modifications))) {
            for (EmbeddedLocks node : nodes(cluster)) {
                try (Hold hold = node.lock("L").acquire(Duration.ofSeconds(60))) {
                    assertThat(hold.isValid()).isTrue();
                }
            }
        }
    }

    @Test
    void whatNeedsAMediumWithOneOrderIsRefusedAtTheStart() {
        assertThatThrownBy(() -> builder("sequenced"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ricart-agrawala:sequenced needs a medium that gives all messages one order")
                .hasMessageContaining("take ricart-agrawala:broadcast-replies");
    }

    @Test
    void whoeverCountsOnTheTimeThatMessagesTakeIsWarned() {
        assertThat(warnings("implicit-reply"))
                .anySatisfy(text -> assertThat(text)
                        .contains("takes silence for permission")
                        .contains("ricart-agrawala:implicit-reply", "longer than 20 ms"));
        assertThat(warnings("ring"))
                .noneSatisfy(text -> assertThat(text).contains("takes silence for permission"))
                .anySatisfy(text -> assertThat(text).contains("does not recover from messages"));
    }

    @Test
    void whatIsOnlyForTheCheckerIsSaidToBeSo() {
        assertThat(warnings("as-printed"))
                .anySatisfy(text ->
                        assertThat(text).contains("is unsafe", "follows its paper to the letter", "quorate check"));
        assertThat(warnings("counted")).noneSatisfy(text -> assertThat(text).contains("to the letter"));
    }

    @Test
    void everyWarningNamesTheRules() {
        assertThat(warnings("ring"))
                .isNotEmpty()
                .allSatisfy(text -> assertThat(text).matches("QUO-\\d{4} The protocol ricart-agrawala:ring .*"));
    }

    private static List<String> warnings(String modifications) {
        List<String> texts = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord logged) {
                texts.add(logged.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger(NodeBuilder.class.getName());
        logger.addHandler(handler);
        try {
            builder(modifications).warn();
        } finally {
            logger.removeHandler(handler);
        }
        return texts;
    }
}
