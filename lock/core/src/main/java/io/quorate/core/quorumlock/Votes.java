// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock;

import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.session.Sessions;
import java.util.Arrays;

/** The voters that a request has asked, and the answer of each. */
final class Votes {
    private static final int FIRST_CAPACITY = 4;

    private NodeSet asked = NodeSet.EMPTY;
    private NodeSet granted = NodeSet.EMPTY;

    /** The highest grant number accepted from each voter asked, by its place among {@link #voters}. */
    private long[] seen = new long[FIRST_CAPACITY];

    /** The floor that came with that grant. */
    private long[] floors = new long[FIRST_CAPACITY];

    /** The highest question that the voter has asked about that grant; 0 for none (B2). */
    private long[] questions = new long[FIRST_CAPACITY];

    /** The voters that confirm the announced fence. */
    private NodeSet noted = NodeSet.EMPTY;

    private int[] voters = new int[FIRST_CAPACITY];
    private int count;

    NodeSet asked() {
        return asked;
    }

    NodeSet granted() {
        return granted;
    }

    void ask(NodeId voter) {
        if (count == voters.length) {
            voters = Arrays.copyOf(voters, count * 2);
            seen = Arrays.copyOf(seen, count * 2);
            floors = Arrays.copyOf(floors, count * 2);
            questions = Arrays.copyOf(questions, count * 2);
        }
        asked = asked.with(voter);
        voters[count] = voter.index();
        seen[count] = 0;
        floors[count] = 0;
        questions[count] = 0;
        count++;
    }

    boolean isNew(NodeId voter, long number) {
        return number > seen[place(voter)];
    }

    /** Whether this is the number of the last grant that the voter gave. */
    boolean isCurrent(NodeId voter, long number) {
        return number == seen[place(voter)];
    }

    void accept(NodeId voter, long number, long floor) {
        int place = place(voter);
        seen[place] = Math.max(seen[place], number);
        floors[place] = floor;
        questions[place] = 0;
        granted = granted.with(voter);
    }

    /** The voter wants to know, by this question and those before it, whether there is a hold under its grant. */
    void question(NodeId voter, long question) {
        int place = place(voter);
        questions[place] = Math.max(questions[place], question);
    }

    long questionOf(NodeId voter) {
        return questions[place(voter)];
    }

    long numberOf(NodeId voter) {
        return seen[place(voter)];
    }

    void giveBack(NodeId voter) {
        granted = granted.without(voter);
    }

    /** Nothing that the voter said counts any more; it will be asked again. */
    void forget(NodeId voter) {
        int place = place(voter);
        seen[place] = 0;
        floors[place] = 0;
        questions[place] = 0;
        granted = granted.without(voter);
        noted = noted.without(voter);
    }

    /** The voter counts as one that was never asked (W2). */
    void remove(NodeId voter) {
        int place = place(voter);
        forget(voter);
        asked = asked.without(voter);
        count--;
        voters[place] = voters[count];
        seen[place] = seen[count];
        floors[place] = floors[count];
        questions[place] = questions[count];
    }

    /** These count as never asked. */
    void removeAll(NodeSet former) {
        for (int index = former.next(0); index >= 0; index = former.next(index + 1)) {
            remove(NodeId.of(index));
        }
    }

    /** No voter that has granted confirmed a higher fence before. */
    long highestFloor() {
        long highest = 0;
        for (int place = 0; place < count; place++) {
            if (granted.contains(voters[place])) {
                highest = Math.max(highest, floors[place]);
            }
        }
        return highest;
    }

    void note(NodeId voter) {
        noted = noted.with(voter);
    }

    NodeSet noted() {
        return noted;
    }

    void clearNoted() {
        noted = NodeSet.EMPTY;
    }

    /** Until when the sessions with a quorum of these voters last: the quorum for which that is longest. */
    long validUntil(NodeSet counted, QuorumSystem quorums, Sessions sessions) {
        NodeSet chosen = NodeSet.EMPTY;
        NodeSet rest = counted;
        while (!rest.isEmpty()) {
            NodeId best = NodeId.of(rest.next(0));
            for (int index = rest.next(0); index >= 0; index = rest.next(index + 1)) {
                NodeId each = NodeId.of(index);
                best = sessions.trustedUntil(each) > sessions.trustedUntil(best) ? each : best;
            }
            chosen = chosen.with(best);
            rest = rest.without(best);
            if (quorums.isQuorum(chosen)) {
                return sessions.trustedUntil(best);
            }
        }
        return Long.MIN_VALUE;
    }

    void clear() {
        asked = NodeSet.EMPTY;
        granted = NodeSet.EMPTY;
        noted = NodeSet.EMPTY;
        count = 0;
    }

    private int place(NodeId voter) {
        for (int place = 0; place < count; place++) {
            if (voters[place] == voter.index()) {
                return place;
            }
        }
        throw new IllegalStateException(voter + " was not asked");
    }

    Votes copy() {
        Votes copy = new Votes();
        copy.asked = asked;
        copy.granted = granted;
        copy.noted = noted;
        copy.seen = seen.clone();
        copy.floors = floors.clone();
        copy.questions = questions.clone();
        copy.voters = voters.clone();
        copy.count = count;
        return copy;
    }

    void describeTo(StateWriter writer) {
        for (int index = asked.next(0); index >= 0; index = asked.next(index + 1)) {
            NodeId voter = NodeId.of(index);
            writer.begin("vote");
            writer.node("of", voter);
            writer.number("seen", seen[place(voter)]);
            writer.flag("granted", granted.contains(voter));
            writer.number("floor", granted.contains(voter) ? floors[place(voter)] : 0);
            writer.flag("noted", noted.contains(voter));
            writer.number("question", granted.contains(voter) ? questions[place(voter)] : 0);
            writer.end();
        }
    }
}
