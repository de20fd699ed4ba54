// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.node.embedded.EmbeddedLocks;
import io.quorate.node.net.ChaosProxy;
import io.quorate.node.net.FreePorts;
import io.quorate.node.net.Roster;
import io.quorate.testing.InMemoryCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes in the worst of company: whoever is inside is alone, and in the end everybody got in and nothing is left. */
@Tag("slow")
@Tag("threads")
@Timeout(400)
class ChaosTest {
    private static final int NODES = 3;
    private static final int FAULT_EVERY = 150;
    private static final int CUT_EVERY = 300;
    private static final Duration SHORT = Duration.ofSeconds(3);
    private static final Duration LONG = Duration.ofSeconds(Integer.getInteger("chaos.seconds", 60));

    private final List<ChaosProxy> proxies = new ArrayList<>();
    private final List<EmbeddedLocks> nodes = new ArrayList<>();
    private final ExecutorService starters = Executors.newFixedThreadPool(NODES);

    @AfterEach
    void closeAll() throws Exception {
        nodes.forEach(EmbeddedLocks::close);
        starters.shutdown();
        for (ChaosProxy proxy : proxies) {
            proxy.close();
        }
    }

    @Test
    void exclusionAndServiceSurviveABadNetwork() throws Exception {
        overABadNetwork(1, SHORT);
    }

    @Test
    @Tag("long")
    void exclusionAndServiceSurviveABadNetworkForLong() throws Exception {
        overABadNetwork(Long.getLong("chaos.seed", 2), LONG);
    }

    @Test
    void exclusionAndServiceSurviveInterruptsAtEveryMoment() throws Exception {
        underInterrupts(1, SHORT);
    }

    @Test
    @Tag("long")
    void exclusionAndServiceSurviveInterruptsAtEveryMomentForLong() throws Exception {
        underInterrupts(Long.getLong("chaos.seed", 2), LONG);
    }

    private void overABadNetwork(long seed, Duration time) throws Exception {
        startNodes(new SplittableRandom(seed));
        try (Contenders contenders = new Contenders(seed, nodes, 3)) {
            proxies.forEach(proxy -> proxy.faultEvery(FAULT_EVERY));
            contenders.workFor(time, () -> LockSupport.parkNanos(1_000_000));
            proxies.forEach(proxy -> proxy.faultEvery(0));
            contenders.endAndCheck();
        }
        assertThat(proxies.stream().mapToLong(ChaosProxy::faults).sum())
                .as("faults")
                .isPositive();
    }

    private void underInterrupts(long seed, Duration time) throws Exception {
        InMemoryCluster cluster = InMemoryCluster.usual(NODES);
        cluster.nodes().forEach(node -> nodes.add((EmbeddedLocks) node));
        SplittableRandom random = new SplittableRandom(seed);
        try (Contenders contenders = new Contenders(seed, nodes, 6)) {
            List<Thread> threads = contenders.threads();
            contenders.workFor(time, () -> {
                threads.get(random.nextInt(threads.size())).interrupt();
                LockSupport.parkNanos(random.nextInt(300_000));
                if (random.nextInt(CUT_EVERY) == 0) {
                    int lonely = random.nextInt(NODES);
                    cluster.cutOff(lonely);
                    LockSupport.parkNanos(random.nextInt(3_000_000));
                    cluster.reconnect(lonely);
                }
            });
            contenders.endAndCheck();
            assertThat(contenders.interrupted()).isPositive();
        }
    }

    private void startNodes(SplittableRandom random) throws Exception {
        List<String> members = new ArrayList<>();
        List<String> listening = new ArrayList<>();
        for (Roster.Member member : FreePorts.roster("any", NODES).members()) {
            ChaosProxy proxy = new ChaosProxy(member.port(), random.nextLong());
            proxies.add(proxy);
            members.add(member.id() + "=127.0.0.1:" + proxy.port());
            listening.add(member.address());
        }
        LocksConfig config = LocksConfig.of(members)
                .cluster("chaos")
                .suspectAfter(Duration.ofMillis(600))
                .unavailableAfter(Duration.ofSeconds(60))
                .joinTimeout(Contenders.SOON);
        List<CompletableFuture<Locks>> joining = new ArrayList<>();
        for (int index = 0; index < NODES; index++) {
            LocksConfig own = config.nodeId(config.members().get(index).id()).listenAddress(listening.get(index));
            joining.add(CompletableFuture.supplyAsync(() -> FirstStart.join(own), starters));
        }
        joining.forEach(each -> nodes.add((EmbeddedLocks) each.join()));
    }
}
