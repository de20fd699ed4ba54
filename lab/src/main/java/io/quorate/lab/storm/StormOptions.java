package io.quorate.lab.storm;

import io.quorate.core.protocol.Protocol;
import io.quorate.lab.simulate.SimulationOptions;
import io.quorate.lab.simulate.Swarm;
import io.quorate.lab.world.Setup;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A storm as options of a command, and back. A seed alone is a storm; what its cluster is made of, and what may go wrong, can be
 * given instead of drawn: {@code --seed 7 --nodes 3 --faults crashes,pauses}.
 */
public final class StormOptions {
    private StormOptions() {}

    /** All names of options but {@code seed}. */
    public static List<String> names() {
        return Stream.concat(SimulationOptions.setupNames().stream(), Stream.of("faults"))
                .toList();
    }

    /** The storm with this seed and these options, by name without dashes. */
    public static Storm read(Protocol<?> protocol, long seed, Map<String, String> options) {
        for (String name : options.keySet()) {
            if (!names().contains(name)) {
                throw new IllegalArgumentException("A storm draws --" + name
                        + " from its seed: take it away. It can be given: --" + String.join(", --", names()) + ".");
            }
        }
        Map<String, String> ofSetup = new LinkedHashMap<>(options);
        String faults = ofSetup.remove("faults");
        Setup setup = SimulationOptions.setup(Swarm.draw(protocol, seed).setup(), ofSetup);
        Storm storm = Storm.draw(setup, seed);
        return faults == null ? storm : storm.with(Fault.parse(faults));
    }

    /** All options of a storm, complete but for the terms, which are drawn. */
    static String text(Storm storm) {
        return "--seed " + storm.seed() + SimulationOptions.text(storm.setup()) + " --faults "
                + Fault.text(storm.faults());
    }
}
