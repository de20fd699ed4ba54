// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The rules S at one node, one call at a time. The lease is a second; times are in milliseconds. */
class SessionsTest {
    private static final NodeId ASKER = NodeId.of(0);
    private static final NodeId VOTER = NodeId.of(1);
    private static final long MS = 1_000_000;
    private static final LeaseTerms SECOND = LeaseTerms.of(Duration.ofSeconds(1));
    private static final long TRUST = 990;
    private static final long MEMORY = 1010;

    private final Sessions asker = new Sessions(ASKER, 0, true, SECOND);
    private Sessions voter = new Sessions(VOTER, 0, true, SECOND);
    private final List<String> ends = new ArrayList<>();

    /** Takes down what ends, and lets it end. */
    private SessionEnds endsOf(Sessions sessions) {
        return new SessionEnds() {
            @Override
            public void trustEnded(NodeId voter) {
                ends.add("trust in " + voter);
                sessions.endTrust(voter);
            }

            @Override
            public void ownerExpired(NodeId node, long incarnation) {
                ends.add("session of " + node + "'" + incarnation);
                sessions.forget(node, incarnation);
            }

            @Override
            public void votingBegan() {
                ends.add("restart interval");
            }

            @Override
            public void doubtChanged(NodeId voter) {
                ends.add("doubt about " + voter);
            }

            @Override
            public void slownessChanged(NodeId voter) {}

            @Override
            public void probe(NodeId voter) {}

            @Override
            public void keepAlive(NodeId voter) {
                ends.add("silence to " + voter);
            }
        };
    }

    private void at(long millis) {
        asker.advanceTo(millis * MS, endsOf(asker));
        voter.advanceTo(millis * MS, endsOf(voter));
    }

    private List<String> takeEnds() {
        List<String> taken = List.copyOf(ends);
        ends.clear();
        return taken;
    }

    private static SessionHeader from(Sessions sender, NodeId to) {
        SessionHeader header = new SessionHeader();
        sender.writeHeader(to, header, true, false);
        return header;
    }

    private SessionHeader request() {
        return from(asker, VOTER);
    }

    private SessionHeader answer() {
        return from(voter, ASKER);
    }

    private long trustedUntil() {
        return asker.trustedUntil(VOTER) / MS;
    }

    private void openAndTrust() {
        at(0);
        asker.ask(VOTER);
        voter.hear(ASKER, request());
        asker.hear(VOTER, answer());
        assertThat(asker.heedsVoter(VOTER)).isTrue();
    }

    @Nested
    class Asking {
        @Test
        void s1_theFirstRequestOpensSessionOneAndTheNextOnesUseIt() {
            at(0);
            assertThat(request().number).isZero();
            asker.ask(VOTER);
            asker.ask(VOTER);
            assertThat(request().number).isEqualTo(1);
            assertThat(asker.open()).isEqualTo(NodeSet.of(VOTER));
        }

        @Test
        void s1_aNodeHasNoSessionWithItself() {
            asker.ask(ASKER);
            assertThat(asker.open()).isEqualTo(NodeSet.EMPTY);
            assertThat(asker.heedsVoter(ASKER)).isTrue();
            assertThat(asker.heedsRequester(ASKER)).isTrue();
            assertThat(asker.trustedUntil(ASKER)).isEqualTo(Sessions.NEVER);
        }

        @Test
        void s2_trustLastsALeaseFromTheSendOfWhatIsConfirmedNotFromTheAnswer() {
            at(0);
            asker.ask(VOTER);
            SessionHeader request = request();
            at(200);
            voter.hear(ASKER, request);
            at(300);
            asker.hear(VOTER, answer());
            assertThat(trustedUntil()).isEqualTo(TRUST);
        }

        @Test
        void s2_aLaterFrameThatIsConfirmedProlongsIt() {
            openAndTrust();
            at(100);
            voter.hear(ASKER, request());
            asker.hear(VOTER, answer());
            assertThat(trustedUntil()).isEqualTo(100 + TRUST);
            at(101);
            voter.hear(ASKER, request());
            asker.hear(VOTER, answer());
            assertThat(trustedUntil()).as("it is in the same tick").isEqualTo(100 + TRUST);
        }

        @Test
        void s2_anOldConfirmationThatComesLateShortensNothing() {
            openAndTrust();
            SessionHeader old = answer();
            at(100);
            voter.hear(ASKER, request());
            asker.hear(VOTER, answer());
            asker.hear(VOTER, old);
            assertThat(trustedUntil()).isEqualTo(100 + TRUST);
        }

