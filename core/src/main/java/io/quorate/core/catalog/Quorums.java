package io.quorate.core.catalog;

import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.All;
import io.quorate.core.quorum.CyclicCover;
import io.quorate.core.quorum.DegeneratePlane;
import io.quorate.core.quorum.Explicit;
import io.quorate.core.quorum.Grid;
import io.quorate.core.quorum.Hierarchical;
import io.quorate.core.quorum.IntersectionOnly;
import io.quorate.core.quorum.Majority;
import io.quorate.core.quorum.PlaneOnSubset;
import io.quorate.core.quorum.ProjectivePlane;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Singleton;
import io.quorate.core.quorum.Tree;
import io.quorate.core.quorum.WeightedVoting;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * Every quorum system by name. Some take a parameter behind a colon, as in {@code tree:3}; without it they take what is
 * usual.
 */
public final class Quorums {
    private static final List<Kind> ALL = List.of(
            Kind.forAny("majority", Majority::new),
            Kind.forAny("all", All::new),
            new Kind("singleton", "NODE", voters -> true, Quorums::singleton),
            Kind.forSome("plane", ProjectivePlane::fits, ProjectivePlane::new),
            Kind.forSome("degenerate-plane", DegeneratePlane::fits, DegeneratePlane::new),
            Kind.forAny("plane-on-subset", PlaneOnSubset::new),
            Kind.forSome("cyclic-cover", CyclicCover::fits, CyclicCover::new),
            Kind.forAny("grid", Grid::new),
            new Kind("tree", "DEGREE", voters -> true, Quorums::tree),
            new Kind("weighted", "VOTES,VOTES,...", voters -> true, WeightedVoting::parse),
            new Kind("hierarchical", "3x3|SIZE,SIZE,...", voters -> true, Hierarchical::parse),
            new Kind("intersection-only", "QUORUMS[,LOAD]", voters -> true, IntersectionOnly::parse));

    private Quorums() {}

    private static QuorumSystem singleton(String centre, int voters) {
        return centre.isEmpty() ? new Singleton(voters) : new Singleton(voters, NodeId.parse(centre));
    }

    private static QuorumSystem tree(String degree, int voters) {
        return degree.isEmpty() ? new Tree(voters) : new Tree(voters, number(degree, "tree:3"));
    }

    private static int number(String text, String example) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is not a number that fits there: write one, as in " + example + ".", notANumber);
        }
    }

    /** Makes a system from the text behind the colon, which may be empty, and the number of voters. */
    private interface Maker {
        QuorumSystem make(String parameter, int voters);
    }

    /**
     * One construction.
     *
     * @param parameter what may stand behind its name and a colon, as help says it; empty if nothing may
     * @param fits for which numbers of voters there is one without a parameter
     */
    private record Kind(String name, String parameter, IntPredicate fits, Maker maker) {
        /** A construction without parameters, for every number of voters. */
        static Kind forAny(String name, IntFunction<QuorumSystem> make) {
            return forSome(name, voters -> true, make);
        }

        /** A construction without parameters, for those numbers of voters that fit. */
        static Kind forSome(String name, IntPredicate fits, IntFunction<QuorumSystem> make) {
            return new Kind(name, "", fits, (parameter, voters) -> make.apply(voters));
        }

        String help() {
            return parameter.isEmpty() ? name : name + "[:" + parameter + "]";
        }
    }

    public static List<String> names() {
        return ALL.stream().map(Kind::name).toList();
    }

    /** The names with what may stand behind them, as in {@code tree[:DEGREE]}. */
    public static List<String> forms() {
        return ALL.stream().map(Kind::help).toList();
    }

    /** Every system that there is for so many voters, each in its usual form. */
    public static List<QuorumSystem> possibleFor(int voters) {
        return ALL.stream()
                .filter(kind -> kind.fits.test(voters))
                .map(kind -> kind.maker.make("", voters))
                .toList();
    }

    /**
     * The quorum system written so, or these sets: {@code sets:n1,n2/n2,n3} or, as no name has a comma or a slash in it,
     * {@code n1,n2/n2,n3}. An unknown name is refused with a suggestion.
     */
    public static QuorumSystem named(String text, int voters) {
        if (text.startsWith(Explicit.PREFIX)) {
            return Explicit.ofSets(text.substring(Explicit.PREFIX.length()), voters);
        }
        if (!text.contains(":") && (text.contains(",") || text.contains("/"))) {
            return Explicit.ofSets(text, voters);
        }
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        for (Kind kind : ALL) {
            if (kind.name.equals(name)) {
                if (colon >= 0 && kind.parameter.isEmpty()) {
                    throw new IllegalArgumentException("The quorum system " + name
                            + " takes nothing behind its name: write \"" + name + "\" instead of \"" + text + "\".");
                }
                return kind.maker.make(colon < 0 ? "" : text.substring(colon + 1), voters);
            }
        }
        throw Suggestion.unknown("quorum system", name, names());
    }
}
