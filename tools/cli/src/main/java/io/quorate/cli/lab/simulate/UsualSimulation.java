// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.simulate;

import io.quorate.core.lock.Protocol;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationOptions;
import io.quorate.lab.world.net.Network;
import io.quorate.overlay.node.OverlayProtocol;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The defaults of a simulation, as options of {@link SimulationOptions}. */
public final class UsualSimulation {
    private UsualSimulation() {}

    /** @param voters null if that many as usual */
    public static Map<String, String> of(Protocol<?> protocol, int nodes, @Nullable Integer voters) {
        Map<String, String> map = new LinkedHashMap<>();
        map.put("nodes", String.valueOf(nodes));
        QuorumSystem usual = protocol.usualQuorums(voters == null ? nodes : voters);
        map.put("quorums", usual.name());
        if (OverlayProtocol.isOne(protocol)) {
            map.put("voters", String.valueOf(usual.size()));
            map.put("overlay", "fixed");
        }
        map.put("placed", "as-numbered");
        map.put("claims", "1000");
        map.put("arrivals", "poisson:0.5");
        map.put("locks", "1");
        map.put("popularity", "even");
        map.put("hot", "even");
        map.put("shared", "0");
        map.put("delay", Simulation.usualDelay(protocol).text());
        map.put("hold", "constant:" + 2 * Simulation.USUAL_DELAY);
        map.put("timeout", "never");
        map.put("network", Network.justEnoughFor(protocol.traits().needs()).text());
        map.put("faults", "none");
        return map;
    }
}
