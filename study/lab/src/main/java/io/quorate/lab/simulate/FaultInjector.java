// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import io.quorate.core.model.NodeId;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.event.Event.News;
import io.quorate.lab.world.net.FrameInFlight;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Makes things go wrong while claims come, on the occasion of frames; then heals everything and does nothing more. */
final class FaultInjector implements ClusterObserver {
    private static final int OUTAGE_DELAYS = 20;
    private static final int SUSPICION_DELAYS = 10;

    /** In a large cluster, a node without any link would take more resets than it teaches. */
    private static final int ISOLATED_NODES_MAX = 64;

    private final SimulationRun run;
    private final FrameDelivery delivery;
    private final Faults faults;
    private final int nodes;
    private final long usualDelay;
    private final Randomness randomness;
    private final Set<Pair> suspicions = new LinkedHashSet<>();
    private final Set<Pair> outages = new LinkedHashSet<>();
    private final Map<String, Long> injected = new TreeMap<>();
    private final CrashInjector mortality;
    private boolean healed;

    private record Pair(NodeId one, NodeId other) {
        Pair reversed() {
            return new Pair(/* one= */ other, /* other= */ one);
        }
    }

    FaultInjector(SimulationRun run, FrameDelivery delivery, Simulation simulation, Randomness randomness) {
        this.run = run;
        this.delivery = delivery;
        this.faults = simulation.faults();
        this.nodes = simulation.setup().nodes();
        this.usualDelay = (long) simulation.distances().mean();
        this.randomness = randomness;
        this.mortality = new CrashInjector(run, simulation, randomness, this::count);
    }

    Map<String, Long> injected() {
        return injected;
    }

    @Override
    public void sent(NodeId from, NodeId to, FrameInFlight packet) {
        if (healed || faults.equals(Faults.NONE)) {
            return;
        }
        injectIntoTheLink(from, to, packet);
        if (randomness.chance(faults.suspicions())) {
            soon(() -> suspect(new Pair(from, to)));
        }
        if (randomness.chance(faults.crashes())) {
            soon(() -> mortality.crash(from));
        }
        if (randomness.chance(faults.leaves())) {
            soon(() -> mortality.leave(from));
        }
    }

    private void injectIntoTheLink(NodeId from, NodeId to, FrameInFlight packet) {
        if (randomness.chance(faults.duplicates())) {
            soon(() -> duplicate(from, to, packet));
        }
        if (randomness.chance(faults.resets())) {
            soon(() -> reset(new Choice.Reset(from, to, true), "resets"));
        }
        if (randomness.chance(faults.oneSidedResets())) {
            boolean receiverNotices = randomness.chance(0.5);
            Choice.Reset reset = new Choice.Reset(receiverNotices ? to : from, receiverNotices ? from : to, false);
            soon(() -> reset(reset, "one-sided resets"));
        }
        if (randomness.chance(faults.outages())) {
            boolean whole = randomness.chance(0.5) && nodes <= ISOLATED_NODES_MAX;
            soon(() -> beginOutage(from, to, whole));
        }
    }

    private void soon(Runnable fault) {
        run.at(run.now() + RandomDuration.uniform(0, 2 * usualDelay).draw(randomness), () -> {
            if (!healed) {
                fault.run();
            }
        });
    }

    private void later(int delays, Runnable ending) {
        run.at(run.now() + RandomDuration.exponential(delays * usualDelay).draw(randomness), ending);
    }

    private void count(String kind) {
        injected.merge(kind, 1L, Long::sum);
    }

    private void duplicate(NodeId from, NodeId to, FrameInFlight packet) {
        int position = delivery.position(from, to, packet);
        if (position > 0) {
            count("duplicates");
            run.apply(new Choice.Duplicate(from, to, position));
        }
    }

    private void reset(Choice.Reset reset, String kind) {
        if (!delivery.isDown(reset.one(), reset.other()) && mortality.bothLive(reset.one(), reset.other())) {
            count(kind);
            run.apply(reset);
        }
    }

    private void beginOutage(NodeId one, NodeId other, boolean ofAllLinks) {
        count(ofAllLinks ? "isolated nodes" : "outages");
        boolean noticed = randomness.chance(0.5);
        Set<Pair> links = new LinkedHashSet<>();
        for (int index = 0; index < nodes; index++) {
            NodeId peer = NodeId.of(index);
            boolean affected = ofAllLinks ? !peer.equals(one) : peer.equals(other);
            if (affected && !delivery.isDown(one, peer)) {
                links.add(new Pair(one, peer));
            }
        }
        for (Pair link : links) {
            outages.add(link);
            delivery.takeDown(link.one, link.other);
            run.watcher().cut(link.one, link.other);
            run.watcher().cut(link.other, link.one);
            if (noticed) {
                later(1, () -> suspectWhileDown(link));
            }
        }
        later(OUTAGE_DELAYS, () -> links.forEach(this::endOutage));
    }

    private void suspectWhileDown(Pair link) {
        if (!healed && delivery.isDown(link.one, link.other)) {
            suspect(link);
            suspect(link.reversed());
        }
    }

    private void endOutage(Pair link) {
        if (outages.remove(link)) {
            delivery.bringUp(link.one, link.other);
            run.watcher().mended(link.one, link.other);
            run.watcher().mended(link.other, link.one);
            run.apply(new Choice.Reset(link.one, link.other, healed || randomness.chance(0.5)));
        }
    }

    private void suspect(Pair pair) {
        if (suspicions.add(pair)) {
            count("suspicions");
            run.apply(Choice.Tell.fault(pair.one, News.SUSPECT.of(pair.other)));
            later(SUSPICION_DELAYS, () -> trust(pair));
        }
    }

    private void trust(Pair pair) {
        if (suspicions.remove(pair)) {
            run.apply(Choice.Tell.fault(pair.one, News.UNSUSPECT.of(pair.other)));
        }
    }

    /** From now on nothing goes wrong, and what is wrong ends. */
    void heal() {
        healed = true;
        new LinkedHashSet<>(outages).forEach(this::endOutage);
        new LinkedHashSet<>(suspicions).forEach(this::trust);
        mortality.heal();
    }
}