        @Test
        void s2_aConfirmationOfSoLongAgoThatItsTickIsForgottenProvesNothing() {
            openAndTrust();
            at(40);
            voter.hear(ASKER, request());
            SessionHeader old = answer();
            for (int time = 80; time <= 40 * 67; time += 40) {
                at(time);
                voter.hear(ASKER, request());
                if (time <= 40 * 50) {
                    asker.hear(VOTER, answer());
                }
            }
            long before = trustedUntil();
            asker.hear(VOTER, old); // its place is that of a tick sixty-four later
            assertThat(trustedUntil()).isEqualTo(before);
        }

        @Test
        void s3_whenTheDeadlineComesTrustEndsAndTheNextSessionBegins() {
            openAndTrust();
            at(TRUST - 1);
            takeEnds();
            at(TRUST);
            assertThat(takeEnds()).contains("trust in n2");
            assertThat(request().number).isEqualTo(2);
        }

        @Test
        void s3_aSessionThatNobodyNeedsEndsAndTheNextHasAHigherNumber() {
            openAndTrust();
            asker.unask(VOTER);
            at(TRUST);
            assertThat(asker.open()).isEqualTo(NodeSet.EMPTY);
            assertThat(request().number).isZero();
            asker.ask(VOTER);
            assertThat(request().number).isEqualTo(2);
        }

        @Test
        void aSessionInUseIsKeptAliveThreeTimesALease() {
            openAndTrust();
            at(333);
            assertThat(takeEnds()).isEmpty();
            at(334);
            assertThat(takeEnds()).containsExactly("silence to n2");
            asker.unask(VOTER);
            at(668);
            assertThat(takeEnds()).as("one that nobody needs is not").isEmpty();
        }

        @Test
        void anVoterThatDoesNotAnswerIsDoubtedAndNoLongerWhenItDoes() {
            at(0);
            asker.ask(VOTER);
            SessionHeader request = request();
            at(334);
            assertThat(takeEnds()).containsExactly("silence to n2", "doubt about n2");
            assertThat(asker.doubted()).isEqualTo(NodeSet.of(VOTER));
            voter.hear(ASKER, request);
            HeaderOutcome hearing = asker.hear(VOTER, answer());
            assertThat(hearing.isDoubtChanged()).isTrue();
            assertThat(asker.doubted()).isEqualTo(NodeSet.EMPTY);
        }
    }

    @Nested
    class HearingAnVoter {
        @Test
        void r3_anAnswerToAnEarlierSessionIsNotHeeded() {
            openAndTrust();
            SessionHeader late = answer();
            asker.endTrust(VOTER);
            asker.hear(VOTER, late);
            assertThat(asker.heedsVoter(VOTER)).isFalse();
            assertThat(asker.trustedUntil(VOTER) / MS).isEqualTo(TRUST);
        }

        @Test
        void r3_anAnswerOfAnotherStartThanTheTrustedOneIsNotHeededAndProlongsNothing() {
            openAndTrust();
            voter = new Sessions(VOTER, 1, false, SECOND);
            at(100);
            voter.hear(ASKER, request());
            asker.hear(VOTER, answer());
            assertThat(asker.heedsVoter(VOTER)).isFalse();
            assertThat(trustedUntil()).isEqualTo(TRUST);
        }

        @Test
        void r3_anAnswerToAnEarlierStartOfOursIsNotHeeded() {
            openAndTrust();
            Sessions reborn = new Sessions(ASKER, 1, false, SECOND);
            reborn.advanceTo(0, endsOf(reborn));
            reborn.ask(VOTER);
            reborn.hear(VOTER, answer());
            assertThat(reborn.heedsVoter(VOTER)).isFalse();
        }

        @Test
        void whatAFrameMeansIsOverWhenItsMessagesAre() {
            openAndTrust();
            asker.heard();
            assertThat(asker.heedsVoter(VOTER)).isFalse();
        }

        @Test
        void anVoterThatGrantsNothingForNowIsDoubtedAsLongAsItSaysSo() {
            voter = new Sessions(VOTER, 1, false, SECOND);
            openAndTrust();
            assertThat(asker.doubted()).isEqualTo(NodeSet.of(VOTER));
            voter.beginVoting();
            assertThat(asker.hear(VOTER, answer()).isDoubtChanged()).isTrue();
            assertThat(asker.doubted()).isEqualTo(NodeSet.EMPTY);
        }
    }

