// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static io.quorate.node.RestartableCluster.LEASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.quorate.api.AcquireOptions;
import io.quorate.api.Hold;
import io.quorate.api.LockLostException;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.Locks;
import io.quorate.api.LossReason;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@link Locks#run} and {@link Locks#call}. */
@Tag("threads")
@Timeout(60)
class RunUnderLockTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final RestartableCluster cluster = new RestartableCluster(3);
    private final Locks locks = cluster.node(0);
    private final AtomicReference<Hold> seen = new AtomicReference<>();

    @AfterEach
    void close() {
        cluster.close();
    }

    private boolean isFree() throws InterruptedException {
        return cluster.node(1)
                .lock("x")
                .tryAcquire()
                .map(hold -> {
                    hold.close();
                    return true;
                })
                .orElse(false);
    }

    @Test
    void theBodyRunsUnderTheLockWhichIsGivenBackAfterIt() throws Exception {
        locks.run("x", SOON, hold -> {
            seen.set(hold);
            assertThat(hold.isValid()).isTrue();
            assertThat(isFree()).isFalse();
        });
        assertThat(seen.get().outcome()).isEqualTo(Hold.Outcome.RELEASED);
        assertThat(isFree()).isTrue();
    }

    @Test
    void callReturnsWhatTheBodyReturns() throws Exception {
        long fence = locks.call("x", SOON, Hold::fence);
        assertThat(locks.call("x", AcquireOptions.timeout(SOON), Hold::fence)).isGreaterThan(fence);
    }

    @Test
    void whatTheBodyThrowsIsPassedOnAndTheLockIsGivenBack() throws Exception {
        IOException failure = new IOException("disk full");
        Locks.HeldTask<IOException> body = hold -> {
            throw failure;
        };
        assertThat(catchThrowable(() -> locks.run("x", SOON, body))).isSameAs(failure);
        assertThat(failure.getSuppressed()).isEmpty();
        assertThat(isFree()).isTrue();
    }

    @Test
    void aLockThatWasLostWhileTheBodyRanIsReportedAfterIt() {
        assertThatThrownBy(() -> locks.run("x", SOON, hold -> cluster.passUnnoticed(LEASE)))
                .isInstanceOfSatisfying(
                        LockLostException.class,
                        lost -> assertThat(lost.reason()).isEqualTo(LossReason.QUORUM_LOST));
    }

    @Test
    void aBodyThatLastsTooLongHasLostItsLock() {
        AcquireOptions options = AcquireOptions.timeout(SOON).withAtMost(LEASE.dividedBy(2));
        assertThatThrownBy(() -> locks.call("x", options, hold -> {
                    cluster.passUnnoticed(LEASE.dividedBy(2));
                    return 7;
                }))
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("its atMost time is over");
    }

    @Test
    void whenTheBodyFailsTooItsExceptionComesFirst() {
        IllegalStateException failure = new IllegalStateException("the body failed");
        assertThat(catchThrowable(() -> locks.run("x", SOON, hold -> {
                    cluster.passUnnoticed(LEASE);
                    throw failure;
                })))
                .isSameAs(failure);
        assertThat(failure.getSuppressed()).singleElement().isInstanceOf(LockLostException.class);
    }

    @Test
    void aTimeoutRunsNothingAndNamesTheHolderThatIsKnown() throws Exception {
        Hold other = cluster.node(1).lock("x").acquire();
        assertThatThrownBy(() -> locks.run("x", Duration.ZERO, seen::set))
                .isInstanceOfSatisfying(
                        LockTimeoutException.class,
                        busy -> assertThat(busy.holder())
                                .contains(cluster.node(1).nodeId()));
        other.close();
        Hold own = locks.lock("x").acquire();
        CompletableFuture<Void> waiter = CompletableFuture.runAsync(() -> assertThatThrownBy(
                        () -> locks.run("x", Duration.ofSeconds(2), seen::set))
                .isInstanceOfSatisfying(
                        LockTimeoutException.class,
                        busy -> assertThat(busy.holder()).contains(locks.nodeId())));
        while (!waiter.isDone()) {
            cluster.jump(Duration.ofMillis(500)); // it may not have asked yet
        }
        waiter.get();
        assertThat(own.isValid()).isTrue();
        assertThat(seen).hasValue(null);
    }

    @Test
    void theLeastTimeOfALockOutlastsTheBody() throws Exception {
        locks.run("x", AcquireOptions.timeout(SOON).withAtLeast(LEASE), seen::set);
        assertThat(seen.get().outcome()).isEqualTo(Hold.Outcome.RELEASED);
        assertThat(isFree()).isFalse();
        cluster.pass(LEASE);
        assertThat(isFree()).isTrue();
    }

    @Test
    @SuppressWarnings("NullAway") // what is refused
    void nullIsRefusedBeforeAnythingIsAskedFor() throws Exception {
        assertThatThrownBy(() -> locks.run("x", SOON, null)).hasMessageContaining("body");
        assertThatThrownBy(() -> locks.call("x", (AcquireOptions) null, Hold::fence))
                .hasMessageContaining("options");
        assertThat(isFree()).isTrue();
    }
}
