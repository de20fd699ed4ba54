// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.overlay;

import io.quorate.core.model.NodeId;
import io.quorate.lab.simulate.chance.Randomness;

/** Lets nodes come and go, one at a time. */
final class Disturbance {
    private final OverlayWorld world;
    private final Randomness randomness;

    Disturbance(OverlayWorld world, Randomness randomness) {
        this.world = world;
        this.randomness = randomness;
    }

    /** Some node comes, goes, falls silent or starts again; at least two remain in. */
    void happen() {
        if (world.nodes().size() < 3) {
            world.add();
            return;
        }
        NodeId node = world.anyNode();
        switch (randomness.nextInt(5)) {
            case 0, 1 -> world.add();
            case 2 -> world.crash(node);
            case 3 -> world.leave(node);
            default -> world.restart(node);
        }
    }
}
