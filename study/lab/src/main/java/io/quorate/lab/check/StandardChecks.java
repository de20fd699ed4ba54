// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

import io.quorate.core.lock.Protocol;
import io.quorate.lab.kit.Kits;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The systems of all kits: those that are checked in every build, and those that are checked now and then. */
public final class StandardChecks {
    private StandardChecks() {}

    /** From small to large, systems of which one breaks without this rule of the protocol. */
    public static List<CheckSystem> forMutant(Protocol<?> protocol, String rule) {
        return kit(protocol).map(kit -> kit.forMutant(rule)).orElse(List.of());
    }

    /** For every build: together a matter of seconds. */
    public static List<CheckSystem> small() {
        return kits().flatMap(kit -> kit.small().stream()).toList();
    }

    /** For long runs: each takes from seconds to a minute. */
    public static List<CheckSystem> large() {
        return kits().flatMap(kit -> kit.large().stream()).toList();
    }

    /** The kit of the protocol; empty if the protocol has none, or one without systems. */
    static Optional<CheckKit> kit(Protocol<?> protocol) {
        return Kits.of(protocol) instanceof CheckKit kit ? Optional.of(kit) : Optional.empty();
    }

    private static Stream<CheckKit> kits() {
        return Kits.all().stream().filter(CheckKit.class::isInstance).map(CheckKit.class::cast);
    }
}
