// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.lock.Protocol;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.reference.central.Central;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SimulationOptionsTest {
    private static final Protocol<?> PROTOCOL = new QuorumLock();
    private static final Pattern OPTION = Pattern.compile("--(\\S+) ('[^']*'|\\S+)");

    /** As a shell would take the command apart. */
    private static Simulation replay(String command) {
        Map<String, String> options = new LinkedHashMap<>();
        Matcher matcher = OPTION.matcher(command);
        while (matcher.find()) {
            options.put(matcher.group(1), matcher.group(2).replace("'", ""));
        }
        long seed = Long.parseLong(options.remove("seed"));
        return SimulationOptions.read(PROTOCOL, seed, options);
    }

    @Test
    void aProtocolThatNeedsOrderGetsIt() {
        Map<String, String> unordered = Map.of("network", "unordered");
        assertThatThrownBy(() -> SimulationOptions.read(new Central(), 1, unordered))
                .hasMessageContaining("choose fifo");
    }

    @Test
    void theReplayCommandSaysEverything() {
        for (long seed = 1; seed <= 300; seed++) {
            Simulation drawn = Swarm.draw(PROTOCOL, seed);
            assertThat(drawn.replayCommand()).startsWith("./quorate simulate quorumlock --seed " + seed + " ");
            // The seed decides what options are left open, so all of them are given for another seed too.
            Simulation again = replay(drawn.replayCommand().replace("--seed " + seed, "--seed " + (seed + 1_000)));
            assertThat(new Simulation(again.setup(), seed, again.load(), again.delay(), again.faults()).toString())
                    .isEqualTo(drawn.toString());
        }
    }

    @Test
    void quorumsThatAreListedAreToldToo() {
        Setup setup = Setup.parse("nodes 3  protocol quorumlock  quorums {n1,n3} {n2,n3} {n1,n3}  network fifo");
        Simulation simulation = Simulation.of(setup, 5, Load.of(new Arrivals.Alone(), 3));
        assertThat(replay(simulation.replayCommand()).setup().toString()).isEqualTo(setup.toString());
    }

    @Test
    void everyDelayAndWorkloadSurvivesTheReplayCommand() {
        for (String delay : List.of(
                "constant:7",
                "uniform:3:9",
                "heavy:12",
                "zones:3:uniform:1:2:heavy:3",
                "zones:2,3:constant:1:uniform:2:3",
                "matrix:constant:1,uniform:1:2/heavy:3,exponential:4@1,1,2,1,2")) {
            for (String more : List.of(
                    "--arrivals bursts:12:exponential:50000000 --popularity L=0.5,L3=0.25 --hot n2=0.75",
                    "--arrivals closed:heavy:1000:3 --popularity zipf:1.5 --hot zipf:0.7",
                    "--arrivals alone --popularity even --hot even")) {
                Simulation simulation = replay(
                        "--seed 1 --locks 3 --nodes 5 --quorums majority --voters 5 --delay " + delay + " " + more);
                assertThat(simulation.replayCommand())
                        .contains("--delay " + delay + " ")
                        .contains(more.split(" --pop")[0]);
                assertThat(replay(simulation.replayCommand())).isEqualTo(simulation);
                assertThat(Simulator.run(replay(simulation.replayCommand())).traceHash())
                        .isEqualTo(Simulator.run(simulation).traceHash());
            }
        }
    }

    @Test
    void timesMayHaveUnits() {
        Simulation simulation =
                replay("--seed 1 --nodes 4 --delay zones:2:500us:exponential:20ms --hold 3s --timeout 1ms");
        assertThat(simulation.delay().text()).isEqualTo("zones:2:constant:500000:exponential:20000000");
        assertThat(simulation.load().hold()).isEqualTo(RandomDuration.constant(3_000_000_000L));
        assertThat(simulation.load().timeout()).isEqualTo(RandomDuration.constant(1_000_000));
        assertThat(replay("--seed 1 --nodes 4 --delay zones:2").delay().text())
                .isEqualTo("zones:2:exponential:500000:exponential:20000000");
    }

    @Test
    void aSeedDrawsEveryDelayAndWorkloadNowAndThen() {
        Map<String, Integer> drawn = new TreeMap<>();
        int seeds = 1_000;
        for (long seed = 1; seed <= seeds; seed++) {
            Simulation simulation = Swarm.draw(PROTOCOL, seed);
            drawn.merge(simulation.delay().getClass().getSimpleName(), 1, Integer::sum);
            drawn.merge(simulation.load().arrivals().getClass().getSimpleName(), 1, Integer::sum);
            drawn.merge("locks " + simulation.load().wanted().getClass().getSimpleName(), 1, Integer::sum);
            drawn.merge("nodes " + simulation.load().askers().getClass().getSimpleName(), 1, Integer::sum);
        }
        assertThat(drawn.get("InZones")).isBetween(50, 150);
        assertThat(drawn.get("Bursts")).isBetween(50, 150);
        assertThat(drawn).containsKeys("Burst", "Poisson", "ClosedLoop", "Everywhere");
        assertThat(drawn.get("locks Zipf") + drawn.get("locks HotSpots")).isBetween(30, 150);
        assertThat(drawn.get("nodes Zipf") + drawn.get("nodes HotSpots")).isBetween(40, 150);
    }

    @Test
    void whatIsNotGivenIsDrawnFromTheSeed() {
        Simulation drawn = Swarm.draw(PROTOCOL, 9);
        assertThat(SimulationOptions.read(PROTOCOL, 9, Map.of()).toString()).isEqualTo(drawn.toString());
        Simulation larger = SimulationOptions.read(PROTOCOL, 9, Map.of("nodes", "9", "quorums", "majority"));
        assertThat(larger.setup().nodes()).isEqualTo(9);
        assertThat(larger.load()).isEqualTo(drawn.load());
    }

    @Test
    void whatCannotBeReadIsRefusedWithAnExample() {
        assertRefused("colour", "red", "There is no option --colour");
        assertRefused("arrivals", "sometimes", "poisson:0.5");
        assertRefused("arrivals", "poisson:2", "at most 1");
        assertRefused("arrivals", "bursts:3", "Write bursts:20:50ms");
        assertRefused("arrivals", "bursts:0:5ms", "at least one claim");
        assertRefused("popularity", "M=0.5", "Write even, zipf:1.0, or L=0.5");
        assertRefused("popularity", "zipf:99", "lies between 0 and 10");
        assertRefused("hot", "n99=0.5", "does not say what is hot");
        assertRefused("hot", "n1=1.5", "at most 1 together");
        assertRefused("delay", "fast", "no length of time");
        assertRefused("delay", "exponential:5min", "or 500us, 20ms, 1s");
        assertRefused("delay", "zones:3:5ms", "Write zones:3,");
        assertRefused("delay", "zones:0", "there are 1 to 1000 zones");
        assertRefused("delay", "zones:40,2", "have 42 nodes together");
        assertRefused("delay", "matrix:5ms,6ms/7ms", "one of them has 1 delays");
        assertRefused("delay", "matrix:5ms", "the matrix of delays is for 1 nodes");
        assertRefused("delay", "matrix:5ms@1,2", "there is no zone 2");
        assertRefused("faults", "gremlins=0.5", "There are no faults called [gremlins]");
        assertRefused("claims", "many", "no whole number");
        assertRefused("shared", "-1", "no number");
    }

    private static void assertRefused(String option, String value, String because) {
        assertThatThrownBy(() -> SimulationOptions.read(PROTOCOL, 1, Map.of(option, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(because);
    }
}
