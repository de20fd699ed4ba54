// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture.holds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the audit takes and what it refuses: it must be able to say no. */
final class HoldAuditTest {
    private static ProcessLog log(String node, String... lines) {
        return ProcessLog.of(node, List.of(lines));
    }

    private static List<String> violations(ProcessLog... logs) {
        return HoldAudit.of(List.of(logs)).violations();
    }

    @Test
    void holdsThatFollowEachOtherWithRisingFencesAreFine() {
        HoldAudit audit = HoldAudit.of(List.of(
                log("a", "ask 1 x exclusive 1", "held 1 7 10", "until 1 10 90", "end 1 20", "finish 50"),
                log("b", "ask 1 x exclusive 2", "held 1 8 20", "until 1 20 90", "end 1 30", "finish 50")));
        assertThat(audit.isFine()).isTrue();
        assertThat(audit.holds()).isEqualTo(2);
    }

    @Test
    void twoHoldsAtOnceAreFound() {
        assertThat(violations(
                        log("a", "ask 1 x exclusive 1", "held 1 7 10", "until 1 10 90", "end 1 20"),
                        log("b", "ask 1 x exclusive 2", "held 1 8 19", "until 1 19 90", "end 1 30")))
                .singleElement()
                .asString()
                .contains("two valid holds at once", "by a with fence 7, valid from 10 to 20", "by b");
    }

    @Test
    void anOverlapWithALongerHoldThanTheLastIsFound() {
        assertThat(violations(
                        log("a", "ask 1 x shared 1", "held 1 5 10", "until 1 10 200", "end 1 100"),
                        log("b", "ask 1 x shared 2", "held 1 6 20", "until 1 20 90", "end 1 30"),
                        log("c", "ask 1 x exclusive 3", "held 1 9 50", "until 1 50 90", "end 1 60")))
                .singleElement()
                .asString()
                .contains("two valid holds at once: shared hold of \"x\" by a");
    }

    @Test
    void aKilledProcessCountsAsHolderUntilTheDeadlineThatItReadLast() {
        ProcessLog killed = log("a", "ask 1 x exclusive 1", "held 1 7 10", "until 1 10 90", "until 1 40 120");
        assertThat(violations(killed, log("b", "ask 1 x exclusive 2", "held 1 8 119", "until 1 119 200")))
                .hasSize(1);
        assertThat(violations(killed, log("b", "ask 1 x exclusive 2", "held 1 8 120", "until 1 120 200")))
                .isEmpty();
    }

    @Test
    void aHoldEndsForItsOwnerWhenItIsLostOrSeenToBeOver() {
        ProcessLog next = log("b", "ask 1 x exclusive 2", "held 1 8 60", "until 1 60 200", "end 1 70");
        assertThat(violations(
                        log("a", "ask 1 x exclusive 1", "held 1 7 10", "until 1 10 90", "lost 1 60 QUORUM_LOST"), next))
                .isEmpty();
        assertThat(violations(log("a", "ask 1 x exclusive 1", "held 1 7 10", "until 1 10 90", "over 1 60"), next))
                .isEmpty();
        assertThat(violations(
                        log("a", "ask 1 x exclusive 1", "held 1 7 10", "until 1 10 90", "lost 1 61 QUORUM_LOST"), next))
                .hasSize(1);
        assertThat(violations(
                        log("a", "ask 1 x exclusive 1", "held 1 7 10", "until 1 10 90", "lost 1 61 NODE_CLOSED"), next))
                .as("one that is closed ends before its owner hears of it")
                .isEmpty();
    }

    @Test
    void whoSharesMayOverlapWithWhateverFence() {
        assertThat(violations(
                        log("a", "ask 1 x shared 1", "held 1 7 10", "until 1 10 90", "end 1 50"),
                        log("b", "ask 1 x shared 2", "held 1 7 20", "until 1 20 90", "end 1 50"),
                        log("c", "ask 1 x shared 2", "held 1 6 60", "until 1 60 90", "end 1 70")))
                .isEmpty();
    }

