package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.api.LockAdmin;
import io.quorate.api.Locks;
import io.quorate.api.LocksClosedException;
import io.quorate.api.LossReason;
import io.quorate.testing.LockCluster;
import java.time.Duration;
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
}
