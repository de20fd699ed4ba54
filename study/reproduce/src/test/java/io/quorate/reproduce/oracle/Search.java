// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.oracle;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Every state that a small model can reach, breadth first. */
final class Search {
    /** A model: a state is told by its text. */
    interface State {
        /** What can come next; empty if nothing can. */
        List<? extends State> next();

        /** How many are in the critical section. */
        int inside();

        /** Whether somebody waits. */
        boolean somebodyWaits();

        /** Some number to be maximised, such as how often a waiter was passed. */
        default int measure() {
            return 0;
        }
    }

    /**
     * What there is.
     *
     * @param mostInside how many were in the critical section at once
     * @param deadlocks states in which nothing can happen and somebody waits
     * @param most the largest {@link State#measure()}
     */
    record Found(int states, int mostInside, int deadlocks, int most) {}

    private static final int STATES_MAX = 2_000_000;

    private Search() {}

    static Found from(State begin) {
        Set<String> seen = new HashSet<>(Set.of(begin.toString()));
        Deque<State> open = new ArrayDeque<>(List.of(begin));
        int mostInside = 0;
        int deadlocks = 0;
        int most = 0;
        while (!open.isEmpty()) {
            State state = open.remove();
            mostInside = Math.max(mostInside, state.inside());
            most = Math.max(most, state.measure());
            List<? extends State> next = state.next();
            deadlocks += next.isEmpty() && state.somebodyWaits() ? 1 : 0;
            for (State each : next) {
                if (seen.add(each.toString())) {
                    open.add(each);
                }
            }
            if (seen.size() > STATES_MAX) {
                throw new IllegalStateException("the model is too large for a test: " + STATES_MAX + " states");
            }
        }
        return new Found(seen.size(), mostInside, deadlocks, most);
    }
}
