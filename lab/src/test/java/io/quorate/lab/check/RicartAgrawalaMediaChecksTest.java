package io.quorate.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.protocol.ricartagrawala.RicartAgrawala;
import java.util.List;
import org.junit.jupiter.api.Test;

class RicartAgrawalaMediaChecksTest {
    @Test
    void tmp() {
        for (CheckSystem system : RicartAgrawalaMediaChecks.small().stream().filter(x -> x.name().contains("2+1+1")).toList()) {
            long t = System.nanoTime();
            CheckReport report = ModelChecker.check(system, Progress.NONE);
            System.out.println(system.name() + " " + report.states() + " " + report.verdict() + " " + (System.nanoTime() - t) / 1000000);
            if (report.counterexample() != null) {
                System.out.println(report.toText());
            }
        }
        for (var mutant : new RicartAgrawala().mutants()) {
          if (List.of("B1").contains(mutant.rule())) {
            MutantVerdict v = MutantSuite.hunt(mutant, Progress.NONE);
            System.out.println(mutant.rule() + " " + v.toText() + v.toScenario());
          }
        }
    }
}
