package io.quorate.cli.lab;

import io.quorate.cli.console.Words;
import io.quorate.lab.compare.Outcome;
import io.quorate.lab.compare.Pressure;
import io.quorate.lab.world.Setup;

/** What the literature says of a protocol that is compared, if it says something that holds here. */
final class KnownCost {
    private KnownCost() {}

    /** The messages of an entry; an empty text if no formula is known. */
    static String messages(Outcome.Measured measured) {
        Setup setup = measured.report().simulation().setup();
        boolean isLight = isUnder(Pressure.LIGHT, measured);
        return MessageCost.of(setup.protocol(), setup.quorums(), setup.nodes())
                .map(cost -> isLight || cost.cost().isAlwaysTheSame()
                        ? said(cost.aloneFormula(), cost.alone())
                        : "up to " + said(cost.boundFormula(), cost.bound()))
                .orElseGet(() -> ofToken(setup, isUnder(Pressure.HEAVY, measured)));
    }

    private static String said(String formula, double value) {
        return formula.replace("for each", "per") + " = " + Words.number(value);
    }

    /** A token that a request to everybody finds; and one that goes around a tree, over each edge twice, asked for each time. */
    private static String ofToken(Setup setup, boolean isHeavy) {
        int nodes = setup.nodes();
        return switch (setup.protocol().fullName()) {
            case "suzuki-kasami" -> "N = " + nodes + ", 0 at the token";
            case "raymond" -> isHeavy ? "4(N-1)/N = " + Words.number(4.0 * (nodes - 1) / nodes) : "";
            default -> "";
        };
    }

    private static boolean isUnder(Pressure pressure, Outcome.Measured measured) {
        return measured.report().simulation().load().arrivals().equals(pressure.arrivals());
    }

    /** How long the lock is on its way when all who wait are known; an empty text if nobody says. */
    static String synchronisation(Outcome.Measured measured) {
        if (!isUnder(Pressure.HEAVY, measured)) {
            return "";
        }
        return switch (measured.protocol().fullName()) {
            case "ricart-agrawala", "lamport", "suzuki-kasami", "naimi-trehel" -> "T";
            case "quorumlock", "maekawa", "thiare-fall", "tree", "central" -> "up to 2T";
            case "raymond" -> "T for each edge";
            default -> "";
        };
    }
}
