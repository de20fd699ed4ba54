package io.quorate.lab.check;

import java.util.List;

/** The systems that are checked in every build, and those that are checked now and then. */
public final class StandardChecks {
    private StandardChecks() {}

    /** From small to large, systems of which each breaks without some rule of the protocol. */
    public static List<CheckSystem> forMutants(String protocol) {
        return switch (protocol) {
            case "quorumlock" -> QuorumLockChecks.forMutants();
            case "maekawa" -> MaekawaChecks.forMutants();
            case "thiare-fall" -> ThiareFallChecks.forMutants();
            default -> List.of();
        };
    }

    /** For every build: together a matter of seconds. */
    public static List<CheckSystem> small() {
        return together(List.of(QuorumLockChecks.small(), MaekawaChecks.small(), ThiareFallChecks.small()));
    }

    /** For long runs: each takes from seconds to a minute. */
    public static List<CheckSystem> large() {
        return together(List.of(QuorumLockChecks.large(), MaekawaChecks.large(), ThiareFallChecks.large()));
    }

    private static List<CheckSystem> together(List<List<CheckSystem>> systems) {
        return systems.stream().flatMap(List::stream).toList();
    }
}
