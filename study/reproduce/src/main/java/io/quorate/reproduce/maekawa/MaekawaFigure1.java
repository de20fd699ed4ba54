// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.maekawa;

import io.quorate.core.quorum.Explicit;
import java.util.List;

/** Figure 1 of Maekawa's paper and the example of its section 7, with the sets as they are printed there. */
public final class MaekawaFigure1 {
    private static final String A = """
            S1 = {1, 2}
            S3 = {1, 3}
            S2 = {2, 3}
            """;
    private static final String B = """
            S1 = {1, 2, 3}
            S4 = {1, 4, 5}
            S6 = {1, 6, 7}
            S2 = {2, 4, 6}
            S5 = {2, 5, 7}
            S7 = {3, 4, 7}
            S3 = {3, 5, 6}
            """;
    private static final String C = """
            S1 = {1, 2, 3, 4}
            S5 = {1, 5, 6, 7}
            S8 = {1, 8, 9, 10}
            S11 = {1, 11, 12, 13}
            S2 = {2, 5, 8, 11}
            S6 = {2, 6, 9, 12}
            S7 = {2, 7, 10, 13}
            S10 = {3, 5, 10, 12}
            S3 = {3, 6, 8, 13}
            S9 = {3, 7, 9, 11}
            S13 = {4, 5, 9, 13}
            S4 = {4, 6, 10, 11}
            S12 = {4, 7, 8, 12}
            """;
    private static final String D = """
            S1 = {1, 2, 3, 4, 5}
            S6 = {1, 6, 7, 8, 9}
            S10 = {1, 10, 11, 12, 13}
            S14 = {1, 14, 15, 16, 17}
            S18 = {1, 18, 19, 20, 21}
            S2 = {2, 6, 10, 14, 18}
            S7 = {2, 7, 11, 15, 19}
            S8 = {2, 8, 12, 16, 20}
            S9 = {2, 9, 13, 17, 21}
            S11 = {3, 6, 11, 17, 20}
            S3 = {3, 7, 10, 16, 21}
            S13 = {3, 8, 13, 15, 18}
            S12 = {3, 9, 12, 14, 19}
            S15 = {4, 6, 12, 15, 21}
            S4 = {4, 7, 13, 14, 20}
            S17 = {4, 8, 10, 17, 19}
            S16 = {4, 9, 11, 16, 18}
            S19 = {5, 6, 13, 16, 19}
            S5 = {5, 7, 12, 17, 18}
            S21 = {5, 8, 11, 14, 21}
            S20 = {5, 9, 10, 15, 20}
            """;
    private static final String FIVE_NODES = """
            S1 = {1, 2, 3}
            S2 = {2, 4}
            S3 = {3, 5, 4}
            S4 = {1, 4, 5}
            S5 = {2, 5}
            """;

    /** The letters of the parts, K = 2 first. */
    static final List<String> PARTS = List.of("a", "b", "c", "d");

    private MaekawaFigure1() {}

    /** The sets with this K. */
    public static Explicit part(int members) {
        return Explicit.ofLines(List.of(A, B, C, D).get(members - 2), 0);
    }

    /** Section 7: the plane of seven, with 5 standing in for 7 and 4 for 6. */
    static Explicit fiveNodes() {
        return Explicit.ofLines(FIVE_NODES, 0);
    }
}
