// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.api.Hold;
import io.quorate.api.JoinFailedException;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.LockUnavailableException;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.node.embedded.EmbeddedLocks;
import io.quorate.node.net.FreePorts;
import io.quorate.node.net.Roster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Three nodes as in production, but for being in one process: they talk by TCP on this machine. */
@Tag("slow")
@Tag("threads")
public class TcpLockTest extends LockContract {
    private LocksConfig config = LocksConfig.of("unset=localhost:1");

    @Override
    protected List<EmbeddedLocks> start() throws Exception {
        config = LocksConfig.of(members(3)).cluster("contract").joinTimeout(Duration.ofSeconds(20));
        return joinAll(config);
    }

    /** All members of the cluster, in this process. */
    public static List<EmbeddedLocks> joinAll(LocksConfig config) {
        ExecutorService starters = Executors.newFixedThreadPool(3);
        try {
            List<CompletableFuture<Locks>> joining = new ArrayList<>();
            for (LocksConfig.Member member : config.members()) {
                joining.add(CompletableFuture.supplyAsync(() -> FirstStart.join(config.nodeId(member.id())), starters));
            }
            return joining.stream()
                    .map(CompletableFuture::join)
                    .map(EmbeddedLocks.class::cast)
                    .toList();
        } finally {
            starters.shutdown();
        }
    }

    public static List<String> members(int count) throws IOException {
        return FreePorts.roster("any", count).members().stream()
                .map(Roster.Member::toString)
                .toList();
    }

    @Test
    void b3_whoWantsTheLockNowIsToldWhoHoldsIt() throws Exception {
        try (Hold hold = lock(0, "busy").acquire()) {
            assertThat(hold.isValid()).isTrue();
            assertThatThrownBy(() -> lock(1, "busy").acquire(Duration.ZERO))
                    .isInstanceOfSatisfying(
                            LockTimeoutException.class,
                            busy -> assertThat(busy.holder()).contains("a"))
                    .hasMessageContaining("is not free now: node a holds it");
        }
    }

    @Test
    void aSecondNodeOfTheSameIdDoesNotStart() {
        assertThatThrownBy(() -> Locks.join(config.nodeId("a")))
                .isInstanceOf(JoinFailedException.class)
                .hasMessageContaining("Node a could not join the cluster contract");
    }

    @Test
    void aNodeThatFindsNobodySaysWhoDidNotAnswer() throws Exception {
        LocksConfig lonely = LocksConfig.of(members(3)).nodeId("a").joinTimeout(Duration.ofMillis(300));
        assertThatThrownBy(() -> Locks.join(lonely))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("within 300 ms")
                .hasMessageContaining("these cannot: b, c");
    }

    @Test
    void aNodeWithAnotherRosterIsToldWhatDoesNotFit() {
        List<String> others = config.members().stream()
                .map(member -> member.id() + "=" + member.host() + ":" + member.port())
                .toList();
        List<String> four = new ArrayList<>(others.subList(1, 3));
        four.add("stranger=127.0.0.1:" + config.members().get(0).port());
        LocksConfig misfit = LocksConfig.of(four)
                .cluster("contract")
                .nodeId("stranger")
                .listenAddress("127.0.0.1:" + freePort())
                .joinTimeout(Duration.ofSeconds(2));
        assertThatThrownBy(() -> Locks.join(misfit))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("does not fit");
    }

    @Test
    void aNodeWithAnotherLeaseIsToldSo() throws Exception {
        LocksConfig fresh = LocksConfig.of(members(3)).joinTimeout(Duration.ofSeconds(20));
        LocksConfig hasty = fresh.nodeId("b").lease(Duration.ofSeconds(1)).joinTimeout(Duration.ofSeconds(2));
        ClusterNode first = FirstStart.open(fresh.nodeId("a"));
        try {
            assertThatThrownBy(() -> Locks.join(hasty))
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContaining("lease PT5S")
                    .hasMessageContaining("lease PT1S");
        } finally {
            first.close();
        }
    }

    private static int freePort() {
        try {
            return FreePorts.roster("any", 1).members().get(0).port();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
