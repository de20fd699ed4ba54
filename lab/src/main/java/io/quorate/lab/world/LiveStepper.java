package io.quorate.lab.world;

import io.quorate.core.model.NodeId;
import org.jspecify.annotations.Nullable;

/** Runs every turn, on the node itself as long as no other cluster shares it. */
final class LiveStepper extends Stepper {
    private @Nullable PacketReader reader;

    private PacketReader readerFor(Setup setup) {
        PacketReader known = reader;
        if (known == null) {
            known = new PacketReader(setup.protocol());
            reader = known;
        }
        return known;
    }

    @Override
    NodeState step(NodeState node, Input input, TurnEffects effects) {
        NodeState own = node.isShared() ? node.copy(-1) : node;
        own.run(input, effects);
        return own;
    }

    @Override
    NodeState first(Setup setup, int index) {
        return NodeState.first(setup, NodeId.of(index), readerFor(setup));
    }

    @Override
    NodeState restarted(Setup setup, int index, int incarnation, long clock) {
        return NodeState.restarted(setup, NodeId.of(index), readerFor(setup), incarnation, clock);
    }

    @Override
    Channel append(Channel channel, Packet packet) {
        return channel.plus(packet);
    }

    @Override
    Channel remove(Channel channel, int position) {
        return channel.minus(position);
    }

    @Override
    Channel mark(Channel channel, long without, long with) {
        return channel.marked(without, with);
    }
}
