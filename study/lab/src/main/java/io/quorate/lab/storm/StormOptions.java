// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import io.quorate.core.lock.Protocol;
import io.quorate.lab.simulate.SimulationOptions;
import io.quorate.lab.world.setup.Setup;
import io.quorate.overlay.node.OverlayProtocol;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A storm as options of a command, and back. A seed alone is a storm; what its cluster is made of, and what may go wrong, can be
 * given instead of drawn: {@code --seed 7 --nodes 3 --faults crashes,pauses}.
 */
public final class StormOptions {
    private StormOptions() {}

    /** All names of options but {@code seed}. */
    public static List<String> names() {
        return Stream.concat(SimulationOptions.setupNames().stream(), Stream.of("spares", "faults"))
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
        String overlay = ofSetup.remove("overlay");
        String spares = ofSetup.remove("spares");
        Setup drawn = Storm.setup(protocol, seed);
        if (OverlayProtocol.isOne(protocol)) {
            ofSetup.putIfAbsent("voters", String.valueOf(replicas(drawn, ofSetup.get("nodes"))));
        }
        Storm any = Storm.draw(SimulationOptions.setup(drawn, ofSetup), seed);
        Storm usual = overlay == null ? any : over(any, overlay);
        Storm storm = spares == null ? usual : withSpares(usual, spares);
        return faults == null ? storm : storm.with(Fault.parse(faults, storm.isOverOverlay()));
    }

    private static Storm withSpares(Storm storm, String spares) {
        if (storm.isOverOverlay()) {
            throw new IllegalArgumentException("The protocol "
                    + storm.setup().protocol().name() + " knows no spare votes: take --spares " + spares + " away.");
        }
        if (!spares.matches("[0-9]")) {
            throw new IllegalArgumentException(
                    "\"" + spares + "\" is no number of spare votes. Write one from 0 to 9, as in --spares 1.");
        }
        return storm.withSpareVotes(Integer.parseInt(spares));
    }

    /** The voters are the replicas of a lock, however many nodes there are; unless there are fewer. */
    private static int replicas(Setup drawn, @Nullable String nodes) {
        int replicas = drawn.quorums().size();
        return nodes != null && nodes.matches("[1-9]") ? Math.min(replicas, Integer.parseInt(nodes)) : replicas;
    }

    private static Storm over(Storm storm, String overlay) {
        if (!storm.isOverOverlay()) {
            throw new IllegalArgumentException("The protocol "
                    + storm.setup().protocol().name() + " needs no overlay: take --overlay " + overlay + " away.");
        }
        return storm.with(storm.overlay().over(overlay));
    }

    /** All options of a storm, complete except the terms, which are drawn. */
    static String text(Storm storm) {
        String cluster = SimulationOptions.text(storm.setup());
        if (storm.isOverOverlay()) { // not the one that the checker would take
            String kind = storm.overlay().kind().name();
            cluster = cluster.replaceFirst(" --overlay \\S+", " --overlay " + kind);
        }
        boolean hasNoSpares = !storm.isOverOverlay() && storm.setup().spareVotes() == 0;
        return "--seed " + storm.seed() + cluster + (hasNoSpares ? " --spares 0" : "") + " --faults "
                + Fault.text(storm.faults());
    }
}
