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
            case "maekawa" ->
                Stream.concat(MaekawaChecks.forMutants().stream(), TakeOverChecks.forMutants().stream())
                        .toList();
            case "thiare-fall" -> ThiareFallChecks.forMutants();
            case "sequential", "cyclic" -> SequentialChecks.forMutants(protocol);
            case "tree" -> TreeChecks.forMutants();
            case "sigma" -> SigmaChecks.forMutants();
            case "nonendtoend" -> NonEndToEndChecks.forMutants();
            case "endtoend" -> EndToEndChecks.forMutants();
            case "lamport" -> LamportChecks.forMutants();
            case "suzuki-kasami" -> SuzukiKasamiChecks.forMutants();
            case "raymond" -> RaymondChecks.forMutants();
            case "naimi-trehel" -> NaimiTrehelChecks.forMutants();
            case "ricart-agrawala" ->
                Stream.of(
                                RicartAgrawalaChecks.forMutants(),
                                RicartAgrawalaNumbersChecks.forMutants(),
                                RicartAgrawalaMediaChecks.forMutants(),
                                RicartAgrawalaPracticeChecks.forMutants())
                        .flatMap(List::stream)
                        .toList();
            default -> List.of();
        };
    }

    /** For every build: together a matter of seconds. */
    public static List<CheckSystem> small() {
        return Stream.of(
                        QuorumLockChecks.small(),
                        MaekawaChecks.small(),
                        TakeOverChecks.small(),
                        SequentialChecks.small(),
                        ThiareFallChecks.small(),
                        TreeChecks.small(),
                        RicartAgrawalaChecks.small(),
                        SigmaChecks.small(),
                        NonEndToEndChecks.small(),
                        LamportChecks.small(),
                        SuzukiKasamiChecks.small(),
                        RaymondChecks.small(),
                        NaimiTrehelChecks.small(),
                        RicartAgrawalaNumbersChecks.small(),
                        RicartAgrawalaMediaChecks.small(),
                        RicartAgrawalaPracticeChecks.small(),
                        EndToEndChecks.small())
                .flatMap(List::stream)
                .toList();
    }

    /** For long runs: each takes from seconds to a minute. */
    public static List<CheckSystem> large() {
        return Stream.of(
                        QuorumLockChecks.large(),
                        MaekawaChecks.large(),
                        TakeOverChecks.large(),
                        SequentialChecks.large(),
                        ThiareFallChecks.large(),
                        TreeChecks.large(),
                        RicartAgrawalaChecks.large(),
                        SigmaChecks.large(),
                        NonEndToEndChecks.large(),
                        LamportChecks.large(),
                        SuzukiKasamiChecks.large(),
                        RaymondChecks.large(),
                        NaimiTrehelChecks.large(),
                        RicartAgrawalaNumbersChecks.large(),
                        RicartAgrawalaMediaChecks.large(),
                        RicartAgrawalaPracticeChecks.large(),
                        EndToEndChecks.large())
                .flatMap(List::stream)
                .toList();
    }
}
