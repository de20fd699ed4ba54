// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How much a node can make a voter remember. The lease is a second; times are in milliseconds. */
class SessionLimitsTest {
    private static final NodeId ASKER = NodeId.of(0);
    private static final NodeId VOTER = NodeId.of(1);
    private static final long MS = 1_000_000;
    private static final LeaseTerms SECOND = LeaseTerms.of(Duration.ofSeconds(1));
    private static final long MEMORY = 1010;

    private final Sessions voter = new Sessions(VOTER, 0, true, SECOND);

    private static SessionHeader from(Sessions sender, NodeId to) {
        SessionHeader header = new SessionHeader();
        sender.writeHeader(to, header, true, false);
        return header;
    }

    private void at(long millis) {
        voter.advanceTo(millis * MS, new Forgetting());
    }

    private HeaderOutcome hearStart(long incarnation) {
        Sessions start = new Sessions(ASKER, incarnation, true, SECOND);
        start.advanceTo(0, new Forgetting());
        start.ask(VOTER);
        return voter.hear(ASKER, from(start, VOTER));
    }

    @Test
    void aNodeThatStartsAgainAndAgainIsKnownByEightStartsAndWithTheNextWaitsForALease() {
        at(0);
        for (long incarnation = 0; incarnation < Sessions.STARTS_MAX; incarnation++) {
            assertThat(hearStart(incarnation).owesResync()).isFalse();
            assertThat(voter.heedsRequester(ASKER)).isTrue();
        }
        at(10);
        hearStart(Sessions.STARTS_MAX);
        assertThat(voter.heedsRequester(ASKER)).isFalse();
        assertThat(voter.refusedOwners()).isEqualTo(1);
        assertThat(from(voter, ASKER).confirmedIncarnation)
                .as("it is not confirmed, so it trusts nobody here")
                .isEqualTo(Sessions.STARTS_MAX - 1);
        hearStart(0);
        assertThat(voter.heedsRequester(ASKER)).as("it replaces nobody").isTrue();
        at(MEMORY);
        HeaderOutcome hearing = hearStart(Sessions.STARTS_MAX);
        assertThat(voter.heedsRequester(ASKER)).isTrue();
        assertThat(hearing.owesResync()).as("what it said before was refused").isTrue();
        assertThat(hearStart(Sessions.STARTS_MAX).owesResync()).as("once").isFalse();
        at(10 + MEMORY + 1);
        assertThat(hearStart(Sessions.STARTS_MAX + 1).owesResync())
                .as("no session that was refused can live still")
                .isFalse();
    }

    @Test
    void otherNodesAreKnownHoweverOftenOneStarts() {
        at(0);
        for (long incarnation = 0; incarnation < 100; incarnation++) {
            hearStart(incarnation);
        }
        Sessions guest = new Sessions(NodeId.of(NodeId.INDEX_MAX), 0, true, SECOND);
        guest.advanceTo(0, new Forgetting());
        guest.ask(VOTER);
        voter.hear(NodeId.of(NodeId.INDEX_MAX), from(guest, VOTER));
        assertThat(voter.heedsRequester(NodeId.of(NodeId.INDEX_MAX))).isTrue();
        voter.ask(NodeId.of(2));
        assertThat(voter.counterparts())
                .as("those with whom there is a session, on either side")
                .containsExactly(ASKER, NodeId.of(2), NodeId.of(NodeId.INDEX_MAX));
    }

    /** Sessions end when they are due. */
    private final class Forgetting implements SessionEnds {
        @Override
        public void trustEnded(NodeId peer) {
            voter.endTrust(peer);
        }

        @Override
        public void ownerExpired(NodeId node, long incarnation) {
            voter.forget(node, incarnation);
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
}
