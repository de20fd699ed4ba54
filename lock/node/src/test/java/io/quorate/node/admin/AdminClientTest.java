// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.api.LockDescription;
import io.quorate.api.LockListing;
import io.quorate.api.LockMode;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.api.LossReason;
import io.quorate.core.model.LockName;
import io.quorate.node.TcpLockTest;
import io.quorate.node.certs.TestCertificates;
import io.quorate.node.embedded.EmbeddedLocks;
import io.quorate.node.embedded.Joining;
import io.quorate.node.net.FreePorts;
import io.quorate.node.net.Roster;
import io.quorate.node.net.TransportException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A running cluster, asked from outside. */
@Tag("slow")
@Tag("threads")
final class AdminClientTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private LocksConfig config = LocksConfig.of("unset=localhost:1");
    private List<EmbeddedLocks> nodes = List.of();

    @BeforeEach
    void start() throws Exception {
        config = LocksConfig.of(TcpLockTest.members(3)).cluster("visited").joinTimeout(TIMEOUT);
        nodes = TcpLockTest.joinAll(config);
    }

    @AfterEach
    void stop() {
        nodes.forEach(EmbeddedLocks::close);
    }

    private AdminClient visit() {
        return visit(config);
    }

    private static AdminClient visit(LocksConfig where) {
        return new AdminClient(where, "operator", "anna@desk, process 7", TIMEOUT);
    }

    private void awaitAllSeen() {
        await().atMost(TIMEOUT).until(() -> visit().describe("x").unanswered().isEmpty());
    }

    @Test
    void holderAndWaiterAreToldWithFenceAndPlace() throws Exception {
        awaitAllSeen();
        try (Hold hold = nodes.get(0).lock("orders/1").acquire(TIMEOUT)) {
            CompletionStage<Hold> waiting = nodes.get(1).lock("orders/1").acquireAsync();
            await().atMost(TIMEOUT)
                    .until(() -> visit().describe("orders/1").waiters().size() == 1);
            LockDescription lock = visit().describe("orders/1");
            assertThat(hold.isValid()).isTrue();
            assertThat(lock.unanswered()).isEmpty();
            assertThat(lock.holders()).singleElement().satisfies(holder -> {
                assertThat(holder.nodeId()).isEqualTo(nodes.get(0).nodeId());
                assertThat(holder.pid()).isEqualTo(ProcessHandle.current().pid());
                assertThat(holder.label()).isEqualTo(Thread.currentThread().getName());
                assertThat(holder.mode()).isEqualTo(LockMode.EXCLUSIVE);
                assertThat(holder.fence()).isEqualTo(hold.fence());
                assertThat(holder.validFor()).isPositive().isLessThanOrEqualTo(config.lease());
            });
            assertThat(lock.waiters()).singleElement().satisfies(waiter -> {
                assertThat(waiter.nodeId()).isEqualTo(nodes.get(1).nodeId());
                assertThat(waiter.fence()).isZero();
            });
            waiting.toCompletableFuture().cancel(false);
        }
    }

    @Test
    void locksAreListedByPrefixInOrderAndCutWhenTheyAreTooMany() throws Exception {
        awaitAllSeen();
        List<Hold> holds = new ArrayList<>();
        for (String name : List.of("b/2", "a/1", "b/1", "b/3")) {
            holds.add(nodes.get(holds.size() % 3).lock(name).acquire(TIMEOUT));
        }
        LockListing all = visit().list("", 100);
        assertThat(all.isCut()).isFalse();
        assertThat(all.locks()).extracting(LockDescription::lockName).containsExactly("a/1", "b/1", "b/2", "b/3");
        assertThat(all.locks()).allSatisfy(lock -> assertThat(lock.holders()).hasSize(1));
        LockListing some = visit().list("b/", 2);
        assertThat(some.isCut()).isTrue();
        assertThat(some.locks()).extracting(LockDescription::lockName).containsExactly("b/1", "b/2");
        assertThat(nodes.get(2).list("b/", 2).locks())
                .extracting(LockDescription::lockName)
                .containsExactly("b/1", "b/2");
        holds.forEach(Hold::close);
    }

    @Test
    void whatNodesAskForWhenTheyJoinIsNotListed() throws Exception {
        awaitAllSeen();
        try (Hold joining = nodes.get(0).ofName(Joining.PROBE).acquire(TIMEOUT);
                Hold other = nodes.get(0).lock("quorate/join").acquire(TIMEOUT)) {
            assertThat(joining.isValid()).isTrue();
            assertThat(visit().list("", 100).locks())
                    .extracting(LockDescription::lockName)
                    .containsExactly(other.lockName());
            assertThat(visit().list(LockName.RESERVED_PREFIX, 100).locks()).isEmpty();
        }
    }

    @Test
    void aReservedNameIsRefusedInWords() {
        String reserved = Joining.PROBE.toString();
        assertThatThrownBy(() -> nodes.get(0).lock(reserved))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"$quorate/\" are reserved")
                .hasMessageContaining("choose a name");
        assertThatThrownBy(() -> nodes.get(0).readWriteLock(reserved)).hasMessageContaining("reserved");
        assertThatThrownBy(() -> visit().revoke(reserved, 0)).hasMessageContaining("reserved");
        assertThat(nodes.get(0).lock("quorate/join").name()).isEqualTo("quorate/join");
    }

    @Test
    void oneAddressIsEnoughAndTheNodesThatAreGoneAreNamed() throws Exception {
        awaitAllSeen();
        String gone = nodes.get(2).nodeId();
        nodes.get(2).close();
        LocksConfig.Member first = config.members().get(0);
        AdminClient one =
                visit(LocksConfig.of(first.host() + ":" + first.port()).cluster("visited"));
        try (Hold hold = nodes.get(1).lock("x").acquire(TIMEOUT)) {
            LockDescription lock = one.describe("x");
            assertThat(hold.isValid()).isTrue();
            assertThat(lock.holders())
                    .extracting(LockDescription.Party::nodeId)
                    .containsExactly(nodes.get(1).nodeId());
            assertThat(lock.unanswered()).containsExactly(gone);
        }
    }

    @Test
    void aHolderHearsThatItsLockIsAskedForAndKeepsIt() throws Exception {
        awaitAllSeen();
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        try (Hold hold = nodes.get(0).lock("x").acquire(TIMEOUT);
                Hold deaf = nodes.get(1).lock("deaf").acquire(TIMEOUT)) {
            hold.onReleaseRequested(who -> heard.add("removed")).close();
            hold.onReleaseRequested(heard::add);
            AdminClient.Release asked = visit().askRelease("x");
            assertThat(asked.actedAt()).containsExactly(Map.entry(nodes.get(0).nodeId(), 1));
            assertThat(heard.poll(20, TimeUnit.SECONDS)).contains("operator (anna@desk, process 7) from ");
            assertThat(hold.isValid()).isTrue();
            assertThat(visit().askRelease("deaf").actedAt())
                    .containsExactly(Map.entry(nodes.get(1).nodeId(), 0));
            assertThat(deaf.isValid()).isTrue();
            assertThat(visit().askRelease("nobody has it").actedAt()).isEmpty();
        }
    }

    @Test
    void aListenerMayWaitForATurnThoughTheExecutorRunsItWhereItIsCalled() throws Exception {
        nodes.forEach(EmbeddedLocks::close);
        config = LocksConfig.of(TcpLockTest.members(3)).cluster("visited").joinTimeout(TIMEOUT);
        nodes = TcpLockTest.joinAll(config.callbackExecutor(Runnable::run));
        awaitAllSeen();
        for (EmbeddedLocks node : nodes) { // one is asked by the client, the others by a peer
            BlockingQueue<Boolean> heard = new LinkedBlockingQueue<>();
            try (Hold hold = node.lock("x").acquire(TIMEOUT)) {
                hold.onReleaseRequested(who -> {
                    hold.hasSpareVotes();
                    heard.add(true);
                });
                assertThat(visit().askRelease("x").actedAt()).containsExactly(Map.entry(node.nodeId(), 1));
                assertThat(heard.poll(20, TimeUnit.SECONDS)).isTrue();
                assertThat(hold.isValid()).isTrue();
            }
            assertThat(node.node().failure()).isNull();
        }
    }

    @Test
    void aLockThatIsRevokedIsLostAndFreeForOthers() throws Exception {
        awaitAllSeen();
        BlockingQueue<LossReason> lost = new LinkedBlockingQueue<>();
        Hold hold = nodes.get(0).lock("x").acquire(TIMEOUT);
        hold.onLost(lost::add);
        long fence = hold.fence();
        assertThat(visit().revoke("x", fence + 1).actedAt())
                .as("another hold than the one that was meant")
                .containsExactly(Map.entry(nodes.get(0).nodeId(), 0));
        assertThat(hold.isValid()).isTrue();
        assertThat(visit().revoke("x", fence).actedAt())
                .containsExactly(Map.entry(nodes.get(0).nodeId(), 1));
        assertThat(lost.poll(20, TimeUnit.SECONDS)).isEqualTo(LossReason.REVOKED);
        assertThat(hold.isValid()).isFalse();
        try (Hold next = nodes.get(1).lock("x").acquire(TIMEOUT)) {
            assertThat(next.isValid()).isTrue();
            assertThat(next.fence()).isGreaterThan(fence);
        }
    }

    @Test
    void aClientThatNamesAnotherClusterLearnsNothingButNo() {
        assertThatThrownBy(() -> visit(config.cluster("other")).describe("x"))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("no node of the cluster \"other\" listens here")
                .hasMessageNotContaining("visited");
    }

    @Test
    void whereNobodyListensItIsSaid() throws Exception {
        Roster.Member free = FreePorts.roster("any", 1).members().get(0);
        assertThatThrownBy(() -> visit(LocksConfig.of(free.toString())).describe("x"))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("no node of the cluster quorate answers")
                .hasMessageContaining(free.address());
    }

    @Test
    void rubbishInsteadOfAQuestionHarmsNobody() throws Exception {
        LocksConfig.Member first = config.members().get(0);
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(first.host(), first.port()), 10_000);
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.UTF_8));
            assertThat(socket.getInputStream().read()).as("hung up").isEqualTo(-1);
        }
        assertThat(visit().describe("x").isFree()).isTrue();
    }

    @Test
    void overTlsAVisitorShowsACertificateThatNamesIt() throws Exception {
        LocksConfig one = LocksConfig.of(
                        "a=" + FreePorts.roster("any", 1).members().get(0).address())
                .cluster("secret");
        try (EmbeddedLocks node = (EmbeddedLocks) Locks.join(one.nodeId("a").tls(TestCertificates.of("a")))) {
            assertThat(node.nodeId()).isEqualTo("a");
            assertThat(new AdminClient(one.tls(TestCertificates.of("b")), "b", "anna", TIMEOUT)
                            .describe("x")
                            .isFree())
                    .isTrue();
            assertThatThrownBy(() ->
                            new AdminClient(one.tls(TestCertificates.of("b")), "c", "anna", TIMEOUT).describe("x"))
                    .hasMessageContaining("names \"b\"");
            assertThatThrownBy(() ->
                            new AdminClient(one.tls(TestCertificates.foreign("b")), "b", "anna", TIMEOUT).describe("x"))
                    .isInstanceOf(TransportException.class);
            assertThatThrownBy(() -> new AdminClient(one, "b", "anna", TIMEOUT).describe("x"))
                    .hasMessageContaining("TLS");
        }
    }

    @Test
    void overTlsNobodyElseOfTheAuthorityAnswersForAMember() throws Exception {
        String address = FreePorts.roster("any", 1).members().get(0).address();
        LocksConfig impostor = LocksConfig.of("b=" + address).cluster("secret");
        try (Locks other = Locks.join(impostor.nodeId("b").tls(TestCertificates.of("b")))) {
            assertThat(other.nodeId()).isEqualTo("b");
            LocksConfig wanted =
                    LocksConfig.of("a=" + address).cluster("secret").tls(TestCertificates.of("c"));
            assertThatThrownBy(() -> new AdminClient(wanted, "c", "anna", TIMEOUT).describe("x"))
                    .hasMessageContaining("\"b\" answers instead of \"a\"");
            LocksConfig byAddress = LocksConfig.of(address).cluster("secret").tls(TestCertificates.of("c"));
            assertThat(new AdminClient(byAddress, "c", "anna", TIMEOUT)
                            .describe("x")
                            .isFree())
                    .as("who gives no id takes whoever is there")
                    .isTrue();
        }
    }
}
