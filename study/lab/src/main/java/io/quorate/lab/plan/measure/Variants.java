// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan.measure;

import io.quorate.core.quorum.Explicit;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.Hierarchical;
import io.quorate.core.quorum.systems.WeightedVoting;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The variants of a system, or some of them. */
public final class Variants {
    /** A prime: steps of this length meet all variants, and the first few are in no simple pattern. */
    private static final int STEP = 7919;

    private Variants() {}

    /** Systems in which voters are not alike: variants leave their quorums as they are, and only vary which are preferred. */
    public static boolean keepQuorums(QuorumSystem system) {
        return system instanceof WeightedVoting || system instanceof Hierarchical || system instanceof Explicit;
    }

    /** A number of variants, the system itself first; all of them if there are no more. */
    public static Stream<QuorumSystem> some(QuorumSystem system, int count) {
        int variants = system.variants();
        return count >= variants
                ? IntStream.range(0, variants).mapToObj(system::variant)
                : IntStream.range(0, count).mapToObj(place -> system.variant((int) ((long) place * STEP % variants)));
    }
}
