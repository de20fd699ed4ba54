// SPDX-License-Identifier: Apache-2.0
package io.quorate.shedlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.Hold;
import io.quorate.testing.LockCluster;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.test.support.AbstractExtensibleLockProviderIntegrationTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * ShedLock's own suite for lock providers, unmodified, with another node on every call. It waits and measures by the clock of the
 * machine, so it runs with --long only; {@link QuorateLockProviderTest} has what the gate needs.
 */
@Tag("long")
@Tag("threads")
class ShedLockSuiteTest extends AbstractExtensibleLockProviderIntegrationTest {
    private static final AtomicInteger CALLS = new AtomicInteger();
    private static LockCluster cluster;

    @BeforeAll
    static void start() {
        cluster = LockCluster.inMemory(3);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Override
    protected ExtensibleLockProvider getLockProvider() {
        return configuration -> new QuorateLockProvider(cluster.node(nextNode())).lock(configuration);
    }

    private static int nextNode() {
        return CALLS.getAndIncrement() % cluster.size();
    }

    private static Optional<Hold> take(String name) {
        try {
            return cluster.node(nextNode()).lock("shedlock/" + name).tryAcquire();
        } catch (InterruptedException interruption) {
            throw new AssertionError(interruption);
        }
    }

    @Override
    protected void assertUnlocked(String name) {
        Optional<Hold> hold = take(name);
        assertThat(hold).isPresent();
        hold.orElseThrow().close();
    }

    @Override
    protected void assertLocked(String name) {
        assertThat(take(name)).isEmpty();
    }
}