    @Test
    void theFenceOfAnExclusiveHoldIsAboveAllBeforeAndBelowAllAfter() {
        ProcessLog high = log("a", "ask 1 x shared 1", "held 1 7 10", "until 1 10 90", "end 1 20");
        ProcessLog low = log("b", "ask 1 x shared 1", "held 1 5 12", "until 1 12 90", "end 1 21");
        assertThat(violations(high, low, log("c", "ask 1 x exclusive 2", "held 1 6 30", "until 1 30 90", "end 1 31")))
                .hasSize(1);
        ProcessLog between = log("c", "ask 1 x exclusive 2", "held 1 8 30", "until 1 30 90", "end 1 31");
        assertThat(violations(high, low, between)).isEmpty();
        assertThat(violations(between, log("d", "ask 1 x shared 9", "held 1 8 40", "until 1 40 90", "end 1 41")))
                .as("the same is not above")
                .hasSize(1);
    }

    @Test
    void aFenceThatFallsIsFound() {
        assertThat(violations(
                        log("a", "ask 1 x exclusive 1", "held 1 7 10", "until 1 10 90", "end 1 20"),
                        log("b", "ask 1 x exclusive 2", "held 1 6 20", "until 1 20 90", "end 1 30")))
                .singleElement()
                .asString()
                .contains("fence did not rise");
    }

    @Test
    void otherLocksAreAnotherMatter() {
        assertThat(violations(
                        log("a", "ask 1 x exclusive 1", "held 1 7 10", "until 1 10 90", "end 1 20"),
                        log("b", "ask 1 y exclusive 2", "held 1 6 10", "until 1 10 90", "end 1 30")))
                .isEmpty();
    }

    @Test
    void aHoldThatWasOverBeforeItsOwnerLookedIsNotOutOfOrder() {
        assertThat(violations(
                        log("a", "ask 1 x exclusive 1", "held 1 6 40", "over 1 40", "lost 1 41 QUORUM_LOST"),
                        log("b", "ask 1 x exclusive 2", "held 1 7 20", "until 1 20 90", "end 1 50")))
                .isEmpty();
    }

    @Test
    void whatIsLostMustNotBecomeValidAgain() {
        assertThat(violations(log(
                        "a", "ask 1 x exclusive 1", "held 1 7 10", "until 1 10 90", "lost 1 60 REVOKED", "end 1 61")))
                .singleElement()
                .asString()
                .contains("back from the dead");
    }

    @Test
    void aHoldThatWasDoubtedForAMomentLastsUntilItsEndAllTheSame() {
        ProcessLog doubted =
                log("a", "ask 1 x exclusive 1", "held 1 7 10", "until 1 10 90", "over 1 91", "until 1 95 200");
        HoldAudit alone = HoldAudit.of(List.of(doubted));
        assertThat(alone.isFine()).isTrue();
        assertThat(alone.doubts()).isEqualTo(1);
        assertThat(violations(doubted, log("b", "ask 1 x exclusive 2", "held 1 8 93", "until 1 93 94", "end 1 94")))
                .singleElement()
                .asString()
                .contains("two valid holds at once");
    }

    @Test
    void aValidHoldThatAStoreRefusedIsFound() {
        assertThat(violations(
                        log("a", "ask 1 x exclusive 1", "held 1 7 10", "until 1 10 90", "refused 1 50", "end 1 60")))
                .singleElement()
                .asString()
                .contains("refused although valid");
    }

    @Test
    void whoAskedMustGetAnAnswerUnlessItsProcessWasKilled() {
        assertThat(violations(log("a", "ask 1 x exclusive 1"))).isEmpty();
        assertThat(violations(log("a", "ask 1 x exclusive 1", "finish 9")))
                .singleElement()
                .asString()
                .contains("never served");
        HoldAudit failed = HoldAudit.of(
                List.of(log("a", "ask 1 x exclusive 1", "failed 1 5 LockUnavailableException", "finish 9")));
        assertThat(failed.isFine()).isTrue();
        assertThat(failed.failures()).containsEntry("LockUnavailableException", 1);
    }
}
