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
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.RecordingOutbox;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.session.Peers;
import io.quorate.overlay.dht.DhtMessage.Away;
import io.quorate.overlay.dht.DhtMessage.Response;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rules of a candidate: n4, which has no replica of the lock itself. */
class CandidateTest {
    private static final Stamp MINE = stamp(1, N4);

    private final MachineContext context = Roles.context(N4);
    private final Peers peers = new Peers(N4, context.sessions());
    private final Candidate candidate = new Candidate(context, Rules.ALL);
    private final RecordingOutbox<DhtMessage> out = new RecordingOutbox<>();

    private List<String> messages() {
        return out.take().stream()
                .filter(line -> !line.startsWith("start ") && !line.startsWith("stop "))
                .toList();
    }

    private void asks() {
        candidate.acquire(false, out);
        out.take();
    }

    /** A vote in a session that both know. */
    private void vote(int replica, NodeId from, long number, @Nullable Stamp older, long floor) {
        answer(Response.vote(live(), replica, number, older, floor), from);
    }

    private void answer(Response response, NodeId from) {
        context.sessions().ask(from);
        peers.hear(from);
        context.sessions().unask(from);
        candidate.onResponse(response, from, out);
    }

    private Stamp live() {
        Stamp stamp = candidate.stamp();
        assertThat(stamp).isNotNull();
        return stamp == null ? MINE : stamp;
    }

    private void holds() {
        asks();
        vote(0, N1, 1, null, 0);
        vote(1, N2, 1, null, 0);
        assertThat(messages()).containsExactly("entered");
    }

    @Test
    void looksForAllReplicas() {
        candidate.acquire(false, out);
        assertThat(messages())
                .containsExactly("routed Request 1.n4 at r1", "routed Request 1.n4 at r2", "routed Request 1.n4 at r3");
    }

    @Test
    void r7_entersWithAMajority() {
        asks();
        vote(0, N1, 1, null, 0);
        assertThat(candidate.phase()).isEqualTo(Phase.WAITING);
        vote(2, N3, 1, null, 0);
        assertThat(candidate.phase()).isEqualTo(Phase.HOLDING);
        assertThat(candidate.fence()).isEqualTo(Fence.of(MINE));
    }

    @Test
    void theSameReplicaCountsOnceWhoeverAnswersForIt() {
        asks();
        vote(0, N1, 1, null, 0);
        vote(0, N2, 1, null, 0);
        assertThat(candidate.phase()).isEqualTo(Phase.WAITING);
        assertThat(messages()).containsExactly("n2 <- Release 1.n4 at r1");
    }

    @Test
    void v2_aVoteOutsideASessionDoesNotCountAndItsNodeIsAskedInOne() {
        asks();
        candidate.onResponse(Response.vote(MINE, 0, 1, null, 0), N1, out);
        candidate.onResponse(Response.vote(MINE, 1, 1, null, 0), N2, out);
        assertThat(candidate.phase()).isEqualTo(Phase.WAITING);
        assertThat(messages()).containsExactly("n1 <- Request 1.n4 at r1", "n2 <- Request 1.n4 at r2");
        assertThat(context.sessions().open().size()).isEqualTo(2);
    }

    @Test
    void s3_votesOfANodeThatIsTrustedNoLongerAreVoidAndTheLockIsLostAtOnce() {
        holds();
        context.sessions().endTrust(N2);
        candidate.trustEnded(N2, out);
        assertThat(messages()).contains("lost QUORUM_LOST", "n1 <- Release 1.n4 at r1");
        assertThat(candidate.phase()).isEqualTo(Phase.IDLE);
    }

    @Test
    void s3_withAThirdVoteTheLockIsKeptAndTheReplicaLookedForAgain() {
        holds();
        vote(2, N3, 1, null, 0);
        context.sessions().endTrust(N2);
        candidate.trustEnded(N2, out);
        assertThat(messages()).containsExactly("routed Request 1.n4 at r2");
        assertThat(candidate.phase()).isEqualTo(Phase.HOLDING);
    }

    @Test
    void r8_whoDoesNotHoldYieldsToAnOlderRequestAndWhoHoldsDoesNot() {
        asks();
        vote(0, N1, 1, stamp(0, N2), 0);
        assertThat(messages()).containsExactly("n1 <- Yield 1.n4 #1 at r1");
        vote(1, N2, 1, null, 0);
        vote(2, N3, 1, null, 0);
        assertThat(messages()).containsExactly("entered");
        vote(2, N3, 1, stamp(0, N2), 0);
        assertThat(messages()).isEmpty();
    }

