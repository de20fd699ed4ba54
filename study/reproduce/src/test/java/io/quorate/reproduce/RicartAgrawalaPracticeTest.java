// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.reproduce.ricartagrawala.RicartAgrawalaPracticeItems;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaStage;
import org.junit.jupiter.api.Test;

/** Section 7 of the report, beyond what the items compare. */
class RicartAgrawalaPracticeTest {
    @Test
    void aSponsorThatCrashesIsReplaced() {
        RicartAgrawalaStage stage = RicartAgrawalaPracticeItems.stage("the sponsor crashes", 3)
                .visit("n1")
                .leaves("n1")
                .does("acquire n1", "deliver n1->n2", "deliver n2->n1", "crash n2", "fire n1 LIST_LATE")
                .settle()
                .does("fire n1 NO_ANSWER")
                .settle();
        assertThat(stage.sent()).contains("n1->n3 Join term 1");
        stage.does("fire n3 REPLY_LATE", "fire n3 NO_ANSWER").settle();
        assertThat(stage.inside()).containsExactly("n1");
    }

    @Test
    void whoHoldsAndCrashesIsDoneWithout() {
        RicartAgrawalaStage stage = RicartAgrawalaPracticeItems.stage("the holder crashes", 2)
                .does("acquire n1")
                .settle();
        stage.does("acquire n2", "crash n1", "fire n2 REPLY_LATE", "fire n2 NO_ANSWER");
        assertThat(stage.cluster().node(1).holding()).hasSize(1);
    }
}
