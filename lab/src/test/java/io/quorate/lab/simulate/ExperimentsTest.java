package io.quorate.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.protocol.quorumlock.QuorumLock;
import io.quorate.lab.world.Setup;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExperimentsTest {
    @Test
    void withoutLoadAnEntryCostsExactlyTheFormulaAndUnderLoadMoreButNeverMoreThanTheBound() {
        Experiments.Table table = Experiments.messagesAgainstLoad(
                ParallelRuns.SEQUENTIAL, Setup.usual(new QuorumLock(), 5), List.of(0.0, 0.1, 0.5, 0.9), 500, 1);
        assertThat(table.rows()).hasSize(4);
        assertThat(table.rows().get(0).messagesPerEntry())
                .isEqualTo(table.rows().get(0).alone())
                .isEqualTo(6);
        assertThat(table.rows())
                .allSatisfy(row -> assertThat(row.messagesPerEntry()).isBetween(2.0, row.worst()));
        assertThat(table.rows().get(2).messagesPerEntry()).isGreaterThan(6);
        assertThat(table.rows())
                .isSortedAccordingTo((one, other) -> Double.compare(one.waitMeanNanos(), other.waitMeanNanos()));
    }

    @Test
    void theCostGrowsWithTheQuorum() {
        Experiments.Table table = Experiments.messagesAgainstNodes(
                ParallelRuns.SEQUENTIAL, new QuorumLock(), List.of(1, 3, 5, 9), 0, 90, 1);
        assertThat(table.rows()).extracting(Experiments.Row::messagesPerEntry).containsExactly(0.0, 3.0, 6.0, 12.0);
        assertThat(table.rows()).extracting(Experiments.Row::x).containsExactly(1.0, 3.0, 5.0, 9.0);
    }

    @Test
    void aBrokenPromiseEndsTheExperiment() {
        QuorumLock protocol = new QuorumLock();
        Setup broken = Setup.usual(protocol, 3)
                .without(protocol.mutants().stream()
                        .filter(mutant -> mutant.rule().equals("R7"))
                        .findFirst()
                        .orElseThrow());
        assertThatThrownBy(() -> Experiments.messagesAgainstLoad(ParallelRuns.SEQUENTIAL, broken, List.of(0.9), 100, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("./quorate simulate quorumlock --seed 1 --nodes 3 --without R7");
    }
}
