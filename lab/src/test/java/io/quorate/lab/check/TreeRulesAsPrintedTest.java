package io.quorate.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.protocol.tree.TreeLock;
import io.quorate.lab.world.Limits;
import io.quorate.lab.world.Network;
import io.quorate.lab.world.Setup;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is right with the tree algorithm as printed, and the shortest runs that show what is not. */
class TreeRulesAsPrintedTest {
    private static final Setup THREE = Setup.usual(TreeLock.asPrinted(), 3);
    private static final String EXCLUSION = "at no instant there are two conflicting holds";

    private static CheckReport check(Setup setup, Limits limits) {
        return ModelChecker.check(new CheckSystem("as printed", setup, limits), Progress.NONE);
    }

    private static void assertBroken(CheckReport report, String property, int steps) {
        assertThat(report.verdict()).as(report::toText).isEqualTo(Verdict.INVALID);
        Counterexample shown = Objects.requireNonNull(report.counterexample());
        assertThat(shown.property().sentence()).isEqualTo(property);
        assertThat(shown.trace().choices()).hasSize(steps);
    }

    @ParameterizedTest
    @CsvSource({"3, 258", "7, 3384"})
    void withMessagesInOrderAndOneRequestEachItHolds(int sites, long states) {
        CheckReport report = check(Setup.usual(TreeLock.asPrinted(), sites), Limits.contenders(3, 1));
        assertThat(report.verdict()).as(report::toText).isEqualTo(Verdict.VALID);
        assertThat(report.states()).isEqualTo(states);
    }

    @Test
    void anInquireThatOvertakesItsReplyLetsTwoIn() {
        assertBroken(check(THREE.over(Network.UNORDERED), Limits.contenders(3, 1)), EXCLUSION, 8);
    }

    @Test
    void anInquireThatFindsTheNextRequestLetsTwoInEvenInOrder() {
        assertBroken(check(THREE, Limits.contenders(3, 2)), EXCLUSION, 18);
    }

    @Test
    void aWrongSuspicionLetsTwoIn() {
        assertBroken(check(THREE, Limits.contenders(2, 1).withSuspicions(1)), EXCLUSION, 7);
    }

    @Test
    void aSiteOfAQuorumThatWasGivenUpIsLockedForEver() {
        assertBroken(
                check(THREE, Limits.contenders(1, 1).withSuspicions(1)),
                "in a quiet state in which nobody holds or waits, no node remembers anything",
                8);
    }
}
