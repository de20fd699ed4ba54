// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala;

import io.quorate.core.lock.Phase;
import io.quorate.core.model.Mode;
import io.quorate.core.model.Stamp;
import io.quorate.papers.ricartagrawala.Choices.Choice;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage.Request;
import io.quorate.papers.ricartagrawala.numbers.SequenceNumbers;

/** Section 2.2, the decision table: whether a REQUEST that finds this node requesting too is deferred. */
final class DecisionTable {
    private final Rules rules;
    private final SequenceNumbers numbers;

    /**
     * Whether who is inside defers whatever excludes it. In the report that goes without saying: all have seen its number, so
     * theirs are larger.
     */
    private final boolean insideDefers;

    DecisionTable(Rules rules, SequenceNumbers numbers) {
        this.rules = rules;
        this.numbers = numbers;
        this.insideDefers = (rules.has(Choice.STANDING_REPLIES) && rules.keep(Rule.C3_INSIDE))
                || (rules.has(Choice.WRITERS_FIRST) && rules.keep(Rule.W2_INSIDE));
    }

    boolean defers(Phase phase, Stamp own, Mode mode, Request request) {
        if (mode == Mode.SHARED && (request.mode() == Mode.SHARED || !rules.keep(Rule.W1_READERS_TOGETHER))) {
            return false;
        }
        if (phase == Phase.HOLDING && insideDefers) {
            return true;
        }
        if (rules.has(Choice.WRITERS_FIRST) && mode != request.mode()) {
            return mode == Mode.EXCLUSIVE;
        }
        return isFirst(own, request.stamp());
    }

    private boolean isFirst(Stamp own, Stamp request) {
        if (numbers.isSmaller(own, request)) {
            return rules.keep(Rule.D1_SMALLER_FIRST); // rule 3
        }
        boolean isTie = !numbers.isSmaller(request, own);
        boolean smallerNode = own.node().compareTo(request.node()) < 0;
        return isTie && smallerNode && rules.keep(Rule.D2_TIES); // rules 4 and 5; else rule 2
    }
}
