// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce;

/**
 * A table, figure, example or bound of a paper, and how to get it again.
 *
 * @param name begins with the word of its paper, as in {@code maekawa-table-3}; also its argument on the command line
 * @param place where it stands in the paper, as in "Table III"
 * @param title what it is about
 * @param effort about how many seconds it takes on one core, for the estimate of a full and of a quick run
 */
public record Item(String name, Paper paper, String place, String title, Effort effort, Experiment experiment) {
    /** About how many seconds. */
    public record Effort(double quick, double full) {
        public double at(Scale scale) {
            return scale.choose(quick, full);
        }
    }

    public Item {
        if (!name.startsWith(paper.word() + "-") || !name.matches("[a-z0-9.-]+")) {
            throw new IllegalArgumentException(
                    "The name of an item is made of small letters, digits, points and dashes," + " and begins with "
                            + paper.word() + "-; this does not: \"" + name + "\".");
        }
    }

    /** Does just this one again. */
    public String command() {
        return "./quorate reproduce " + name;
    }
}
