// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala.numbers;

import io.quorate.core.lock.MachineContext;
import io.quorate.papers.ricartagrawala.Choices.Choice;
import io.quorate.papers.ricartagrawala.Rules;

/** Section 6.5: by how much the next sequence number is larger than the highest. */
interface Increments {
    /** Of nodes that stand back, with {@code priority}. */
    int LOW_PRIORITY_STEP = 8;

    /** With {@code random-increments}, from 1 to this: a range in which two nodes seldom draw the same. */
    int RANDOM_STEP_MAX = 64;

    /** At least 1. */
    long after(long highest);

    static Increments of(Rules rules, MachineContext context) {
        int node = context.self().index();
        if (rules.has(Choice.RANDOM_INCREMENTS)) {
            return highest -> 1 + Long.remainderUnsigned(scatter(highest * 256 + node + 1), RANDOM_STEP_MAX);
        }
        boolean standsBack = rules.has(Choice.PRIORITY) && !isOfHighPriority(node, context);
        return highest -> standsBack ? LOW_PRIORITY_STEP : 1;
    }

    /** The second half of the nodes, without the one in the middle: those that lose ties. */
    static boolean isOfHighPriority(int node, MachineContext context) {
        return 2 * node >= context.quorums().size();
    }

    /**
     * As good as random, yet the same every time: a machine draws nothing. Node and number go in, so two nodes that know the same
     * highest number take different steps, and a node takes another step next time.
     */
    private static long scatter(long value) {
        long mixed = value * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
        return mixed ^ (mixed >>> 32);
    }
}