    @Nested
    class HearingARequester {
        @Test
        void s5_aHigherNumberEndsAllOfBefore() {
            openAndTrust();
            asker.endTrust(VOTER);
            HeaderOutcome hearing = voter.hear(ASKER, request());
            assertThat(hearing.isNewSession()).isTrue();
            assertThat(hearing.ownerIncarnation()).isZero();
            assertThat(voter.heedsRequester(ASKER)).isTrue();
            assertThat(voter.hear(ASKER, request()).isNewSession()).isFalse();
        }

        @Test
        void s5_aLowerNumberIsOfThePast() {
            openAndTrust();
            SessionHeader late = request();
            asker.endTrust(VOTER);
            voter.hear(ASKER, request());
            assertThat(voter.hear(ASKER, late).isNewSession()).isFalse();
            assertThat(voter.heedsRequester(ASKER)).isFalse();
        }

        @Test
        void s7_aSessionIsForgottenALeaseAfterItsLastFrameCame() {
            at(0);
            asker.ask(VOTER);
            SessionHeader request = request();
            at(50);
            voter.hear(ASKER, request);
            at(50 + MEMORY - 1);
            assertThat(takeEnds()).doesNotContain("session of n1'0");
            at(50 + MEMORY);
            assertThat(takeEnds()).contains("session of n1'0");
            assertThat(answer().confirmedNumber).isZero();
        }

        @Test
        void s9_anotherStartOfTheNodeIsAnotherOwnerAndTheOlderRunsOutByItself() {
            openAndTrust();
            Sessions reborn = new Sessions(ASKER, 1, false, SECOND);
            reborn.advanceTo(0, endsOf(reborn));
            reborn.ask(VOTER);
            assertThat(voter.hear(ASKER, from(reborn, VOTER)).isNewSession()).isFalse();
            assertThat(answer().confirmedIncarnation).isEqualTo(1);
            voter.hear(ASKER, request());
            assertThat(answer().confirmedIncarnation)
                    .as("a late frame of the older start changes nothing")
                    .isEqualTo(1);
            at(MEMORY);
            assertThat(takeEnds()).contains("session of n1'0", "session of n1'1");
        }

        @Test
        void aFrameInANewTickIsOwedOneConfirmation() {
            at(0);
            asker.ask(VOTER);
            assertThat(voter.hear(ASKER, request()).owesConfirmation()).isTrue();
            assertThat(voter.hear(ASKER, request()).owesConfirmation())
                    .as("not said yet")
                    .isTrue();
            answer();
            assertThat(voter.hear(ASKER, request()).owesConfirmation()).isFalse();
            at(40);
            assertThat(voter.hear(ASKER, request()).owesConfirmation()).isTrue();
        }
    }

    @Nested
    class Starting {
        @Test
        void s8_aVoterThatHasStartedAgainVotesAfterALeaseFromItsFirstTurn() {
            voter = new Sessions(VOTER, 1, false, SECOND);
            at(500);
            assertThat(voter.wake()).isEqualTo((500 + MEMORY) * MS);
            at(500 + MEMORY - 1);
            assertThat(voter.isVoting()).isFalse();
            at(500 + MEMORY);
            assertThat(voter.isVoting()).isTrue();
            assertThat(takeEnds()).containsExactly("restart interval");
        }

        @Test
        void clocksMayBeginBelowZero() {
            asker.advanceTo(-5_000 * MS, endsOf(asker));
            asker.ask(VOTER);
            assertThat(trustedUntil()).isEqualTo(-5_000 + TRUST);
            asker.advanceTo((-5_000 + TRUST) * MS, endsOf(asker));
            assertThat(takeEnds()).contains("trust in n2");
        }
    }

    @Test
    void aCopyGoesItsOwnWay() {
        openAndTrust();
        Sessions copy = asker.copy();
        copy.advanceTo(TRUST * MS, endsOf(copy));
        assertThat(from(copy, VOTER).number).isEqualTo(2);
        assertThat(request().number).isEqualTo(1);
        assertThat(asker.wake()).isNotEqualTo(copy.wake());
    }

    @Test
    void aVoterThatHasForgottenASessionDoesNotVouchForItAgain() {
        at(0);
        asker.ask(VOTER);
        voter.hear(ASKER, request());
        asker.hear(VOTER, answer());
        voter.advanceTo(
                5000 * MS, endsOf(voter)); // the asker's machine is stopped meanwhile, and all its clocks with it
        assertThat(takeEnds()).contains("session of " + ASKER + "'0");
        asker.advanceTo(400 * MS, endsOf(asker));
        voter.hear(ASKER, request());
        asker.hear(VOTER, answer());
        assertThat(asker.trustedUntil(VOTER))
                .as("the voter may have granted to others")
                .isEqualTo(TRUST * MS);
    }
}
