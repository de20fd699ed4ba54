// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.Hold;
import io.quorate.api.RosterChange;
import io.quorate.api.RosterRefusedException;
import io.quorate.api.RosterView;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The roster changes while locks are held: no hold is lost, and fences rise. */
@Tag("threads")
@Timeout(120)
class RosterChangesTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    /** Callers are told on another thread. */
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private static List<String> ids(RosterView view) {
        return view.members().stream().map(RosterView.Member::id).toList();
    }

    private static String refusal(CompletableFuture<RosterView> change) {
        assertThat(change).failsWithin(DEADLINE);
        return change.handle((view, failure) -> {
                    assertThat(failure).isInstanceOf(RosterRefusedException.class);
                    return String.valueOf(failure.getMessage());
                })
                .join();
    }

    /** Somebody holds a lock over the change, and somebody else gets it afterwards. */
    private static RosterView holdsThrough(ChangingCluster cluster, int holder, int by, RosterChange change)
            throws InterruptedException {
        RosterView after;
        long fence;
        try (Hold hold = cluster.node(holder).lock("held").acquire(LONG)) {
            after = cluster.change(by, change);
            assertThat(hold.isValid()).as("the hold after: " + change).isTrue();
            fence = hold.fence();
        }
        cluster.settle();
        try (Hold next = cluster.node(by).lock("held").acquire(LONG)) {
            assertThat(next.fence()).isGreaterThan(fence);
        }
        cluster.settle();
        return after;
    }

    /** E1: after a crash the node would know nothing of it, and another change might be decided. */
    @Test
    void nobodySeesAChangeBeforeItIsOnTheDisk() throws Exception {
        try (ChangingCluster cluster = new ChangingCluster(1);
                Hold hold = cluster.node(0).lock("held").acquire(LONG)) {
            List<RosterView> events = new CopyOnWriteArrayList<>();
            cluster.node(0).addRosterListener(events::add);
            Runnable open = cluster.hang(0);
            CompletableFuture<RosterView> over =
                    cluster.begin(0, RosterChange.none().lease(Duration.ofSeconds(10)));
            cluster.passWithoutDisks(Duration.ofSeconds(30));
            assertThat(cluster.inMemory(0)).isPositive();
            assertThat(cluster.node(0).roster().configuration()).isZero();
            assertThat(cluster.node(0).roster().decision()).contains("written to the disk");
            assertThat(over).isNotDone();
            assertThat(events).isEmpty();
            assertThat(hold.isValid()).as("its own vote is enough").isTrue();
            open.run();
            cluster.pass(Duration.ofSeconds(30));
            assertThat(over.join().configuration()).isEqualTo(2);
            assertThat(cluster.kept(0).number()).isEqualTo(2);
            assertThat(events).extracting(RosterView::configuration).containsExactly(1, 2);
        }
    }

    @Test
    void aMemberIsAdded() throws Exception {
        try (ChangingCluster cluster = new ChangingCluster(3)) {
            RosterView after = holdsThrough(cluster, 1, 0, RosterChange.none().add(ChangingCluster.member(3)));
            assertThat(ids(after)).containsExactly("n1", "n2", "n3", "m3");
            assertThat(after.epoch()).isEqualTo(1);
            assertThat(after.isChanging()).isFalse();
            try (Hold hold = cluster.node(3).lock("of the new one").acquire(LONG)) {
                assertThat(hold.isValid()).isTrue();
            }
        }
    }

    @Test
    void aMemberIsRemovedAndGoesOnAsAGuest() throws Exception {
        try (ChangingCluster cluster = new ChangingCluster(3)) {
            RosterView after = holdsThrough(cluster, 2, 0, RosterChange.none().remove("n3"));
            assertThat(ids(after)).containsExactly("n1", "n2");
            try (Hold hold = cluster.node(2).lock("of the old one").acquire(LONG)) {
                assertThat(hold.isValid()).isTrue();
            }
        }
    }

    @Test
    void aDeadMemberIsReplaced() throws Exception {
        try (ChangingCluster cluster = new ChangingCluster(3)) {
            cluster.crash(2);
            cluster.pass(ChangingCluster.LEASE);
            RosterView after =
                    holdsThrough(cluster, 1, 0, RosterChange.none().replace("n3", ChangingCluster.member(3)));
            assertThat(ids(after)).containsExactly("n1", "n2", "m3");
        }
    }

    @Test
    void allMembersAreReplacedOneAfterTheOtherWhileAGuestHolds() throws Exception {
        try (ChangingCluster cluster = new ChangingCluster(3)) {
            List<Integer> heard = new CopyOnWriteArrayList<>();
            var guest = cluster.guest(11, cluster.kept(0));
            guest.addRosterListener(view -> heard.add(view.configuration()));
            try (Hold hold = guest.lock("held").acquire(LONG)) {
                cluster.change(0, RosterChange.none().replace("n3", ChangingCluster.member(3)));
                cluster.change(0, RosterChange.none().replace("n2", ChangingCluster.member(4)));
                cluster.change(3, RosterChange.none().replace("n1", ChangingCluster.member(5)));
                cluster.crash(0);
                cluster.crash(1);
                cluster.crash(2);
                cluster.pass(ChangingCluster.LEASE);
                assertThat(hold.isValid()).isTrue();
                assertThat(cluster.node(5).lock("held").tryAcquire()).isEmpty();
            }
            assertThat(guest.roster().epoch()).isEqualTo(3);
            assertThat(heard).isSorted();
        }
    }

    @Test
    void aMemberMoves() throws Exception {
        try (ChangingCluster cluster = new ChangingCluster(3)) {
            RosterView after = holdsThrough(cluster, 0, 1, RosterChange.none().move("n3=elsewhere:7777"));
            assertThat(after.members().get(2).address()).isEqualTo("elsewhere:7777");
            assertThat(ids(after)).containsExactly("n1", "n2", "n3");
        }
    }

    @Test
    void theQuorumsBecomeAPlaneOfSeven() throws Exception {
        try (ChangingCluster cluster = new ChangingCluster(3)) {
            RosterChange seven = RosterChange.none();
            for (int number = 3; number < 7; number++) {
                seven = seven.add(ChangingCluster.member(number));
            }
            RosterView after = holdsThrough(cluster, 1, 0, seven.quorums("plane"));
            assertThat(after.quorums()).isEqualTo("plane");
            assertThat(after.members()).hasSize(7);
            RosterChange three = RosterChange.none()
                    .remove("n1")
                    .remove("n2")
                    .remove("n3")
                    .remove("m6")
                    .quorums("majority");
            assertThat(holdsThrough(cluster, 1, 4, three).members()).hasSize(3);
        }
    }

    @Test
    void theLeaseBecomesLongerAndShorter() throws Exception {
        try (ChangingCluster cluster = new ChangingCluster(3)) {
            assertThat(holdsThrough(cluster, 1, 0, RosterChange.none().lease(Duration.ofSeconds(9)))
                            .lease())
                    .isEqualTo(Duration.ofSeconds(9));
            assertThat(holdsThrough(cluster, 2, 1, RosterChange.none().lease(Duration.ofSeconds(4)))
                            .lease())
                    .isEqualTo(Duration.ofSeconds(4));
        }
    }

    /** D5: the proposer is gone after its roster was accepted; another one finishes. */
    @Test
    void anotherNodeFinishesWhatACrashedProposerBegan() throws Exception {
        try (ChangingCluster cluster = new ChangingCluster(3)) {
            CompletableFuture<RosterView> over =
                    cluster.begin(0, RosterChange.none().lease(Duration.ofSeconds(6)));
            cluster.settle();
            cluster.crash(0);
            cluster.pass(ChangingCluster.LEASE.multipliedBy(8));
            int at1 = cluster.node(1).roster().configuration();
            assertThat(at1).isEqualTo(cluster.node(2).roster().configuration()).isIn(0, 2);
            cluster.restart(0);
            cluster.pass(ChangingCluster.LEASE.multipliedBy(3));
            assertThat(cluster.node(0).roster().configuration()).isEqualTo(at1);
            assertThat(over).failsWithin(DEADLINE);
        }
    }

    @Test
    void aNodeThatWasAwayIsToldWhenItComesBack() throws Exception {
        try (ChangingCluster cluster = new ChangingCluster(3)) {
            cluster.crash(2);
            cluster.change(0, RosterChange.none().add(ChangingCluster.member(3)));
            cluster.change(0, RosterChange.none().lease(Duration.ofSeconds(4)));
            assertThat(cluster.kept(2).number()).isZero();
            cluster.restart(2);
            cluster.pass(ChangingCluster.LEASE);
            assertThat(cluster.node(2).roster().configuration()).isEqualTo(4);
            cluster.settle();
            assertThat(cluster.kept(2).number()).isEqualTo(4);
        }
    }

    @Test
    void nothingIsDecidedWithoutAMajorityOfTheOldOrEnoughOfTheNew() throws Exception {
        try (ChangingCluster cluster = new ChangingCluster(3)) {
            CompletableFuture<RosterView> absent = cluster.node(0)
                    .changeRoster(RosterChange.none().add(ChangingCluster.member(3)))
                    .toCompletableFuture();
            cluster.settle();
            assertThat(refusal(absent)).contains("m3");
            cluster.crash(1);
            cluster.crash(2);
            cluster.pass(ChangingCluster.LEASE);
            CompletableFuture<RosterView> alone =
                    cluster.begin(0, RosterChange.none().remove("n3"));
            cluster.pass(ChangingCluster.LEASE.multipliedBy(2));
            assertThat(refusal(alone)).contains("too few voters");
            assertThat(cluster.node(0).roster().configuration()).isZero();
        }
    }

    @Test
    void whileAChangeIsUnderWayAnotherIsRefused() throws Exception {
        try (ChangingCluster cluster = new ChangingCluster(3)) {
            CompletableFuture<RosterView> first =
                    cluster.begin(0, RosterChange.none().lease(Duration.ofSeconds(6)));
            CompletableFuture<RosterView> second =
                    cluster.begin(0, RosterChange.none().remove("n3"));
            cluster.settle();
            assertThat(refusal(second)).contains("another change is under way");
            cluster.pass(ChangingCluster.LEASE.multipliedBy(2));
            assertThat(first).succeedsWithin(DEADLINE);
            assertThat(first.join().lease()).isEqualTo(Duration.ofSeconds(6));
        }
    }

    /** What depends on the outcome may ask the node something: it does not run in a turn. */
    @Test
    void theCallerOfAChangeMayAskTheNodeWhenItIsOver() throws Exception {
        try (ChangingCluster cluster = new ChangingCluster(1)) {
            CompletableFuture<Integer> asked = cluster.begin(
                            0, RosterChange.none().lease(Duration.ofSeconds(10)))
                    .thenApply(view -> cluster.node(0).roster().configuration());
            CompletableFuture<Void> passed = CompletableFuture.runAsync(() -> cluster.pass(Duration.ofSeconds(30)));
            assertThat(asked.get(20, TimeUnit.SECONDS)).isEqualTo(2);
            passed.join();
        }
    }

    @Test
    void aChangeThatWaitsForTheDiskEndsWithItsNode() throws Exception {
        try (ChangingCluster cluster = new ChangingCluster(1)) {
            Runnable open = cluster.hang(0);
            CompletableFuture<RosterView> over =
                    cluster.begin(0, RosterChange.none().lease(Duration.ofSeconds(10)));
            cluster.passWithoutDisks(Duration.ofSeconds(30));
            Thread closer = new Thread(() -> cluster.node(0).close());
            closer.start();
            for (int step = 0; step < 100 && closer.isAlive(); step++) {
                cluster.advanceOnly(Duration.ofSeconds(1));
                closer.join(50);
            }
            assertThat(over).failsWithin(Duration.ofSeconds(10));
            open.run();
            closer.join(10000);
        }
    }

    /** The node may end between the call and the turn that reads it. */
    @Test
    void aChangeThatComesAfterTheEndOfItsNodeIsRefused() throws Exception {
        try (ChangingCluster cluster = new ChangingCluster(1)) {
            cluster.node(0).close();
            CompletableFuture<RosterView> over = cluster.node(0)
                    .node()
                    .rosterDesk
                    .change(RosterChange.none().lease(Duration.ofSeconds(10)))
                    .over()
                    .toCompletableFuture();
            assertThat(over)
                    .failsWithin(Duration.ofSeconds(5))
                    .withThrowableThat()
                    .withMessageContaining("this node has ended");
        }
    }
}
