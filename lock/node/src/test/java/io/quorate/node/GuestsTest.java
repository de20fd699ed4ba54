// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.api.LockDescription;
import io.quorate.api.LockUnavailableException;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.node.embedded.EmbeddedLocks;
import io.quorate.node.embedded.RunningNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes outside of the roster, over TCP. */
@Tag("threads")
@Timeout(90)
class GuestsTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final List<Locks> guests = new ArrayList<>();
    private LocksConfig config;
    private List<EmbeddedLocks> members = List.of();

    @BeforeEach
    void start() throws Exception {
        config = LocksConfig.of(TcpLockTest.members(3)).cluster("inn").joinTimeout(SOON);
        members = TcpLockTest.joinAll(config);
    }

    @AfterEach
    void close() {
        guests.forEach(Locks::close);
        members.forEach(Locks::close);
    }

    private Locks guest(String name) {
        Locks guest = Locks.join(config.guest(name));
        guests.add(guest);
        return guest;
    }

    @Test
    void guestsAndMembersTakeTurns() throws Exception {
        List<Locks> all = new ArrayList<>(members);
        for (int number = 1; number <= 5; number++) {
            all.add(guest("batch-" + number));
        }
        long last = 0;
        for (int turn = 0; turn < 80; turn++) {
            Hold hold = all.get(turn % all.size()).lock("x").acquire(SOON);
            assertThat(hold.fence()).isGreaterThan(last);
            last = hold.fence();
            hold.close();
            assertThat(hold.outcome()).isEqualTo(Hold.Outcome.RELEASED);
        }
    }

    @Test
    void whatAGuestHoldsNobodyElseGetsUntilItIsClosed() throws Exception {
        Locks guest = guest("batch");
        Hold hold = guest.lock("x").acquire(SOON);
        assertThat(guest.nodeId()).isEqualTo("batch");
        assertThat(members.get(0).lock("x").tryLock()).isFalse();
        CompletableFuture<Hold> next = members.get(1).lock("x").acquireAsync().toCompletableFuture();
        assertThat(next).isNotDone();
        guest.close();
        assertThat(hold.outcome()).isEqualTo(Hold.Outcome.WAS_LOST);
        next.get(SOON.toMillis(), TimeUnit.MILLISECONDS).close();
    }

    @Test
    void guestsAreShownByName() throws Exception {
        Locks guest = guest("nightly-report");
        Hold hold = guest.lock("x").acquire(SOON);
        assertThat(members.get(0).lock("x").describe().votes())
                .extracting(LockDescription.Vote::requester)
                .contains("nightly-report");
        assertThat(guest.lock("x").describe().holders())
                .extracting(LockDescription.Party::nodeId)
                .containsExactly("nightly-report");
        assertThat(guest.lock("x").describe().holders())
                .extracting(LockDescription.Party::isGuest)
                .containsExactly(true);
        assertThat(members.get(0).lock("x").describe().guests()).containsExactly("nightly-report");
        hold.close();
    }

    @Test
    void thatAGuestComesOrGoesIsNoReasonToSuspectAnybody() {
        Locks guest = guest("batch");
        RunningNode member = members.get(0).node();
        await().atMost(SOON).until(() -> member.availability.suspected().isEmpty());
        guest.close();
        members.get(0).node().counters();
        assertThat(member.availability.suspected().isEmpty()).isTrue();
        assertThat(member.counters().failures()).isZero();
    }

    @Test
    void aGuestGoesAroundAMemberThatIsMissing() throws Exception {
        Locks guest = guest("batch");
        Hold hold = guest.lock("x").acquire(SOON);
        members.get(0).close();
        for (int name = 0; name < 6; name++) {
            guest.lock("y" + name).acquire(SOON).close();
        }
        assertThat(hold.isValid()).isTrue();
        members.get(1).close();
        assertThatThrownBy(() -> Locks.join(config.guest("late").joinTimeout(Duration.ofMillis(500))))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("these can be reached: c");
    }

    @Test
    void whatGuestsCannotDoIsSaid() {
        assertThatThrownBy(() -> Locks.join(config.guest("g").dataDirectory(Path.of("x"))))
                .hasMessageContaining("no data directory");
        assertThatThrownBy(() -> Locks.join(config.guest("two words"))).hasMessageContaining("no blanks");
        assertThatThrownBy(() -> Locks.join(config.guest("a\u001b[2K")))
                .hasMessageContaining("no control characters")
                .hasMessageContaining("a?[2K");
        assertThat(config.guest("g").nodeId("a").guestName()).isNull();
    }
}