    @Test
    void r4_aVoteThatWasGivenBackDoesNotCountWhenItComesLateAfterTheNodeWasLeft() {
        asks();
        vote(0, N1, 1, stamp(0, N2), 0);
        vote(1, N2, 1, null, 0);
        candidate.lookAgain(out);
        candidate.askAgain(out); // n1 has not answered in time, so its replica is looked for elsewhere
        messages();
        vote(0, N1, 1, null, 0); // sent before it got the Yield: it may have voted for another since
        assertThat(candidate.phase()).isEqualTo(Phase.WAITING);
        assertThat(messages()).containsExactly("n1 <- Yield 1.n4 #1 at r1");
        vote(0, N1, 2, null, 0);
        assertThat(messages()).containsExactly("entered");
    }

    @Test
    void r4_inANewSessionANodeNumbersItsVotesAnew() {
        asks();
        vote(0, N1, 1, stamp(0, N2), 0);
        vote(1, N2, 1, null, 0);
        context.sessions().endTrust(N1);
        candidate.trustEnded(N1, out);
        messages();
        vote(0, N1, 1, null, 0);
        assertThat(messages()).containsExactly("entered");
    }

    @Test
    void r4_r5_aVoteThatWasGivenBackDoesNotCountAgainAndIsGivenBackAgain() {
        asks();
        vote(0, N1, 1, stamp(0, N2), 0);
        vote(1, N2, 1, null, 0);
        messages();
        vote(0, N1, 1, null, 0);
        assertThat(messages()).containsExactly("n1 <- Yield 1.n4 #1 at r1");
        vote(0, N1, 2, null, 0);
        assertThat(messages()).containsExactly("entered");
    }

    private List<String> timers() {
        return out.take().stream().filter(line -> line.contains("AGAIN")).toList();
    }

    private void isSecond(int replica, NodeId from) {
        answer(Response.noVote(live(), replica, stamp(0, N2), true, 1, null), from);
    }

    /** Where it is said that another has the votes, another node may vote by now; and what told us so may be lost. */
    @Test
    void r9_whoIsRemindedOfAVoteAgainAndAgainDoesNotPutOffToAskTheOthers() {
        asks();
        vote(0, N1, 1, null, 0);
        isSecond(1, N2);
        out.take();
        isSecond(2, N3);
        assertThat(timers()).contains("start LOOK_AGAIN PT2S");
        vote(0, N1, 1, null, 0);
        assertThat(timers()).isEmpty();
        isSecond(1, N2);
        assertThat(timers()).contains("start LOOK_AGAIN PT2S");
    }

    @Test
    void r2_aVoteForARequestThatIsOverIsAnsweredByRelease() {
        asks();
        candidate.over(out);
        out.take();
        candidate.onResponse(Response.vote(MINE, 0, 1, null, 0), N1, out);
        assertThat(messages()).containsExactly("n1 <- Release 1.n4 at r1");
    }

    @Test
    void f1_votesAreMovedToANewStampIfTheirFloorIsAsHigh() {
        asks();
        context.clock().observe(8);
        vote(0, N1, 1, null, Fence.of(stamp(8, N2)));
        vote(1, N2, 1, null, 0);
        assertThat(messages()).contains("n1 <- Transfer 1.n4 to 9.n4 at r1", "n2 <- Transfer 1.n4 to 9.n4 at r2");
        assertThat(candidate.phase()).isEqualTo(Phase.WAITING);
        vote(0, N1, 1, null, Fence.of(stamp(8, N2)));
        vote(1, N2, 1, null, 0);
        assertThat(candidate.phase()).isEqualTo(Phase.HOLDING);
        assertThat(candidate.fence()).isGreaterThan(Fence.of(stamp(8, N2)));
    }

    @Test
    void v4_whoIsSentAwayLooksAgainLaterAndWhoHasTheVoteCountsOnItUntilTrustEnds() {
        holds();
        candidate.onAway(new Away(MINE, 0), N1, out);
        assertThat(candidate.phase()).isEqualTo(Phase.HOLDING);
        assertThat(out.take()).isEmpty();
        candidate.over(out);
        asks();
        peers.hear(N1);
        candidate.onResponse(Response.noVote(live(), 0, stamp(0, N2), true, 1, null), N1, out);
        out.take();
        candidate.onAway(new Away(live(), 0), N1, out);
        assertThat(out.take()).containsExactly("start ASK_AGAIN PT0.5S");
        candidate.askAgain(out);
        assertThat(messages()).contains("routed Request 2.n4 at r1");
    }

    @Test
    void giveUpTellsEverybodyWhoHasAnswered() {
        asks();
        vote(0, N1, 1, null, 0);
        out.take();
        candidate.over(out);
        assertThat(messages()).containsExactly("n1 <- Release 1.n4 at r1");
    }
}
