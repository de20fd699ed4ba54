// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import io.quorate.core.model.NodeId;
import io.quorate.lab.simulate.chance.Distances;
import io.quorate.lab.simulate.chance.LastArrivals;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.net.Channel;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.net.Network;
import java.util.LinkedHashSet;
import java.util.Set;

/** Carries frames: gives each a delay, keeps the order if the network does, and nothing arrives over a link that is down. */
final class FrameDelivery implements ClusterObserver {
    /** How much later a copy of a frame may be than the frame, as a factor. */
    private static final int LATER = 20;

    private final SimulationRun run;
    private final Distances distances;
    private final Randomness randomness;
    private final Network network;

    /** Of a channel, or on a medium with one order of all channels to a node; if there is an order. */
    private final LastArrivals lastArrivals = new LastArrivals();

    /** The links that carry nothing now, each in both directions. */
    private final Set<Long> down = new LinkedHashSet<>();

    FrameDelivery(SimulationRun run, Simulation simulation, Randomness randomness) {
        this.run = run;
        this.distances = simulation.distances();
        this.randomness = randomness;
        this.network = simulation.setup().network();
    }

    private static long pair(NodeId from, NodeId to) {
        return ((long) from.index() << 32) | to.index();
    }

    @Override
    public void sent(NodeId from, NodeId to, FrameInFlight packet) {
        long arrival = run.now() + distances.between(from, to).draw(randomness);
        if (network != Network.UNORDERED) {
            long channel = network == Network.FIFO ? pair(from, to) : to.index();
            arrival = lastArrivals.push(channel, arrival, run.now());
        }
        run.at(arrival, () -> arrive(from, to, packet));
    }

    @Override
    public void duplicated(NodeId from, NodeId to, FrameInFlight packet) {
        long late = distances.between(from, to).draw(randomness) * (1 + randomness.nextInt(LATER));
        run.at(run.now() + late, () -> arrive(from, to, packet));
    }

    private void arrive(NodeId from, NodeId to, FrameInFlight packet) {
        int position = position(from, to, packet);
        if (position > 0 && (down.isEmpty() || !down.contains(pair(from, to)))) {
            run.apply(new Choice.Deliver(from, to, position));
        }
    }

    /** Where the frame is in its channel; 0 if it was lost. Of two copies, the first. */
    int position(NodeId from, NodeId to, FrameInFlight packet) {
        Channel channel = run.cluster().channel(from, to);
        for (int position = 1; position <= channel.size(); position++) {
            if (channel.at(position) == packet) {
                return position;
            }
        }
        return 0;
    }

    boolean isDown(NodeId one, NodeId other) {
        return down.contains(pair(one, other));
    }

    void takeDown(NodeId one, NodeId other) {
        down.add(pair(one, other));
        down.add(pair(other, one));
    }

    /** Frames in flight stay in flight: the caller that brings a link up resets it. */
    void bringUp(NodeId one, NodeId other) {
        down.remove(pair(one, other));
        down.remove(pair(other, one));
    }
}
