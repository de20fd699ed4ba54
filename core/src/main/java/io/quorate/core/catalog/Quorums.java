package io.quorate.core.catalog;

import io.quorate.core.quorum.All;
import io.quorate.core.quorum.Majority;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Singleton;
import java.util.List;
import java.util.function.IntFunction;

/** Every quorum system that is made from a number of voters alone, by name. */
public final class Quorums {
    private static final List<IntFunction<QuorumSystem>> ALL = List.of(Majority::new, All::new, Singleton::new);

    private Quorums() {}

    public static List<String> names() {
        return ALL.stream().map(make -> make.apply(1).name()).toList();
    }

    /** The quorum system with this name; an unknown one is refused with a suggestion. */
    public static QuorumSystem named(String name, int voters) {
        for (IntFunction<QuorumSystem> make : ALL) {
            QuorumSystem system = make.apply(voters);
            if (system.name().equals(name)) {
                return system;
            }
        }
        throw Suggestion.unknown("quorum system", name, names());
    }
}
