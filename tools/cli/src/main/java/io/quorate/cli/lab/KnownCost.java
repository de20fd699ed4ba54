// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab;

import io.quorate.cli.console.Words;
import io.quorate.core.lock.Protocol;
import io.quorate.lab.compare.Outcome;
import io.quorate.lab.compare.Pressure;
import io.quorate.lab.kit.Kit;
import io.quorate.lab.kit.Kits;
import io.quorate.lab.world.setup.Setup;
import java.util.Optional;

/** Statements of the literature about a compared protocol, where they hold here. */
public final class KnownCost {
    private KnownCost() {}

    /** The messages of an entry; an empty text if no formula is known. */
    public static String messages(Outcome.Measured measured) {
        Setup setup = measured.report().simulation().setup();
        boolean isLight = isUnder(Pressure.LIGHT, measured);
        return MessageCost.of(setup.protocol(), setup.quorums(), setup.nodes())
                .map(cost -> isLight || cost.cost().isAlwaysTheSame()
                        ? said(cost.aloneFormula(), cost.alone())
                        : "up to " + said(cost.boundFormula(), cost.bound()))
                .or(() -> kit(setup.protocol())
                        .flatMap(kit -> kit.budget(setup.protocol().rules()))
                        .map(budget -> budget.formula(setup.nodes(), isUnder(Pressure.HEAVY, measured))))
                .orElse("");
    }

    private static String said(String formula, double value) {
        return formula.replace("for each", "per") + " = " + Words.number(value);
    }

    /** The literature knows the set of rules for use; of the others it says nothing. */
    private static Optional<Kit> kit(Protocol<?> protocol) {
        return Optional.of(Kits.of(protocol)).filter(kit -> protocol.fullName().equals(protocol.name()));
    }

    private static boolean isUnder(Pressure pressure, Outcome.Measured measured) {
        return measured.report().simulation().load().arrivals().equals(pressure.arrivals());
    }

    /** How long the lock is on its way when all who wait are known; an empty text if nobody says. */
    public static String synchronisation(Outcome.Measured measured) {
        if (!isUnder(Pressure.HEAVY, measured)) {
            return "";
        }
        return kit(measured.protocol()).map(Kit::knownSynchronisation).orElse("");
    }
}
