// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.maekawa;

/**
 * The rules that can be left out, to show that the checker notices. Those that the paper does not have are marked by the
 * erratum that asks for them; rules as printed are without all of these. Those of
 * a take-over, which section 9 only speaks of, are in a set of their own.
 */
public enum Rule {
    R1_ASK_AGAIN("R1", Source.ADDED, "after a link reset, the requester does not ask again"),
    R2_ANSWER_WHAT_IS_OVER("R2", Source.ADDED, "a LOCKED for a request that is over is not answered by RELEASE"),
    R3_STAMPS("R3", Source.ADDED, "an answer to an older request counts for the present one"),
    R4_NUMBERS("R4", Source.ADDED, "a LOCKED counts although it was given back before"),
    R5_RELINQUISH_AGAIN("R5", Source.ADDED, "a lock given back already is not given back again"),
    R6_ALL_MEMBERS("R6", Source.PAPER, "all members but one are enough to enter"),
    R7_GIVE_WAY("R7a", Source.PAPER, "a waiter that has failed keeps what it is inquired about"),
    R7_DEFER("R7b", Source.PAPER, "an INQUIRE that comes before the FAILED is forgotten"),
    R7_ONLY_WHAT_IS_LOCKED("R7c", Source.ADDED, "an INQUIRE that overtakes its LOCKED is answered at once"),
    R8_RELINQUISHED_IS_FAILED("R8", Source.ADDED, "who has given a lock back does not count as failed there"),
    R9_KEEP_NO_LATE_INQUIRE("R9", Source.ADDED, "an INQUIRE about a lock that was given back is kept"),
    R10_TELL_ALL_WHO_WERE_ASKED("R10", Source.GIVING_UP, "who gives up tells only those members that it has locked"),
    A1_TELL_THE_LATER("A1a", Source.PAPER, "a request later than the locking one is not told FAILED"),
    A1_TELL_BEHIND_ANOTHER(
            "A1b", Source.PAPER, "FAILED is told only if the locking request precedes, not if a waiting one does"),
    A2_TELL_THE_DISPLACED("A2", Source.ADDED, "a request that led the queue and is overtaken is not told FAILED"),
    A3_INQUIRE("A3", Source.PAPER, "an older request does not make the arbiter inquire"),
    A4_OLDEST_FIRST("A4", Source.PAPER, "the lock goes to the longest waiter, not to the oldest request"),
    A10_BY_AGE("A10", Source.PAPER, "a request goes before those of nodes with smaller numbers, however old they are"),
    A5_STAMP("A5a", Source.ADDED, "a RELINQUISH of another request takes the lock away"),
    A5_NUMBER("A5b", Source.ADDED, "a RELINQUISH of an older lock takes the newer one away"),
    A6_BACK_INTO_THE_QUEUE("A6", Source.PAPER, "a request that gives its lock back is forgotten"),
    A7_ANSWER_AGAIN("A7a", Source.ADDED, "after a link reset, the arbiter does not answer again"),
    A7_INQUIRE_AGAIN("A7b", Source.ADDED, "after a link reset, LOCKED is said again without its INQUIRE"),
    A8_KNOWN_ONCE("A8", Source.ADDED, "a request that is known is queued again"),
    A9_WHO_GIVES_UP_IS_FORGOTTEN("A9", Source.GIVING_UP, "a RELEASE of a request that waits is ignored"),
    T1_ALL_STATES("T1", Source.TAKE_OVER, "who takes over grants before everybody has told its state"),
    T2_ONLY_THE_SUCCESSOR("T2", Source.TAKE_OVER, "a LOCKED of the failed node counts after the state was told"),
    T3_KEEP_WHAT_IS_LOCKED("T3", Source.TAKE_OVER, "who takes over forgets for whom the failed node was locked"),
    T4_DROP_THE_DEAD("T4", Source.TAKE_OVER, "requests of a failed node stay where they are"),
    T5_DEAD_ARE_LATE("T5", Source.TAKE_OVER, "a request that comes after its node was found dead is taken"),
    T6_DO_NOT_AWAIT_THE_DEAD("T6", Source.TAKE_OVER, "who takes over waits for the state of the dead too"),
    T7_NUMBERS_GO_ON("T7", Source.TAKE_OVER, "who takes over numbers its LOCKEDs from the start"),
    T8_TAKE_OVER_AGAIN("T8", Source.TAKE_OVER, "after a link reset, who takes over does not ask for the state again");

    private final String number;
    private final Source source;
    private final String leftOut;

    Rule(String number, Source source, String leftOut) {
        this.number = number;
        this.source = source;
        this.leftOut = leftOut;
    }

    /** As on the protocol's page. */
    public String number() {
        return number;
    }

    /** The difference without this rule. */
    public String leftOut() {
        return leftOut;
    }

    /** In the paper, or needed for what the paper does not have in any set of rules. */
    boolean isInAllSets() {
        return source == Source.PAPER || source == Source.GIVING_UP;
    }

    boolean isForTakeOver() {
        return source == Source.TAKE_OVER;
    }

    private enum Source {
        PAPER,
        GIVING_UP,
        ADDED,
        TAKE_OVER
    }
}
