// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.core.roster.Configuration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** E8: a requester waits for a first answer by its own lease, a voter that is behind remembers by a shorter one. Times are in milliseconds. */
class FirstAnswersTest {
    private static final NodeId ASKER = NodeId.of(0);
    private static final NodeId VOTER = NodeId.of(1);
    private static final long MS = 1_000_000;
    private static final LeaseTerms SHORT = LeaseTerms.of(Duration.ofSeconds(1));
    private static final LeaseTerms LONG = LeaseTerms.of(Duration.ofSeconds(4));

    private final Sessions asker = sessions(ASKER, 0, 2, LONG);
    private final Sessions voter = sessions(VOTER, 0, 1, SHORT);
    private final List<String> ends = new ArrayList<>();

    private static Sessions sessions(NodeId self, long start, int configuration, LeaseTerms lease) {
        Sessions sessions = new Sessions(self, start, true, lease);
        configure(sessions, configuration, lease);
        return sessions;
    }

    private static void configure(Sessions sessions, int configuration, LeaseTerms lease) {
        sessions.configure(
                new SessionTerms(configuration, Configuration.sealLine(configuration), true, lease, LONG, LONG));
    }

    private void advance(Sessions sessions, long millis) {
        sessions.advanceTo(millis * MS, new SessionEnds() {
            @Override
            public void trustEnded(NodeId of) {
                ends.add("trust in " + of);
                sessions.endTrust(of);
            }

            @Override
            public void ownerExpired(NodeId node, long incarnation) {
                ends.add("session of " + node);
                sessions.forget(node, incarnation);
            }

            @Override
            public void votingBegan() {}

            @Override
            public void doubtChanged(NodeId of) {}

            @Override
            public void slownessChanged(NodeId of) {}

            @Override
            public void probe(NodeId of) {}

            @Override
            public void keepAlive(NodeId of) {}
        });
    }

    private static SessionHeader frame(Sessions from, NodeId to) {
        SessionHeader header = new SessionHeader();
        from.writeHeader(to, header, true, false);
        return header;
    }

    private boolean heeds(SessionHeader answer) {
        asker.hear(VOTER, answer);
        boolean heeds = asker.heedsVoter(VOTER);
        asker.heard();
        return heeds;
    }

    private boolean isHeard(SessionHeader request) {
        voter.hear(ASKER, request);
        boolean isHeard = voter.heedsRequester(ASKER);
        voter.heard();
        return isHeard;
    }

    private void askAt(long millis) {
        advance(asker, millis);
        asker.ask(VOTER);
    }

    @Test
    void aFirstAnswerThatComesTooLateEndsTheSessionAndTheNextBeginsAtOnce() {
        askAt(0);
        advance(voter, 0);
        isHeard(frame(asker, VOTER));
        SessionHeader answer = frame(voter, ASKER);
        advance(asker, 990);
        assertThat(heeds(answer)).isFalse();
        assertThat(asker.wake()).as("it does not wait for its own lease").isLessThanOrEqualTo(990 * MS);
        advance(asker, 990);
        assertThat(ends).containsExactly("trust in n2");
        SessionHeader next = frame(asker, VOTER);
        assertThat(next.number).isEqualTo(answer.confirmedNumber + 1);
        assertThat(isHeard(next)).isTrue();
        assertThat(heeds(frame(voter, ASKER))).isTrue();
    }

    /** The messages of the first were dropped, perhaps a Grant. Were the session to go on, nobody would repeat it. */
    @Test
    void anAnswerInTheSameTurnAsOneThatCameTooLateDoesNotPutTheSessionRight() {
        askAt(0);
        advance(voter, 0);
        isHeard(frame(asker, VOTER));
        SessionHeader late = frame(voter, ASKER);
        advance(asker, 600);
        advance(voter, 600);
        isHeard(frame(asker, VOTER));
        SessionHeader inTime = frame(voter, ASKER);
        advance(asker, 1_000);
        assertThat(heeds(late)).isFalse();
        assertThat(heeds(inTime)).isFalse();
        advance(asker, 1_000);
        assertThat(ends).containsExactly("trust in n2");
    }

    @Test
    void aVoterThatIsBehindDoesNotBeginAgainWithASessionThatItHasForgotten() {
        askAt(0);
        advance(voter, 0);
        isHeard(frame(asker, VOTER));
        advance(asker, 1_500);
        SessionHeader again = frame(asker, VOTER);
        advance(voter, 1_500);
        assertThat(ends).containsExactly("session of n1");
        assertThat(isHeard(again)).as("what was asked in it is gone").isFalse();
        configure(voter, 2, LONG);
        assertThat(isHeard(again)).as("not even when it has caught up").isFalse();
        advance(asker, 3_960);
        assertThat(isHeard(frame(asker, VOTER))).as("the next session").isTrue();
    }

    @Test
    void aVoterThatIsNotBehindRemembersNothingOfASessionThatEnded() {
        configure(voter, 2, LONG);
        advance(voter, 0);
        askAt(0);
        SessionHeader request = frame(asker, VOTER);
        isHeard(request);
        advance(voter, 4_040);
        assertThat(ends).containsExactly("session of n1");
        assertThat(isHeard(request)).isTrue();
    }

    @Test
    void aShorterLeaseShortensTheWaitForAFirstAnswer() {
        askAt(0);
        configure(asker, 3, SHORT);
        assertThat(asker.wake()).isLessThanOrEqualTo(990 * MS);
        advance(asker, 989);
        assertThat(ends).isEmpty();
        advance(asker, 990);
        assertThat(ends).containsExactly("trust in n2");
    }

    @Test
    void whatAVoterThatIsBehindRemembersOfForgottenSessionsIsBounded() {
        int most = 1 << 12;
        advance(voter, 0);
        for (int guest = 0; guest < most; guest++) {
            assertThat(isHeard(NodeId.of(NodeId.GUESTS_FROM + guest), 2)).isTrue();
        }
        advance(voter, 1_010);
        assertThat(ends).hasSize(most);
        NodeId another = NodeId.of(NodeId.GUESTS_FROM + most);
        assertThat(isHeard(another, 2)).isFalse();
        assertThat(isHeard(another, 1)).as("of a requester that is not ahead").isTrue();
        long hour = LeaseTerms.LEASE_MAX.toMillis();
        advance(voter, 1_010 + hour + hour / 100);
        assertThat(isHeard(another, 2)).as("no requester waits for longer").isTrue();
    }

    /** Whether the voter hears the first frame of this node in this configuration. */
    private boolean isHeard(NodeId node, int configuration) {
        Sessions requester = sessions(node, 0, configuration, LONG);
        requester.ask(VOTER);
        voter.hear(node, frame(requester, VOTER));
        boolean isHeard = voter.heedsRequester(node);
        voter.heard();
        return isHeard;
    }
}
