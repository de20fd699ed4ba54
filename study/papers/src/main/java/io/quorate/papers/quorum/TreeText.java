// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.quorum;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** A tree written as text: a site, and in brackets behind it those just below it, as in {@code 1(2,3(4,5))}. */
final class TreeText {
    /** No site above it. */
    static final int NOBODY = -1;

    private static final int NOT_NAMED = -2;

    private static final String EXAMPLE = ": write each node once, as in tree-of:1(2,3(4,5))";

    private final String text;
    private final int[] fathers;
    private int at;

    private TreeText(String text, int size) {
        this.text = text;
        this.fathers = new int[size];
        Arrays.fill(fathers, NOT_NAMED);
    }

    /** For each site the one above it, and {@link #NOBODY} for the root. */
    static int[] fathers(String text, int size) {
        TreeText reader = new TreeText(text, size);
        reader.read();
        reader.requireAll();
        return reader.fathers;
    }

    private void read() {
        Deque<Integer> above = new ArrayDeque<>();
        do {
            int site = site(above.isEmpty() ? NOBODY : above.peek());
            if (take('(')) {
                above.push(site);
                continue;
            }
            while (!above.isEmpty() && take(')')) {
                above.pop();
            }
            if (!above.isEmpty() && !take(',')) {
                throw wrong("there must be a comma or a closing bracket at place " + (at + 1));
            }
        } while (!above.isEmpty());
        if (at < text.length()) {
            throw wrong("the tree ends before \"" + text.substring(at) + "\"");
        }
    }

    private boolean take(char expected) {
        if (at < text.length() && text.charAt(at) == expected) {
            at++;
            return true;
        }
        return false;
    }

    private int site(int father) {
        take('n'); // n4 is the same as 4
        int begin = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (begin == at || at - begin > 6) {
            throw wrong("there must be the number of a node at place " + (begin + 1));
        }
        int site = Integer.parseInt(text.substring(begin, at)) - 1;
        if (site < 0 || site >= fathers.length) {
            throw wrong("n" + (site + 1) + " is none of the nodes n1 to n" + fathers.length);
        }
        if (fathers[site] != NOT_NAMED) {
            throw wrong("n" + (site + 1) + " stands there twice");
        }
        fathers[site] = father;
        return site;
    }

    private void requireAll() {
        for (int site = 0; site < fathers.length; site++) {
            if (fathers[site] == NOT_NAMED) {
                throw wrong("n" + (site + 1) + " of the nodes n1 to n" + fathers.length + " is missing");
            }
        }
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(
                "\"" + text + "\" is no tree of " + fathers.length + " nodes, " + what + EXAMPLE);
    }
}
