// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.quorumlock;

import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.lab.mutant.ByNode;
import io.quorate.lab.mutant.Change;
import io.quorate.lab.mutant.GuardedProtocol;
import io.quorate.lab.mutant.Mutant;
import io.quorate.lab.mutant.OneNumbering;
import io.quorate.lab.mutant.OneVoteLess;
import io.quorate.lab.mutant.OwnNumbering;
import java.util.List;

/** The quorum lock without one rule each: its number, the changed behaviour, and the change of its guards. */
final class QuorumLockMutants {
    private static final GuardedProtocol GUARDED = new GuardedProtocol(new QuorumLock());

    static final List<Mutant> ALL = List.of(
            without("R2", "an answer to a request that is over is not answered by Release", Change.SKIPPED),
            without(
                    "R3",
                    "what a voter said in a session that is over, or before it started again, still counts",
                    Change.TRUE),
            without("R4a", "an Inquire that overtakes its Grant is dropped", Change.SKIPPED),
            without("R4b", "a Grant counts although it was relinquished before", Change.TRUE),
            without("R5", "a grant given back already is not given back again", Change.SKIPPED),
            without("R6", "a Grant that says that others wait is taken for one that does not", Change.FALSE),
            without(
                    "R7",
                    "one vote less than a quorum is enough to hold",
                    Change.calling("isQuorum", OneVoteLess.class, "isQuorum")),
            without("R8", "a waiter that is inquired keeps its grant", Change.FALSE),
            without("R8b", "an Inquire about an older grant takes the newer one from the waiter", Change.TRUE),
            without("R9", "Release goes only to the voters that have granted", Change.calling("asked", "granted")),
            without("A1a", "a request that must wait is not answered", Change.SKIPPED),
            without(
                    "A1b",
                    "a repeated request is answered by its Grant without the Inquire that was sent after it",
                    Change.SKIPPED),
            without("A1c", "an old request that arrives late replaces a newer one of the same node", Change.FALSE),
            without("A2", "a late Release of an older request removes the newer one", Change.FALSE),
            without("A3", "a Relinquish of an older grant takes the vote back", Change.TRUE),
            without("A4a", "an older request does not make the voter inquire", Change.FALSE),
            without("A4b", "the holder of a grant is not told that somebody began to wait", Change.SKIPPED),
            without(
                    "A4d",
                    "those who wait for a vote are in the order of their nodes, not of their stamps",
                    Change.calling("isBefore", ByNode.class, "isBefore")),
            without("A4c", "when a waiter leaves, those behind it are not looked at", Change.SKIPPED),
            without("A5", "a SHARED request overtakes an older EXCLUSIVE one that waits", Change.FALSE),
            without("S3a", "a holder goes on when it trusts too few of those who granted", Change.TRUE),
            without("S3b", "when trust in a voter has ended, it is not asked again", Change.SKIPPED),
            without("S4", "after a link reset, the requester does not ask again", Change.SKIPPED),
            without("S5", "what a requester said in a session that is over still counts", Change.FALSE),
            without("S6", "after a link reset, the voter does not answer again", Change.SKIPPED),
            without("S7", "a voter keeps what was asked of it in a session that is over", Change.SKIPPED),
            without("S8", "a voter that has started again grants at once", Change.FALSE),
            without("P1a", "a waiter does not ask others when voters are suspected or come back", Change.SKIPPED),
            without("P1b", "a holder does not ask others when voters are suspected", Change.SKIPPED),
            without("P1c", "a holder that asks further voters waits behind those that only wait", Change.FALSE),
            without("F1", "a hold makes its fence of its stamp, whatever came before", Change.TRUE),
            without("F2", "a voter forgets the fences that it confirmed", Change.SKIPPED),
            without("F3", "a hold uses a fence before a quorum confirms it", Change.TRUE),
            without("F4", "a voter that has started again forgets the fences that it confirmed", Change.ZERO),
            without("G1", "a reader uses the votes that its node keeps as a writer", Change.TRUE),
            without("G2", "a lock that stands is not given to those who want it", Change.SKIPPED),
            without("H2a", "a waiter asks slow voters as if they were not slow", Change.UNCHANGED),
            without("H2b", "a slow voter that was asked, or has queued the request, is waited for", Change.UNCHANGED),
            without(
                    "H2c",
                    "that a voter is slow counts only when it becomes so, not when its vote is given back",
                    Change.SKIPPED),
            without(
                    "H2d",
                    "if no quorum avoids the slow voters, nobody else is asked",
                    Change.calling("voters", "silenced")),
            without(
                    "H3a",
                    "a fence is not announced to votes that come later",
                    Change.calling("intersection", "minus")),
            without("H3b", "a slow voter is waited for until it confirms a fence", Change.UNCHANGED),
            without(
                    "H5",
                    "the nearest quorum is one of another numbering",
                    Change.calling("quorums", OwnNumbering.class, "quorums")),
            without("V1", "a hold that others wait for asks for no spare votes", Change.SKIPPED),
            without("B1a", "a holder is not asked when a question comes later", Change.SKIPPED),
            without("B1b", "a SHARED request behind a waiter is not answered", Change.FALSE),
            without("B1c", "a request that is said again does not ask again", Change.SKIPPED),
            without("B1d", "a Grant that is said again does not ask again", Change.ZERO),
            without("B1e", "the question does not go with the vote", Change.ZERO),
            without("B2", "a waiter says that it holds", Change.TRUE),
            without("B2b", "a waiter that was asked does not answer when it holds", Change.SKIPPED),
            without("B3a", "a Held answers questions that came after it", Change.TRUE),
            without("B5", "a SHARED request that asks now asks a quorum only", Change.SKIPPED),
            without("M1a", "voters are not told of a writer that waits for readers of its own node", Change.SKIPPED),
            without("M1b", "voters are not told that such a writer has given up", Change.SKIPPED),
            without("M1c", "a voter that is asked later is not told of the writer", Change.FIRST),
            without("M1d", "word of a writer that comes after its withdrawal counts", Change.TRUE),
            without("M2a", "readers that ask later do not wait for the writer", Change.FALSE),
            without("M2b", "a holder that asks for further votes waits for the writer", Change.FALSE),
            without("M2c", "readers of other nodes are not told of the writer", Change.FALSE),
            without("M2d", "a SHARED request that asks now is not answered when it waits for the writer", Change.FALSE),
            without("M3a", "the readers release, and then the writer asks", Change.FALSE),
            without(
                    "M3b",
                    "the writer asks a quorum, and not all voters of the readers",
                    Change.calling("minus", "intersection")),
            without("W2b", "a holder leaves before it has the votes of others", Change.TRUE),
            without("W2c", "a node that leaves keeps the votes", Change.SKIPPED),
            without("W2d", "a voter that was left is asked again at once", Change.UNCHANGED),
            without("W2e", "the session after one that was left has the same number", Change.ZERO),
            without("W3a", "a voter that stops does not wait until members have left", Change.TRUE),
            without("W3b", "a voter that stops does not wait until guests have left", Change.TRUE),
            without("W3c", "a stop within the restart interval is called clean", Change.TRUE),
            without("T1a", "a waiter keeps the votes of one that is there twice", Change.SKIPPED),
            without("E1", "the seal is forgotten over a restart", Change.FALSE),
            without("E2a", "in a joint configuration a quorum of the lower roster is enough", Change.FIRST),
            without("E2b", "in a joint configuration a quorum of the upper roster is enough", Change.FIRST),
            without("E3", "a sealed voter hears those that have not gone up", Change.FALSE),
            without("E4a", "a frozen hold lasts as long as the sessions of its node", Change.FALSE),
            without("E4b", "a frozen hold that rests on the node's own vote lasts forever", Change.FIRST),
            without("E4c", "a frozen hold needs no votes of the lower roster any more", Change.TRUE),
            without("E5a", "nothing is said again when a node goes up", Change.SKIPPED),
            without("E5b", "nobody asks the voters of the next roster when the node goes up", Change.SKIPPED),
            without(
                    "E5c",
                    "a former voter that answers is not told that nothing is asked of it any more",
                    Change.SKIPPED),
            without("E6a", "a roster is over as soon as enough voters are sealed", Change.FIRST),
            without("E6b", "a roster is over when any voter is sealed", Change.TRUE),
            without(
                    "E6c",
                    "a roster is over when the quorums of one numbering are blocked",
                    Change.calling("over", OneNumbering.class, "over")),
            without("E7", "holds of the next roster do not stand above the fences of the one before", Change.ZERO),
            without("D2", "the voters of a roster decide the next one before the one before is over", Change.TRUE));

    private QuorumLockMutants() {}

    private static Mutant without(String rule, String leftOut, Change change) {
        return GUARDED.without(rule, leftOut, change);
    }
}
