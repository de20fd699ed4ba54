// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Health;
import io.quorate.api.Health.State;
import io.quorate.api.Hold;
import io.quorate.api.InvalidConfigException;
import io.quorate.api.JoinFailedException;
import io.quorate.api.LockUnavailableException;
import io.quorate.api.Locks;
import io.quorate.api.LocksClosedException;
import io.quorate.api.LocksConfig;
import io.quorate.api.RosterChange;
import io.quorate.api.RosterView;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.admin.AdminClient;
import io.quorate.node.health.NodeHealth;
import io.quorate.node.net.FreePorts;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that start before the others are there, over TCP. */
@Tag("threads")
@Timeout(90)
class StartTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final List<Locks> started = new ArrayList<>();
    private final List<State> heard = new CopyOnWriteArrayList<>();
    private LocksConfig config;

    @BeforeEach
    void choosePorts() throws Exception {
        config = LocksConfig.of(TcpLockTest.members(3))
                .cluster("start")
                .lease(Duration.ofMillis(500))
                .joinTimeout(SOON);
    }

    @AfterEach
    void close() {
        started.forEach(Locks::close);
    }

    private String id(int number) {
        return config.members().get(number).id();
    }

    private Locks start(LocksConfig of) {
        Locks locks = Locks.start(of);
        started.add(locks);
        return locks;
    }

    private static void awaitState(Locks locks, State state) {
        await().atMost(SOON).until(() -> locks.health().state() == state);
    }

    @Test
    void aNodeStartsAloneSaysWhoIsMissingAndHasLocksWhenASecondComes() throws Exception {
        Locks first = start(config.nodeId(id(0)).unavailableAfter(Duration.ofMillis(200)));
        first.addHealthListener(health -> heard.add(health.state()));
        Health alone = first.health();
        assertThat(alone.state()).isEqualTo(State.JOINING);
        assertThat(alone.isReady()).isFalse();
        assertThat(alone.missing()).containsExactly(id(1), id(2));
        assertThat(alone.reason()).contains("Too few members are connected", id(1) + ", " + id(2), "Start them");
        assertThatThrownBy(() -> first.lock("x").acquire(SOON))
                .as("as when a quorum was lost")
                .isInstanceOf(LockUnavailableException.class);
        Locks second = start(config.nodeId(id(1)));
        awaitState(first, State.VOTING);
        awaitState(second, State.VOTING);
        try (Hold hold = first.lock("x").acquire(SOON)) {
            assertThat(hold.isValid()).isTrue();
        }
        assertThat(first.health().isReady()).isTrue();
        assertThat(first.health().missing()).containsExactly(id(2));
        await().atMost(SOON).until(() -> heard.contains(State.VOTING));
        assertThat(heard).endsWith(State.VOTING);
        second.close();
        awaitState(first, State.NO_QUORUM);
    }

    @Test
    void whoeverWaitsForALockBeforeAnybodyElseIsThereGetsItWhenTheyCome() throws Exception {
        Locks first = start(config.nodeId(id(0)).unavailableAfter(SOON));
        CompletableFuture<Hold> waits = first.lock("x").acquireAsync().toCompletableFuture();
        start(config.nodeId(id(1)));
        waits.get(SOON.toMillis(), TimeUnit.MILLISECONDS).close();
    }

    @Test
    void aGuestStartsAloneToo() throws Exception {
        Locks guest = start(config.guest("early"));
        assertThat(guest.health().state()).isEqualTo(State.JOINING);
        assertThat(guest.health().missing()).hasSize(3);
        start(config.nodeId(id(0)));
        start(config.nodeId(id(1)));
        awaitState(guest, State.VOTING);
        assertThat(guest.health().isReady()).isTrue();
        assertThat(guest.health().reason()).contains("guest, which has no vote");
        guest.lock("x").acquire(SOON).close();
    }

    @Test
    void faultsThatNobodyElseHasAPartInThrowAtOnce() throws Exception {
        assertThatThrownBy(() -> Locks.start(config.nodeId("nobody"))).isInstanceOf(InvalidConfigException.class);
        int port = config.members().get(0).port();
        try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(taken.isBound()).isTrue();
            assertThatThrownBy(() -> Locks.start(config.nodeId(id(0))))
                    .isInstanceOf(JoinFailedException.class)
                    .hasMessageContaining("in use");
        }
        start(config.nodeId(id(0))); // it has left nothing behind
    }

    @Test
    void aSecondProcessWithTheSameIdEndsAndSaysWhy() throws Exception {
        Locks first = start(config.nodeId(id(0)));
        Locks other = start(config.nodeId(id(1)));
        awaitState(other, State.VOTING);
        int port = FreePorts.one();
        Locks twin = start(config.nodeId(id(0)).listenAddress("127.0.0.1:" + port));
        awaitState(twin, State.TWIN);
        assertThat(twin.health().reason()).contains("Another process uses the id of this node");
        assertThat(twin.health().isReady()).isFalse();
        assertThatThrownBy(() -> twin.lock("x").acquire(SOON))
                .isInstanceOf(LocksClosedException.class)
                .hasMessageContaining("another process uses its id");
        assertThat(first.health().state()).isEqualTo(State.VOTING);
    }

    @Test
    void anotherRosterIsKnownToBeWrongLongBeforeTheJoinTimeoutEnds() {
        start(config.nodeId(id(0)));
        start(config.nodeId(id(1)));
        List<String> other = config.members().stream()
                .map(member -> member.id().replace(id(2), "z") + "=" + member.host() + ":" + member.port())
                .toList();
        LocksConfig wrong = LocksConfig.of(other)
                .cluster("start")
                .lease(Duration.ofMillis(500))
                .joinTimeout(Duration.ofHours(1));
        assertThatThrownBy(() -> Locks.join(wrong.guest("lost").quorums("majority")))
                .as("a guest with quorums of its own follows no roster")
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("does not fit")
                .hasMessageNotContaining("within");
        Locks guest = start(wrong.guest("found"));
        assertThat(guest.roster().members().stream().map(RosterView.Member::id))
                .as("more than half of the members tell it")
                .containsExactly(id(0), id(1), id(2));
    }

    private String text(int number) {
        LocksConfig.Member member = config.members().get(number);
        return member.id() + "=" + member.host() + ":" + member.port();
    }

    private LocksConfig kept(LocksConfig of, int number, Path folder) {
        return of.nodeId(id(number)).dataDirectory(folder.resolve(id(number)));
    }

    @Test
    void aListThatWasEditedIsNotTakenBesideADirectory(@TempDir Path folder) {
        LocksConfig alone =
                LocksConfig.of(text(0)).cluster("start").lease(config.lease()).joinTimeout(SOON);
        start(kept(alone, 0, folder)).close();
        assertThatThrownBy(() -> start(kept(config, 0, folder)))
                .as("two of the new list could grant beside it")
                .isInstanceOf(JoinFailedException.class)
                .hasMessageContaining("the data directory")
                .hasMessageContaining("quorate roster");
        assertThatThrownBy(() -> start(kept(alone.lease(Duration.ofSeconds(9)), 0, folder)))
                .hasMessageContaining("9000 ms");
        Locks first = start(kept(alone, 0, folder));
        awaitState(first, State.VOTING);
        assertThatThrownBy(() -> start(kept(config, 1, folder)))
                .as("a new member is named, and does not begin")
                .isInstanceOf(JoinFailedException.class)
                .hasMessageContaining("have another list of members")
                .hasMessageContaining("quorate roster add");
    }

    @Test
    void aMemberWhoseDirectoryWasLostWaitsAndIsReplacedUnderItsId(@TempDir Path folder) throws Exception {
        List<Locks> all =
                List.of(start(kept(config, 0, folder)), start(kept(config, 1, folder)), start(kept(config, 2, folder)));
        all.forEach(each -> awaitState(each, State.VOTING));
        all.get(2).close();
        Path other = folder.resolve("other");
        assertThatThrownBy(() -> start(kept(config.joinTimeout(Duration.ofSeconds(1)), 2, other)))
                .isInstanceOf(JoinFailedException.class)
                .hasMessageContaining("no roster names it");
        CompletableFuture<Locks> again = CompletableFuture.supplyAsync(() -> start(kept(config, 2, other)));
        String itself = text(2);
        await().atMost(SOON).until(() -> {
            all.get(0).changeRoster(RosterChange.none().replace(id(2), itself));
            return again.isDone();
        });
        awaitState(again.get(), State.VOTING);
        assertThat(again.get().roster().epoch()).isEqualTo(1);
    }

    @Test
    void anAdminClientIsToldTheHealthOfAllOrOfOne() {
        Locks first = start(config.nodeId(id(0)));
        Locks second = start(config.nodeId(id(1)));
        awaitState(first, State.VOTING);
        awaitState(second, State.VOTING);
        AdminClient admin = new AdminClient(config, "operator", "test", SOON);
        AdminClient.ClusterHealth all = admin.health();
        assertThat(all.nodes().keySet()).containsExactly(id(0), id(1));
        assertThat(all.silent()).containsExactly(id(2));
        assertThat(all.nodes().get(id(1)).state()).isEqualTo(State.VOTING);
        assertThat(all.nodes().get(id(1)).missing()).containsExactly(id(2));
        assertThat(admin.healthOfOne().nodes().keySet()).containsExactly(id(0));
    }

    @Test
    void whatIsSaidInALineIsReadAsItWasMeant() {
        for (NodeHealth health : List.of(
                new NodeHealth(State.VOTING, true, Set.of(), Duration.ZERO, "All is well."),
                new NodeHealth(State.SILENT, false, Set.of("b"), Duration.ofMillis(4200), "Wait a little."))) {
            assertThat(NodeHealth.ofLine(health.toLine())).isEqualTo(health);
        }
        for (String nonsense : List.of("", "VOTING", "VOTING ready 0 2 a", "WELL ready 0 0 x", "VOTING ready x 0 y")) {
            assertThatThrownBy(() -> NodeHealth.ofLine(nonsense)).isInstanceOf(MalformedFrameException.class);
        }
    }
}
