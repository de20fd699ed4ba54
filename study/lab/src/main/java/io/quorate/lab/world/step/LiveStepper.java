// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.step;

import io.quorate.core.model.NodeId;
import io.quorate.lab.world.event.Event;
import io.quorate.lab.world.net.Channel;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.net.InFlightReader;
import io.quorate.lab.world.setup.Setup;
import org.jspecify.annotations.Nullable;

/** Runs every turn, on the node itself as long as no other cluster shares it. */
final class LiveStepper extends Stepper {
    private @Nullable InFlightReader reader;

    private InFlightReader readerFor(Setup setup) {
        InFlightReader known = reader;
        if (known == null) {
            known = new InFlightReader(setup.protocol());
            reader = known;
        }
        return known;
    }

    @Override
    public NodeSnapshot step(NodeSnapshot node, Event event, TurnEffects effects) {
        NodeSnapshot own = node.isShared() ? node.copy(-1) : node;
        own.run(event, effects);
        return own;
    }

    @Override
    public NodeSnapshot first(Setup setup, int index) {
        return NodeSnapshot.first(setup, NodeId.of(index), readerFor(setup));
    }

    @Override
    public NodeSnapshot restarted(Setup setup, int index, Restarted as) {
        return NodeSnapshot.restarted(setup, NodeId.of(index), readerFor(setup), as);
    }

    @Override
    public Channel append(Channel channel, FrameInFlight packet) {
        return channel.plus(packet);
    }

    @Override
    public Channel remove(Channel channel, int position) {
        return channel.minus(position);
    }

    @Override
    public Channel mark(Channel channel, long without, long with) {
        return channel.marked(without, with);
    }
}
