package io.quorate.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.protocol.Protocol;
import io.quorate.core.protocol.quorumlock.QuorumLock;
import io.quorate.core.protocol.reference.central.Central;
import io.quorate.lab.world.Setup;
import java.util.LinkedHashMap;
import java.util.Map;
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
        assertRefused("delay", "fast", "no length of time");
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
