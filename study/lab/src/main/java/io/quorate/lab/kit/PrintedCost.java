// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kit;

import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.kit.MessageBudget.Bound;
import java.util.function.DoubleFunction;

/**
 * The cost of an entry in messages according to the protocol's paper: its own formula, right or wrong. The promise of the code is its
 * {@link MessageBudget}.
 *
 * @param where the section that prints it
 * @param alone if nobody contends, as printed
 * @param contended if many do, as printed; the same text if the paper makes no difference
 */
public record PrintedCost(String where, Term alone, Term contended) {
    /** A formula, and its value in a cluster. */
    public record Term(String formula, Bound value) {}

    /** A number of messages for each other member of the quorum, as in {@code 3(K-1)}. */
    public static Term forEachMember(int messages) {
        return new Term(messages + "(K-1)", (quorums, nodes) -> messages * EntryCost.othersAsked(quorums, nodes));
    }

    /** A number of messages for each other node, as in {@code 2(N-1)}. */
    public static Term forEachNode(int messages) {
        return new Term(messages + "(N-1)", (quorums, nodes) -> messages * (nodes - 1.0));
    }

    /** A cost that the paper says is always the same. */
    public static PrintedCost always(String where, Term cost) {
        return new PrintedCost(where, cost, cost);
    }

    /** One sentence, with the numbers of this cluster. */
    public String inWords(QuorumSystem quorums, int nodes, DoubleFunction<String> number) {
        String first = said(alone, quorums, nodes, number);
        return "The paper says (" + where + "): "
                + (alone.equals(contended)
                        ? first + "."
                        : first + " alone, " + said(contended, quorums, nodes, number) + " under contention.");
    }

    private static String said(Term term, QuorumSystem quorums, int nodes, DoubleFunction<String> number) {
        return term.formula() + " = " + number.apply(term.value().in(quorums, nodes));
    }
}
