package io.quorate.lab.check;

import java.util.List;
import java.util.stream.Stream;

/** The systems that are checked in every build, and those that are checked now and then. */
public final class StandardChecks {
    private StandardChecks() {}

    /** From small to large, systems of which each breaks without some rule of the protocol. */
    public static List<CheckSystem> forMutants(String protocol) {
        return switch (protocol) {
            case "quorumlock" -> QuorumLockChecks.forMutants();
            case "maekawa" -> MaekawaChecks.forMutants();
            default -> List.of();
        };
    }

    /** For every build: together a matter of seconds. */
    public static List<CheckSystem> small() {
        return both(QuorumLockChecks.small(), MaekawaChecks.small());
    }

    /** For long runs: each takes from seconds to a minute. */
    public static List<CheckSystem> large() {
        return both(QuorumLockChecks.large(), MaekawaChecks.large());
    }

    private static List<CheckSystem> both(List<CheckSystem> some, List<CheckSystem> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }
}
