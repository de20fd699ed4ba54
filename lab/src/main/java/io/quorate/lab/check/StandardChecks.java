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
            case "sequential", "cyclic" -> SequentialChecks.forMutants(protocol);
            default -> List.of();
        };
    }

    /** For every build: together a matter of seconds. */
    public static List<CheckSystem> small() {
        return join(QuorumLockChecks.small(), SequentialChecks.small());
    }

    /** For long runs: each takes from seconds to a minute. */
    public static List<CheckSystem> large() {
        return join(QuorumLockChecks.large(), SequentialChecks.large());
    }

    private static List<CheckSystem> join(List<CheckSystem> one, List<CheckSystem> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }
}
