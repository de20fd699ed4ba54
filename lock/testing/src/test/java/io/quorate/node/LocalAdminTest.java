// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Health;
import io.quorate.api.Hold;
import io.quorate.api.LockAdmin;
import io.quorate.api.LockDescription;
import io.quorate.api.LockListing;
import io.quorate.api.Locks;
import io.quorate.api.LocksClosedException;
import io.quorate.api.LossReason;
import io.quorate.testing.LockCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a program of an operator asks through a node of its own process. */
@Tag("threads")
final class LocalAdminTest {
    private final LockCluster cluster = LockCluster.inMemory(3);

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void aHolderOfAnotherNodeHearsWhoAsksAndKeepsItsLock() throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        Locks holder = cluster.node(1);
        try (Hold hold = holder.lock("orders/42").acquire()) {
            hold.onReleaseRequested(heard::add);
            LockAdmin.Release asked = cluster.node(0).admin().askRelease("orders/42", "anna over HTTP");
            assertThat(asked.actedAt()).containsExactly(Map.entry(holder.nodeId(), 1));
            assertThat(heard.poll(30, TimeUnit.SECONDS)).isEqualTo("anna over HTTP");
            assertThat(hold.isValid()).isTrue();
        }
    }

    @Test
    void onlyTheHoldWithTheFenceIsRevoked() throws Exception {
        LockAdmin admin = cluster.node(0).admin();
        try (Hold hold = cluster.node(2).lock("orders/42").acquire()) {
            assertThat(admin.revoke("orders/42", hold.fence() + 1, "anna").actedAt())
                    .containsExactly(Map.entry(cluster.node(2).nodeId(), 0));
            assertThat(hold.isValid()).isTrue();
            LockAdmin.Release revoked = admin.revoke("orders/42", hold.fence(), "anna");
            assertThat(revoked.before().holders()).hasSize(1);
            assertThat(revoked.actedAt())
                    .containsExactly(Map.entry(cluster.node(2).nodeId(), 1));
            await().atMost(Duration.ofSeconds(30)).until(() -> hold.lossReason().isPresent());
            assertThat(hold.lossReason()).contains(LossReason.REVOKED);
        }
        assertThatThrownBy(() -> admin.revoke("orders/42", 0, "anna"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("describe() tells the fence");
    }

    @Test
    void aNodeThatIsClosedAsksNobody() {
        LockAdmin admin = cluster.node(0).admin();
        cluster.node(0).close();
        assertThatThrownBy(() -> admin.askRelease("x", "anna")).isInstanceOf(LocksClosedException.class);
    }

    @Test
    void aMemberThatIsCutOffIsListedAsNotConnected() {
        LockAdmin admin = cluster.node(0).admin();
        await().atMost(Duration.ofSeconds(30))
                .until(() -> admin.members().stream().allMatch(LockAdmin.Member::isConnected));
        assertThat(admin.members())
                .extracting(LockAdmin.Member::id)
                .containsExactlyElementsOf(
                        cluster.nodes().stream().map(Locks::nodeId).toList());
        assertThat(admin.members()).extracting(LockAdmin.Member::isSelf).containsExactly(true, false, false);
        cluster.cutOff(2);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> !admin.members().get(2).isConnected());
        assertThat(admin.members().get(1).isConnected()).isTrue();
    }

    @Test
    void aSurveyTellsHowManyMayFailAndWhichMustNot() {
        LockAdmin admin = cluster.node(0).admin();
        awaitTolerated(admin, 1);
        assertThat(admin.members()).noneMatch(LockAdmin.Member::isNeeded);
        assertThat(admin.survey().healths().values()).allMatch(health -> health.state() == Health.State.VOTING);
        cluster.cutOff(2);
        awaitTolerated(admin, 0);
        assertThat(admin.survey().healths().keySet()).containsExactly("n1", "n2");
        assertThat(admin.members()).extracting(LockAdmin.Member::isNeeded).containsExactly(true, true, false);
        cluster.cutOff(1);
        awaitTolerated(admin, -1);
        assertThat(admin.members()).noneMatch(LockAdmin.Member::isNeeded);
    }

    private static void awaitTolerated(LockAdmin admin, int failures) {
        await().atMost(Duration.ofSeconds(30)).until(() -> admin.survey().failuresTolerated() == failures);
    }

    /** Whoever asks it for nothing does not learn by itself that it is silent. */
    @Test
    void aMemberThatHasJustStartedIsSilentAndNoReserve() {
        LockAdmin admin = cluster.node(0).admin();
        awaitTolerated(admin, 1);
        cluster.kill(2);
        awaitTolerated(admin, 0);
        cluster.restart(2);
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            LockAdmin.Survey survey = admin.survey();
            Health restarted = survey.healths().get("n3");
            return restarted != null
                    && restarted.state() == Health.State.SILENT
                    && !restarted.silentFor().isZero()
                    && survey.members().get(2).isSilent()
                    && survey.members().get(0).isNeeded()
                    && survey.failuresTolerated() == 0;
        });
        awaitTolerated(admin, 1);
    }

    @Test
    void aLongListIsReadPageByPage() throws Exception {
        List<Hold> holds = new ArrayList<>();
        List<String> names = List.of("a", "b/\u0007", "b/1", "b/2", "b/\u00e9", "b/\uffee", "b/\ud83d\ude00", "c");
        for (int index = 0; index < names.size(); index++) {
            holds.add(cluster.node(index % 3).lock(names.get(index)).acquire());
        }
        Locks locks = cluster.node(0);
        List<String> read = new ArrayList<>();
        LockListing page = locks.list("", 3);
        while (true) {
            page.locks().forEach(lock -> read.add(lock.lockName()));
            if (!page.isCut()) {
                break;
            }
            page = locks.list("", read.get(read.size() - 1), 3);
        }
        assertThat(read).isEqualTo(names);
        assertThat(locks.list("b/", "b/2", 10).locks())
                .extracting(LockDescription::lockName)
                .containsExactly("b/\u00e9", "b/\uffee", "b/\ud83d\ude00");
        assertThat(locks.list("", "c", 10).locks()).isEmpty();
        assertThatThrownBy(() -> locks.list("", "x".repeat(600), 10)).isInstanceOf(IllegalArgumentException.class);
        holds.forEach(Hold::close);
    }
}
