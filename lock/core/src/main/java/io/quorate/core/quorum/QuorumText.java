// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Quorums as people write them down: {@code n1 n2 n3}, {@code 1,2,3} or, as in Maekawa's paper, {@code S1 = {1, 2, 3}},
 * where the label names the node that asks the quorum.
 *
 * @param askers for each set the index of the node that asks it, or -1 if that is not said
 */
public record QuorumText(List<NodeSet> sets, List<Integer> askers) {
    /** Nobody in particular asks this set. */
    public static final int NOBODY = -1;

    private static final Pattern FORM =
            Pattern.compile("(?:(?:[sS]_?|n)?([0-9]+)\\s*[=:]\\s*)?(?:\\{([^{}]*)}|([^{}=:]*))");
    private static final Pattern NODE = Pattern.compile("n?([0-9]{1,9})");

    /** The lines of a file: one quorum a line; what follows a {@code #} and empty lines do not count. */
    static QuorumText ofLines(String text) {
        Reader reader = new Reader("line");
        String[] lines = text.split("\\R", -1);
        for (int line = 0; line < lines.length; line++) {
            String said =
                    lines[line].replace("\uFEFF", "").replaceFirst("#.*", "").strip();
            if (!said.isEmpty()) {
                reader.read(line + 1, said);
            }
        }
        if (reader.sets.isEmpty()) {
            throw new IllegalArgumentException(
                    "there is no quorum in it: write one a line, as in \"n1 n2 n3\" or \"S1 = {1, 2, 3}\"");
        }
        return reader.result();
    }

    /** Sets with a slash between, as in {@code n1,n2/n2,n3}. */
    public static QuorumText ofSets(String text) {
        Reader reader = new Reader("set");
        String[] sets = text.split("/", -1);
        for (int place = 0; place < sets.length; place++) {
            reader.read(place + 1, sets[place].strip());
        }
        return reader.result();
    }

    /** The highest node named, counted from one. */
    int highest() {
        int highest = 0;
        for (NodeSet set : sets) {
            for (int index = set.next(0); index >= 0; index = set.next(index + 1)) {
                highest = Math.max(highest, index + 1);
            }
        }
        for (int asker : askers) {
            highest = Math.max(highest, asker + 1);
        }
        return highest;
    }

    /** With a slash between, as {@link #ofSets} reads them. */
    public String slashed() {
        StringJoiner text = new StringJoiner("/");
        for (String set : braced()) {
            text.add(set.replace("{", "").replace("}", ""));
        }
        return text.toString();
    }

    /** Each as {@code {n1,n2}}, or {@code n1={n1,n2}} if it is said who asks it. */
    List<String> braced() {
        List<String> texts = new ArrayList<>();
        for (int place = 0; place < sets.size(); place++) {
            int asker = askers.get(place);
            texts.add((asker == NOBODY ? "" : NodeId.of(asker) + "=") + sets.get(place));
        }
        return texts;
    }

    private static final class Reader {
        /** The name of a piece of the text in error messages. */
        private final String unit;

        private final List<NodeSet> sets = new ArrayList<>();
        private final List<Integer> askers = new ArrayList<>();

        Reader(String unit) {
            this.unit = unit;
        }

        QuorumText result() {
            return new QuorumText(List.copyOf(sets), List.copyOf(askers));
        }

        void read(int number, String said) {
            Matcher form = FORM.matcher(said);
            if (!form.matches()) {
                throw refusal(number, "\"" + said + "\" is no quorum");
            }
            String label = form.group(1);
            int asker = label == null ? NOBODY : node(number, label);
            if (asker != NOBODY && askers.contains(asker)) {
                throw refusal(number, "n" + (asker + 1) + " has a quorum already, and asks only one");
            }
            String members = form.group(2) == null ? form.group(3) : form.group(2);
            NodeSet set = NodeSet.EMPTY;
            for (String member : members.strip().split("\\s*,\\s*|\\s+", -1)) {
                NodeId node = NodeId.of(node(number, member));
                if (set.contains(node)) {
                    throw refusal(number, node + " is named twice in \"" + said + "\"");
                }
                set = set.with(node);
            }
            sets.add(set);
            askers.add(asker);
        }

        private int node(int number, String text) {
            Matcher node = NODE.matcher(text);
            if (!node.matches()) {
                throw refusal(number, text.isEmpty() ? "a node is missing" : "\"" + text + "\" is no node");
            }
            int counted = Integer.parseInt(node.group(1));
            if (counted < 1 || counted > NodeId.INDEX_MAX + 1) {
                throw refusal(number, "nodes are counted from 1 to " + (NodeId.INDEX_MAX + 1) + ", not " + counted);
            }
            return counted - 1;
        }

        private IllegalArgumentException refusal(int number, String reason) {
            return new IllegalArgumentException(unit + " " + number + ": " + reason
                    + ". A quorum is written n1,n2,n3 or 1 2 3, or n1={n1,n2,n3} to say that n1 asks it");
        }
    }
}
