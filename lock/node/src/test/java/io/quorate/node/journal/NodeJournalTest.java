// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.node.journal.NodeJournal.HoldLine;
import io.quorate.node.journal.NodeJournal.Status;
import io.quorate.node.journal.NodeJournal.Who;
import io.quorate.node.net.HeardLog;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is worth a line, by a clock that the test moves. */
@Tag("threads")
class NodeJournalTest {
    private static final Status ALL = new Status(true, true, List.of(), List.of(), "");
    private static final Status NOBODY = new Status(false, true, List.of("b", "c"), List.of(), "");
    private static final Status WITHOUT_C = new Status(true, true, List.of("c"), List.of(), "");
    private static final Status C_IS_SLOW = new Status(true, true, List.of(), List.of("c"), "");

    private final HeardLog log = new HeardLog(NodeJournal.class);
    private final NodeJournal journal = journal(false);
    private long now;

    private static NodeJournal journal(boolean guest) {
        return new NodeJournal(new Who("orders", "a", 3, guest, Duration.ofSeconds(5)), 0, Runnable::run);
    }

    @AfterEach
    void closeLog() {
        log.close();
    }

    /** The status stays so for these seconds, and is looked at several times in each. */
    private void pass(NodeJournal of, int seconds, Status status) {
        for (int look = 0; look < 4 * seconds; look++) {
            now += Duration.ofMillis(250).toNanos();
            of.look(now, status);
        }
    }

    private void pass(int seconds, Status status) {
        pass(journal, seconds, status);
    }

    @Test
    void joiningIsSaidOnceWithWhoIsThere() {
        pass(10, WITHOUT_C);
        assertThat(log.lines())
                .containsExactly(
                        "Joined the cluster orders as a: 2 of 3 members are reachable, missing: c. This node votes.");
        assertThat(log.ids()).containsExactly("QUO-0001");
    }

    @Test
    void aNodeThatIsSilentSaysUntilWhenAndWhenItVotes() {
        pass(3, new Status(true, false, List.of(), List.of(), ""));
        pass(3, ALL);
        assertThat(log.ids()).containsExactly("QUO-0001", "QUO-0002");
        assertThat(log.lines().get(0))
                .containsPattern("This node grants no vote before 20\\d\\d-.*T.*Z, because it has just started");
    }

    @Test
    void aGuestIsSaidToHaveNoVote() {
        pass(journal(true), 3, new Status(true, false, List.of(), List.of(), ""));
        pass(3, ALL);
        assertThat(log.lines().get(0)).endsWith("This node is a guest, without a vote.");
        assertThat(log.ids()).doesNotContain("QUO-0002");
    }

    @Test
    void whoWaitsToJoinSaysForWhomAfterSomeSecondsAndThenMoreRarely() {
        pass(2, NOBODY);
        assertThat(log.lines()).isEmpty();
        Status refused = new Status(false, true, List.of("b"), List.of(), " (they do not fit)");
        pass(2, refused);
        assertThat(log.lines())
                .containsExactly(
                        "Node a has waited for 3 s to join the cluster orders: no answer from b (they do not fit)."
                                + " Start them, or check the roster and the network.");
        pass(600 - 4, NOBODY);
        // At 3, 9, 21, 45, 93 s, and then every minute.
        assertThat(log.ids()).hasSize(5 + (600 - 93) / 60).containsOnly("QUO-0003");
        pass(1, ALL);
        assertThat(log.ids()).contains("QUO-0001");
    }

    @Test
    void aPeerIsLostOnceAndBackOnce() {
        pass(1, ALL);
        pass(120, WITHOUT_C);
        pass(120, ALL);
        assertThat(log.ids()).containsExactly("QUO-0001", "QUO-0004", "QUO-0005");
        assertThat(log.lines().get(1)).startsWith("Member c does not answer any more");
    }

    @Test
    void aPeerIsSlowOnceAMinuteAtMostAndBackOnlyIfItWasCalledSlow() {
        pass(1, ALL);
        for (int round = 0; round < 25; round++) {
            pass(1, C_IS_SLOW);
            pass(1, ALL);
        }
        assertThat(log.ids()).containsExactly("QUO-0001", "QUO-0006", "QUO-0007");
        pass(60, C_IS_SLOW);
        pass(60, ALL);
        assertThat(log.ids()).containsExactly("QUO-0001", "QUO-0006", "QUO-0007", "QUO-0006", "QUO-0007");
    }

    @Test
    void noQuorumIsSaidAtOnceThenEveryMinuteAndWhenItIsBack() {
        pass(1, ALL);
        pass(150, NOBODY);
        assertThat(log.with("QUO-0008")).hasSize(3);
        assertThat(log.with("QUO-0008").get(0).text())
                .startsWith("Node a has had no quorum for 0 s, so no lock can be taken here: no answer from b, c.");
        assertThat(log.with("QUO-0008").get(2).text()).contains("for 120 s");
        pass(150, ALL);
        assertThat(log.with("QUO-0009")).hasSize(1);
        assertThat(log.with("QUO-0009").get(0).text()).contains("after 150 s without");
        pass(1, NOBODY);
        assertThat(log.with("QUO-0008")).as("a second time is news").hasSize(4);
    }

    private static HoldLine hold(@Nullable Throwable takenAt) {
        return new HoldLine("x", 17, "worker-1", Duration.ofSeconds(3725), takenAt);
    }

    @Test
    void aLostHoldIsSaidWithLockFenceReasonAndTime() {
        Throwable here = new Throwable("here");
        journal.holdLost(now, hold(here), "it was revoked by an operator");
        assertThat(log.with("QUO-0010"))
                .containsExactly(new HeardLog.Line(
                        "QUO-0010",
                        "Lost the lock \"x\" (fence 17) that worker-1 has held for 1 h 2 min 5 s, because it was revoked by an"
                                + " operator. Treat the work done under it as unprotected.",
                        here));
    }

    @Test
    void manyLostHoldsFillNoLog() {
        for (int count = 0; count < 1000; count++) {
            journal.holdLost(now, hold(null), "it was revoked by an operator");
        }
        assertThat(log.ids()).hasSize(NodeJournal.HOLDS_A_MINUTE).containsOnly("QUO-0010");
        pass(70, ALL);
        assertThat(log.with("QUO-0011")).hasSize(1);
        assertThat(log.with("QUO-0011").get(0).text())
                .isEqualTo("Lost " + (1000 - NodeJournal.HOLDS_A_MINUTE) + " more locks, too many for a line each.");
        journal.holdLost(now, hold(null), "it was revoked by an operator");
        assertThat(log.with("QUO-0010")).hasSize(NodeJournal.HOLDS_A_MINUTE + 1);
    }

    @Test
    void whatWasOnlyCountedIsSaidWhenTheNodeCloses() {
        for (int count = 0; count < NodeJournal.HOLDS_A_MINUTE + 2; count++) {
            journal.holdIsOpen(now, hold(null));
        }
        journal.close();
        journal.close();
        assertThat(log.with("QUO-0013")).hasSize(1);
        assertThat(log.with("QUO-0013").get(0).text()).startsWith("2 more locks");
        assertThat(log.with("QUO-0012").get(0).text())
                .isEqualTo(
                        "The lock \"x\" (fence 17) has been held by worker-1 for 1 h 2 min 5 s. Close the hold, or raise"
                                + " warnOpenAfter if this is right. traceHolds(true) shows who took it.");
    }
}
