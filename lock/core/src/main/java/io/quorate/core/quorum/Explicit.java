// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum;

import io.quorate.core.model.NodeSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Quorums listed one by one. A node asks the set with its label. Without any labels node i asks the i-th set if there is one
 * for each node (the S_i of Maekawa's paper). Otherwise a node asks a set that it is in, of several the one that was given
 * to the fewest so far. Refused unless every two sets meet.
 *
 * <p>A set may contain another, as Maekawa's sets for numbers of nodes that no plane fits do. As the smaller set is enough
 * to decide, nobody waits for the larger one: who would ask it asks the smaller one instead.
 *
 * <p>The voters are named one by one, so variants do not renumber them: in a variant each node asks another of the quorums
 * that it is in, so quorums of any two variants meet.
 */
public final class Explicit implements Listed {
    /** How the sets begin where quorum systems are named, as in {@code sets:n1,n2/n2,n3/n1,n3}. */
    public static final String PREFIX = "sets:";

    private final int size;
    private final QuorumText text;
    private final Coterie coterie;

    /** The sets in this order, without labels. */
    public Explicit(int size, List<NodeSet> quorums) {
        this(size, new QuorumText(List.copyOf(quorums), Collections.nCopies(quorums.size(), QuorumText.NOBODY)));
    }

    private Explicit(int size, QuorumText text) {
        this.size = size;
        this.text = inOrder(size, text);
        Family family = new Family(size, this.text.sets());
        this.coterie = family.coterie(asked(size, this.text, family));
    }

    private Explicit(Explicit same, Coterie turned) {
        this.size = same.size;
        this.text = same.text;
        this.coterie = turned;
    }

    /**
     * Reads sets with a slash between, as in {@code n1,n2/n2,n3} or {@code n1=n1,n2/n2,n3}; they may be in braces.
     *
     * @param size the number of voters
     */
    public static Explicit ofSets(String sets, int size) {
        return new Explicit(size, QuorumText.ofSets(sets));
    }

    /**
     * Reads the text of a file, one quorum a line: {@code n1 n2 n3}, {@code 1,2,3} or, with a label that names the node that
     * asks it, {@code S1 = {1, 2, 3}}. A {@code #} begins a comment.
     *
     * @param size the number of voters; 0 if it is the highest node named
     */
    public static Explicit ofLines(String lines, int size) {
        QuorumText text = QuorumText.ofLines(lines);
        return new Explicit(size == 0 ? text.highest() : size, text);
    }

    /** The text of a file, see {@link #ofLines}, as one word that names the system for any number of voters. */
    public static String nameOfLines(String lines) {
        return PREFIX + QuorumText.ofLines(lines).slashed();
    }

    /** If there is a set for each node by label, that is the order, and the labels say nothing more. */
    private static QuorumText inOrder(int size, QuorumText text) {
        for (int asker : text.askers()) {
            if (asker >= size) {
                throw new IllegalArgumentException(
                        "the quorum of n" + (asker + 1) + " is listed, but the voters are n1 to n" + size
                                + ": raise the number of voters, or take the label away");
            }
        }
        if (text.sets().size() != size || text.askers().contains(QuorumText.NOBODY)) {
            return text;
        }
        List<NodeSet> ordered = new ArrayList<>(text.sets());
        for (int place = 0; place < size; place++) {
            ordered.set(text.askers().get(place), text.sets().get(place)); // labels differ, so each place is filled
        }
        return new QuorumText(List.copyOf(ordered), Collections.nCopies(size, QuorumText.NOBODY));
    }

    private static int[] asked(int size, QuorumText text, Family family) {
        int[] asked = new int[size];
        int[] askers = new int[family.count()];
        boolean oneEach =
                family.count() == size && text.askers().stream().allMatch(asker -> asker == QuorumText.NOBODY);
        for (int voter = 0; voter < size; voter++) {
            int labelled = text.askers().indexOf(voter);
            if (oneEach) {
                asked[voter] = voter;
            } else if (labelled >= 0) {
                asked[voter] = labelled;
            } else {
                asked[voter] = family.leastAskedWith(voter, askers);
            }
            askers[asked[voter]]++;
        }
        return asked;
    }

    @Override
    public String name() {
        return PREFIX + text.slashed();
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Coterie coterie() {
        return coterie;
    }

    /** The sets as they were listed, each as {@code {n1,n2}}, or {@code n1={n1,n2}} if it has a label. */
    public List<String> sets() {
        return text.braced();
    }

    @Override
    public int variants() {
        return coterie.turns();
    }

    @Override
    public QuorumSystem variant(int which) {
        return which == 0 ? this : new Explicit(this, coterie.turned(which));
    }
}
