// SPDX-License-Identifier: Apache-2.0
package io.quorate.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.quorate.bench.InProcessCluster.RepeatedClaim;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.core.roster.Member;
import io.quorate.core.roster.Roster;
import io.quorate.core.session.LeaseTerms;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Bytes do not depend on how busy the machine is, so unlike times they can be a test. They do depend on how far Java has
 * compiled the code, so it runs until it is within the budget, or for so many batches that it never will be.
 * Only for the quorum lock: a second protocol in the same JVM would undo what was compiled for the first.
 */
final class AllocationBudgetTest {
    private static final int ROUNDS = 20_000;
    private static final int BATCHES_MAX = 200;

    /** Enough for Java to compile what it compiles. */
    private static final int BATCHES = 20;

    private static final long BUDGET = 720;

    /** Less than one object in a round is none. */
    private static final long SMALLEST_OBJECT = 16;

    /** What a roster costs. */
    private static final long FRAME_BYTES = 5;

    private static final LeaseTerms LEASE = LeaseTerms.of(Duration.ofSeconds(5));
    private static final Claim CLAIM = new RepeatedClaim(LockName.of("orders/42"), Mode.EXCLUSIVE, 1);

    @Test
    void anUncontendedRoundOfTheQuorumLockStaysWithinItsBudget() {
        // It is 672: about 400 for stamps and messages, 190 for the entries of two voters, 80 for two places in maps
        // of locks. Questions (B1) took 150 of it.
        assertThat(leastBytesPerRound(new InProcessCluster(new QuorumLock(), 3), BUDGET, BATCHES_MAX))
                .isBetween(100L, BUDGET);
    }

    @Test
    void aRosterThatDoesNotChangeCostsNoFrameNoAllocationAndFewBytesAFrame() {
        InProcessCluster fixed = new InProcessCluster(new QuorumLock(), 3, LEASE, null);
        InProcessCluster roster = new InProcessCluster(new QuorumLock(), 3, LEASE, roster());
        for (int round = 0; round < ROUNDS; round++) {
            fixed.acquireAndRelease(1, CLAIM);
            roster.acquireAndRelease(1, CLAIM);
        }
        assertThat(roster.frameCount()).isEqualTo(fixed.frameCount());
        assertThat(roster.byteCount() - fixed.byteCount()).isBetween(1L, FRAME_BYTES * fixed.frameCount());
        long atMost = leastBytesPerRound(fixed, 0, BATCHES) + SMALLEST_OBJECT;
        assertThat(leastBytesPerRound(roster, atMost, BATCHES_MAX)).isLessThan(atMost);
    }

    private static Roster roster() {
        List<Member> members = List.of(member(0, "a"), member(1, "b"), member(2, "c"));
        Roster first = Roster.first("cluster", members, "majority", LEASE);
        return first.withMoved("c", "d:7400"); // it has changed before
    }

    private static Member member(int number, String id) {
        return new Member(number, id, id + ":7400", true, "key " + number);
    }

    private static long leastBytesPerRound(InProcessCluster cluster, long budget, int batchesMax) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int batch = 0; batch < batchesMax && least >= budget; batch++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int round = 0; round < ROUNDS; round++) {
                cluster.acquireAndRelease(1, CLAIM);
            }
            least = Math.min(least, (threads.getCurrentThreadAllocatedBytes() - before) / ROUNDS);
        }
        return least;
    }
}
