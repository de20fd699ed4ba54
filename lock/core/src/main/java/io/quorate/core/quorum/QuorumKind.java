// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum;

import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * One construction of quorum systems, known by its name.
 *
 * @param order its place in lists; lists must not depend on the order of the class path
 * @param parameter the parameter behind the name and a colon, as help shows it; empty if there is none
 * @param fits the numbers of voters for which the construction works without a parameter
 */
public record QuorumKind(int order, String name, String parameter, IntPredicate fits, Maker maker) {
    /** Makes a system from the text behind the colon, which may be empty, and the number of voters. */
    public interface Maker {
        QuorumSystem make(String parameter, int voters);
    }

    /** A construction without parameters, for every number of voters. */
    public static QuorumKind forAny(int order, String name, IntFunction<QuorumSystem> make) {
        return forSome(order, name, voters -> true, make);
    }

    /** A construction without parameters, for those numbers of voters that fit. */
    public static QuorumKind forSome(int order, String name, IntPredicate fits, IntFunction<QuorumSystem> make) {
        return new QuorumKind(order, name, "", fits, (parameter, voters) -> make.apply(voters));
    }

    /** A construction for every number of voters that takes a parameter. */
    public static QuorumKind withParameter(int order, String name, String parameter, Maker maker) {
        return new QuorumKind(order, name, parameter, voters -> true, maker);
    }

    /** The name as help shows it, as in {@code tree[:DEGREE]}. */
    public String form() {
        return parameter.isEmpty() ? name : name + "[:" + parameter + "]";
    }
}
