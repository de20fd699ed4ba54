// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht;

import static io.quorate.overlay.dht.Roles.N1;
import static io.quorate.overlay.dht.Roles.N2;
import static io.quorate.overlay.dht.Roles.N3;
import static io.quorate.overlay.dht.Roles.N4;
import static io.quorate.overlay.dht.Roles.stamp;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.Fence;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.RecordingOutbox;
import io.quorate.overlay.dht.DhtMessage.Response;
import org.junit.jupiter.api.Test;

/** The rules of a replica: the first one of the lock, which is at n1. */
class ReplicaTest {
    private final MachineContext context = Roles.context(N1);
    private final Replica replica = new Replica(context, Rules.ALL, 0, true);
    private final RecordingOutbox<DhtMessage> out = new RecordingOutbox<>();

    @Test
    void v1_votesForOneAndTellsOthersWhoHasIt() {
        replica.onRequest(stamp(2, N2), true, out);
        assertThat(out.take()).containsExactly("n2 <- Response 2.n2 vote #1 at r1");
        replica.onRequest(stamp(3, N3), true, out);
        assertThat(out.take()).containsExactly("n3 <- Response 3.n3 owner 2.n2 at r1");
    }

    @Test
    void v1_onlyItsOwnReleaseFreesTheVoteWhichGoesToTheOldest() {
        replica.onRequest(stamp(2, N2), true, out);
        replica.onRequest(stamp(4, N4), true, out);
        replica.onRequest(stamp(3, N3), true, out);
        out.take();
        replica.onRelease(stamp(1, N2), out);
        replica.onRelease(stamp(9, N1), out);
        assertThat(out.take()).isEmpty();
        replica.onRelease(stamp(2, N2), out);
        assertThat(out.take()).containsExactly("n3 <- Response 3.n3 vote #1 at r1");
    }

    @Test
    void v1_aTransferMovesTheVoteOnlyIfItIsWhereTheSenderThinks() {
        replica.onRequest(stamp(2, N2), true, out);
        out.take();
        replica.onTransfer(stamp(5, N3), stamp(1, N2), out);
        assertThat(out.take()).containsExactly("n3 <- Response 5.n3 owner 2.n2 at r1");
        replica.onTransfer(stamp(6, N4), stamp(2, N2), out);
        assertThat(replica.owner()).isEqualTo(stamp(6, N4));
    }

    @Test
    void v1_aNodeToWhichItDoesNotBelongSendsAway() {
        Replica elsewhere = new Replica(context, Rules.ALL, 1, true);
        elsewhere.onRequest(stamp(2, N3), true, out);
        assertThat(out.take()).containsExactly("n3 <- Away 2.n3 at r2");
        assertThat(elsewhere.isEmpty()).isTrue();
    }

    @Test
    void v2_aStrangerIsAnsweredButNotTakenIntoAccount() {
        replica.onRequest(stamp(2, N2), false, out);
        assertThat(out.take()).containsExactly("n2 <- Response 2.n2 no vote stranger at r1");
        assertThat(replica.isEmpty()).isTrue();
    }

    @Test
    void v3_whileTheNodeIsMuteRequestsAreTakenDownAndServedAfterwards() {
        context.sessions().pauseVoting();
        replica.onRequest(stamp(3, N3), true, out);
        replica.onRequest(stamp(2, N2), true, out);
        assertThat(out.take())
                .containsExactly("n3 <- Response 3.n3 no vote at r1", "n2 <- Response 2.n2 no vote at r1");
        context.sessions().beginVoting();
        replica.votingBegan(out);
        assertThat(out.take()).containsExactly("n2 <- Response 2.n2 vote #1 at r1");
    }

    @Test
    void v4_whenItHasGoneToAnotherEverybodyIsSentAwayAndNothingIsLeft() {
        Roles.forget(context, N2);
        Roles.forget(context, N3);
        Roles.forget(context, N4);
        Replica second = new Replica(context, Rules.ALL, 1, true);
        second.onRequest(stamp(2, N3), true, out);
        second.onRequest(stamp(3, N4), true, out);
        out.take();
        Roles.meet(context, N2);
        second.lookWhetherHere(out);
        assertThat(out.take()).containsExactly("n3 <- Away 2.n3 at r2", "n4 <- Away 3.n4 at r2");
        assertThat(second.isEmpty()).isTrue();
    }

    @Test
    void s7_theVoteOfANodeWhoseSessionIsOverIsFree() {
        replica.onRequest(stamp(2, N2), true, out);
        replica.onRequest(stamp(3, N3), true, out);
        out.take();
        replica.ownerGone(N2, 1, out);
        assertThat(out.take()).as("another start").isEmpty();
        replica.ownerGone(N2, 0, out);
        assertThat(out.take()).containsExactly("n3 <- Response 3.n3 vote #1 at r1");
    }

    @Test
    void r8_whoHasTheVoteIsToldOnceThatAnOlderRequestWaitsAndYieldsToIt() {
        replica.onRequest(stamp(5, N2), true, out);
        out.take();
        replica.onRequest(stamp(3, N3), true, out);
        assertThat(out.take())
                .containsExactly(
                        "n2 <- " + Response.vote(stamp(5, N2), 0, 1, stamp(3, N3), 0),
                        "n3 <- Response 3.n3 owner 5.n2 at r1");
        replica.onRequest(stamp(2, N4), true, out);
        assertThat(out.take()).containsExactly("n4 <- Response 2.n4 owner 5.n2 at r1");
        replica.onYield(stamp(5, N2), 1, out);
        assertThat(out.take())
                .containsExactly("n4 <- Response 2.n4 vote #1 at r1", "n2 <- Response 5.n2 owner 2.n4 at r1");
    }

    @Test
    void a3_aYieldOfAnEarlierVoteChangesNothing() {
        replica.onRequest(stamp(5, N2), true, out);
        replica.onYield(stamp(5, N2), 1, out);
        out.take();
        replica.onYield(stamp(5, N2), 1, out);
        assertThat(replica.owner()).isEqualTo(stamp(5, N2));
        assertThat(out.take()).isEmpty();
    }

    @Test
    void f2_aVoteTellsTheHighestFenceThatWasVotedForBefore() {
        replica.onRequest(stamp(7, N2), true, out);
        replica.onRelease(stamp(7, N2), out);
        out.take();
        replica.onRequest(stamp(3, N3), true, out);
        assertThat(out.takeMessages())
                .extracting(RecordingOutbox.Sent::message)
                .containsExactly(Response.vote(stamp(3, N3), 0, 1, null, Fence.of(stamp(7, N2))));
    }

    @Test
    void r2_remindsWhoeverHasTheVote() {
        replica.onRequest(stamp(2, N2), true, out);
        replica.onRequest(stamp(3, N3), true, out);
        out.take();
        replica.remind(out);
        assertThat(out.take()).containsExactly("n2 <- Response 2.n2 vote #1 at r1");
    }
}
