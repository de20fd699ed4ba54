// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.api.Hold;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A store that refuses late writes, and one that reports them. */
@Tag("threads")
@Timeout(60)
class FencedRecorderTest {
    private final LockCluster cluster = LockCluster.virtualTime(3);
    private final FencedRecorder checking = cluster.recorder();
    private final FencedRecorder unchecked = cluster.uncheckedRecorder();

    @AfterEach
    void close() {
        cluster.close();
    }

    private Hold take(int node) throws InterruptedException {
        return cluster.node(node).lock("x").acquire(Duration.ofMinutes(1));
    }

    /** A hold that was lost; a later holder has the lock. */
    private Hold lost() throws InterruptedException {
        Hold hold = take(0);
        cluster.loseHold(hold);
        return hold;
    }

    @Test
    void writesOfHoldersAreTakenInOrder() throws Exception {
        try (Hold hold = take(0)) {
            checking.write(hold, "one");
            checking.write("x", hold.fence(), "two");
        }
        try (Hold hold = take(1)) {
            assertThat(checking.read(hold)).contains("two");
            checking.write(hold, 3);
        }
        assertThat(checking.value("x")).contains(3);
        assertThat(checking.value("y")).isEmpty();
        assertThat(checking.writes()).extracting(FencedRecorder.Write::nodeId).containsExactly("n1", "n1", "n2");
        assertThat(checking.allWrites()).isEqualTo(checking.writes());
        checking.assertNoLateWrites();
    }

    @Test
    void aStoreThatChecksRefusesAWriteWithAnOlderFence() throws Exception {
        Hold late = lost();
        Hold next = take(1);
        checking.write(next, "new");
        assertThatThrownBy(() -> checking.write(late, "old"))
                .isInstanceOfSatisfying(StaleFenceException.class, refused -> {
                    assertThat(refused.fence()).isEqualTo(late.fence());
                    assertThat(refused.highest()).isEqualTo(next.fence());
                })
                .hasMessageContaining("do it again");
        assertThat(checking.value("x")).contains("new");
        checking.assertNoLateWrites();
    }

    @Test
    void aReadCountsForAStoreThatChecks() throws Exception {
        Hold late = lost();
        assertThat(checking.read(take(1))).isEmpty();
        assertThatThrownBy(() -> checking.write(late, "old")).isInstanceOf(StaleFenceException.class);
        assertThatThrownBy(() -> checking.read(late)).isInstanceOf(StaleFenceException.class);
    }

    @Test
    void aStoreThatChecksTakesALateWriteThatNobodyHasOvertaken() throws Exception {
        checking.write(lost(), "in order all the same");
        assertThat(checking.writes()).hasSize(1);
    }

    @Test
    void aStoreWithoutChecksTakesALateWriteAndReportsIt() throws Exception {
        Hold late = lost();
        unchecked.write(take(1), "new");
        unchecked.write(late, "old");
        assertThat(unchecked.value("x")).as("the lost update").contains("old");
        assertThatThrownBy(unchecked::assertNoLateWrites)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("\"old\" under \"x\"")
                .hasMessageContaining("a later holder had written")
                .hasMessageContaining("LATE WRITE")
                .hasMessageContaining("Request");
    }

    @Test
    void aStoreWithoutChecksReportsAWriteAfterTheEndOfTheHold() throws Exception {
        unchecked.write(lost(), "old");
        assertThatThrownBy(unchecked::assertNoLateWrites).hasMessageContaining("the hold was over by the clock");
    }

    @Test
    void aWriteAfterCloseIsLate() throws Exception {
        Hold hold = take(0);
        hold.close();
        unchecked.write(hold, "after close");
        assertThatThrownBy(unchecked::assertNoLateWrites).hasMessageContaining("after close");
    }

    @Test
    void whatNoHoldOfTheClusterHasIsRefused() throws Exception {
        assertThatThrownBy(() -> checking.write("x", 17, "guessed"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("17");
        try (LockCluster other = LockCluster.virtualTime(3);
                Hold foreign = other.node(0).lock("elsewhere").acquire()) {
            assertThatThrownBy(() -> checking.write(foreign.lockName(), foreign.fence(), "foreign"))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
