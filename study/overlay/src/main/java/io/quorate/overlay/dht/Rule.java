// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht;

/** The rules of votes that can be left out, to show that the checker notices. */
public enum Rule {
    V1_ONE_VOTE("V1a", "a replica votes for every request that comes"),
    V1_ONLY_ITS_OWN_RELEASE("V1b", "a Release frees the vote, also if it names another request"),
    V1_ONLY_WHERE_IT_IS("V1c", "a node to which the replica does not belong votes in its place"),
    V1_TRANSFER_ONLY_WHAT_IS_THERE("V1d", "a Transfer takes the vote from any owner"),
    V2_ONLY_IN_SESSIONS("V2", "a vote counts outside a session, or from one that is over"),
    V3_MUTE("V3", "a node votes as soon as a replica has come to it"),
    V4_NOT_CONFIRMED("V4a", "a node from which a replica has gone goes on confirming the sessions of its voters"),
    V4_OWN_VOTE_GOES("V4b", "a node counts its own vote although the replica has gone to another"),
    R2_ANSWER_WHAT_IS_OVER("R2", "an answer to a request that is over is not answered by Release"),
    R4_ONLY_NEWER_VOTES("R4", "a vote counts although it was given back before"),
    R5_YIELD_AGAIN("R5", "a vote given back already is not given back again"),
    R7_A_WHOLE_QUORUM("R7", "one vote less than a quorum is enough"),
    R8_YIELD("R8", "who has too few votes keeps them although an older request waits"),
    R9_ASK_AGAIN("R9", "a replica that has not answered is not looked for again"),
    A3_NUMBER("A3", "a Yield of an older vote gives the newer one back"),
    A4_TELL_THE_YOUNGER("A4", "who has the vote is not told that an older request waits for it"),
    A5_REMEMBER_THE_OLDEST("A5", "a replica without a queue does not remember the oldest that waits for its vote"),
    A6_THE_OLDEST_FIRST("A6", "a replica keeps those that wait for its vote in order of arrival"),
    T1_VOTES_IN_ITS_OWN_NAME("T1a", "a node that gets a Token is inside at once, before any vote is its own"),
    S3_LOST_WITHOUT_A_QUORUM("S3", "a holder goes on when it trusts too few of those that voted for it"),
    S4_SAY_AGAIN("S4", "after a link reset nobody says again what may be lost"),
    S5_PAST_SESSIONS("S5", "a Yield of a session that is over still counts"),
    S7_FORGET("S7", "a vote stays with a request whose session is over"),
    F1_ABOVE_EVERY_FLOOR("F1", "a hold makes its fence of its stamp, whatever came before"),
    F2_FLOOR("F2", "a replica forgets the fences that it voted for");

    private final String number;
    private final String leftOut;

    Rule(String number, String leftOut) {
        this.number = number;
        this.leftOut = leftOut;
    }

    /** As in docs/study/protocols/dht.md. */
    public String number() {
        return number;
    }

    /** The difference without this rule. */
    public String leftOut() {
        return leftOut;
    }
}
