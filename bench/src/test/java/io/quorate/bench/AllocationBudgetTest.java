package io.quorate.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.quorate.bench.InProcessCluster.RepeatedClaim;
import io.quorate.core.catalog.Protocols;
import io.quorate.core.engine.Claim;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** Bytes do not depend on how busy the machine is, so unlike times they can be a test. */
final class AllocationBudgetTest {
    private static final int ROUNDS = 20_000;

    @Test
    void anUncontendedRoundOfTheQuorumLockStaysWithinItsBudget() {
        // bench/run says about 2,000 bytes once everything is compiled; before that it is somewhat more.
        assertThat(bytesPerRound("quorumlock")).isBetween(100L, 2_800L);
    }

    @Test
    void anUncontendedRoundOfTheCentralLockStaysWithinItsBudget() {
        assertThat(bytesPerRound("central")).isBetween(100L, 1_900L);
    }

    private static long bytesPerRound(String protocol) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        InProcessCluster cluster = new InProcessCluster(Protocols.named(protocol), 3);
        Claim claim = new RepeatedClaim(LockName.of("orders/42"), Mode.EXCLUSIVE, 1);
        run(cluster, claim);
        long before = threads.getCurrentThreadAllocatedBytes();
        run(cluster, claim);
        return (threads.getCurrentThreadAllocatedBytes() - before) / ROUNDS;
    }

    private static void run(InProcessCluster cluster, Claim claim) {
        for (int round = 0; round < ROUNDS; round++) {
            cluster.acquireAndRelease(1, claim);
        }
    }
}
