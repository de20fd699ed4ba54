// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** V4: a voter that confirms a session no longer is trusted for a lease at most. The lease is a second; times in milliseconds. */
final class ClosingSessionsTest {
    private static final NodeId ASKER = NodeId.of(0);
    private static final NodeId VOTER = NodeId.of(1);
    private static final long MS = 1_000_000;
    private static final LeaseTerms SECOND = LeaseTerms.of(Duration.ofSeconds(1));

    private final Sessions asker = new Sessions(ASKER, 0, true, SECOND);
    private final Sessions voter = new Sessions(VOTER, 0, true, SECOND);
    private final List<String> ends = new ArrayList<>();

    private final class Noting implements SessionEnds {
        private final Sessions sessions;

        Noting(Sessions sessions) {
            this.sessions = sessions;
        }

        @Override
        public void trustEnded(NodeId voter) {
            ends.add("trust in " + voter);
            sessions.endTrust(voter);
        }

        @Override
        public void ownerExpired(NodeId node, long incarnation) {
            ends.add("session of " + node);
            sessions.forget(node, incarnation);
        }

        @Override
        public void votingBegan() {}

        @Override
        public void doubtChanged(NodeId voter) {}

        @Override
        public void slownessChanged(NodeId voter) {}

        @Override
        public void probe(NodeId voter) {}

        @Override
        public void keepAlive(NodeId voter) {}
    }

    private void at(long millis) {
        asker.advanceTo(millis * MS, new Noting(asker));
        voter.advanceTo(millis * MS, new Noting(voter));
    }

    /** The asker says something and is answered; whether the voter heeds it and owes an answer is noted. */
    private HeaderOutcome exchange() {
        SessionHeader request = new SessionHeader();
        asker.writeHeader(VOTER, request, true, false);
        HeaderOutcome heard = voter.hear(ASKER, request);
        SessionHeader answer = new SessionHeader();
        voter.writeHeader(ASKER, answer, true, false);
        asker.hear(VOTER, answer);
        return heard;
    }

    private static String describe(Sessions sessions) {
        List<String> lines = new ArrayList<>();
        sessions.describeTo(new Sessions.Writer() {
            @Override
            public void voterSession(NodeId voter, long number, boolean open, long trustedIncarnation) {}

            @Override
            public void ownerSession(NodeId requester, long start, long number, boolean closing) {
                lines.add(requester + "#" + number + (closing ? " closing" : ""));
            }
        });
        return String.join(", ", lines);
    }

    @BeforeEach
    void openAndTrust() {
        at(0);
        asker.ask(VOTER);
        exchange();
    }

    @Test
    void whatIsConfirmedIsTrustedOnAndOn() {
        for (int time = 300; time <= 3000; time += 300) {
            at(time);
            exchange();
        }
        assertThat(ends).isEmpty();
    }

    @Test
    void trustEndsWithinALeaseHoweverOftenTheRequesterIsHeard() {
        voter.stopConfirming(ASKER, 0);
        for (int time = 300; time <= 900; time += 300) {
            at(time);
            assertThat(exchange().owesConfirmation()).isFalse();
        }
        assertThat(asker.trustedUntil(VOTER)).isEqualTo(990 * MS);
        at(990);
        assertThat(ends).containsExactly("trust in n2");
    }

    @Test
    void theVoterForgetsItLaterThanTheRequester() {
        voter.stopConfirming(ASKER, 0);
        at(900);
        exchange();
        at(990);
        at(1010);
        assertThat(ends).containsExactly("trust in n2", "session of n1");
    }

    @Test
    void whatTheRequesterGivesBackIsHeeded() {
        voter.stopConfirming(ASKER, 0);
        exchange();
        assertThat(voter.heedsRequester(ASKER)).isTrue();
    }

    @Test
    void theNextSessionIsLikeAnyOther() {
        voter.stopConfirming(ASKER, 0);
        assertThat(describe(voter)).isEqualTo("n1#1 closing");
        assertThat(describe(voter.copy())).isEqualTo("n1#1 closing");
        at(990);
        assertThat(exchange().isNewSession()).isTrue();
        assertThat(describe(voter)).isEqualTo("n1#2");
        at(1500);
        assertThat(exchange().owesConfirmation()).isTrue();
        assertThat(asker.trustedUntil(VOTER)).isEqualTo(2490 * MS);
    }

    @Test
    void onlyThatStartIsMeant() {
        voter.stopConfirming(ASKER, 1);
        voter.stopConfirming(NodeId.of(7), 0);
        assertThat(describe(voter)).isEqualTo("n1#1");
        voter.stopConfirming();
        assertThat(describe(voter)).isEqualTo("n1#1 closing");
    }
}
