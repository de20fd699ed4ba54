// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import io.quorate.core.model.NodeId;
import io.quorate.lab.audit.Audit;
import io.quorate.lab.audit.AuditFailure;
import io.quorate.lab.audit.OrderOfWaiters;
import io.quorate.lab.audit.Overtaking;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.simulate.time.VirtualTime;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.Trace;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.facts.ArmedTimer;
import io.quorate.lab.world.setup.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One simulation as it runs: the agenda, and everybody who enters something in it. */
final class SimulationRun {
    private final Simulation simulation;
    private final VirtualTime time = new VirtualTime();
    private final Cluster cluster;
    private final ClusterObserver watcher;
    private final Clients clients;
    private final FaultInjector faults;
    private final Statistics statistics;
    private final HandOvers handOvers;
    private final TraceHash hash;
    private final Setup setup;
    private final Overtaking overtaking = new Overtaking(Overtaking.UNLIMITED);
    private final List<Audit> audits;
    private final List<Choice> trace = new ArrayList<>();
    private final long eventsMax;
    private long events;
    private boolean healed;

    SimulationRun(Simulation simulation, List<Audit> audits, Function<LongSupplier, ClusterObserver> watcher) {
        this.simulation = simulation;
        this.audits = audits;
        this.watcher = watcher.apply(time::now);
        Randomness root = new Randomness(simulation.seed());
        FrameDelivery delivery = new FrameDelivery(this, simulation, root.fork("delays"));
        this.clients = new Clients(this, simulation, root.fork("clients"));
        this.faults = new FaultInjector(this, delivery, simulation, root.fork("faults"));
        this.statistics = new Statistics(simulation.setup().nodes(), time::now);
        this.handOvers = new HandOvers(time::now);
        this.hash = new TraceHash(time::now);
        List<ClusterObserver> observers = new ArrayList<>(List.of(hash, statistics, handOvers, overtaking));
        observers.addAll(audits);
        observers.addAll(List.of(delivery, clients, faults, new Timers(root.fork("timers")), this.watcher));
        this.setup = watched(simulation);
        this.cluster = Cluster.of(setup, ClusterObserver.all(observers.toArray(new ClusterObserver[0])));
        this.eventsMax = Simulator.EVENTS_MIN
                + (long) Simulator.EVENTS_PER_CLAIM
                        * simulation.load().claims()
                        * simulation.setup().nodes();
    }

    /** Where all want one lock, alone, and nothing goes wrong, they are served in the order that the protocol declares. */
    private static Setup watched(Simulation simulation) {
        Setup setup = simulation.setupInTime();
        Load load = simulation.load();
        boolean isSimple = load.locks() == 1 && load.sharedShare() == 0 && load.timeout() == null;
        boolean isWatched = isSimple && simulation.faults().equals(Faults.NONE) && !setup.isPassingWatched();
        return isWatched ? setup.order().map(setup::watching).orElse(setup) : setup;
    }

    long now() {
        return time.now();
    }

    Cluster cluster() {
        return cluster;
    }

    /** The observers of faults of links; the cluster does not know of them. */
    ClusterObserver watcher() {
        return watcher;
    }

    /** Something will happen at that time. */
    void at(long time, Runnable action) {
        this.time.at(time, action);
    }

    void apply(Choice choice) {
        events++;
        if (trace.size() < Simulator.TRACE_MAX) {
            trace.add(choice);
        }
        cluster.apply(choice);
        OrderOfWaiters.require(cluster);
    }

    SimulationReport run() {
        SimulationReport.Failure failure = null;
        try {
            runUntilQuiet();
            audits.forEach(audit -> audit.whenQuiet(cluster));
        } catch (AuditFailure | IllegalStateException broken) {
            failure = new SimulationReport.Failure(String.valueOf(broken.getMessage()), new Trace(setup, trace));
        }
        return new SimulationReport(
                simulation,
                hash.value(),
                events,
                time.now(),
                statistics.claims(),
                statistics.traffic(),
                statistics.waits(),
                handOvers.times(),
                new SimulationReport.Overtakings(overtaking.count(), overtaking.worst()),
                faults.injected(),
                failure);
    }

    private void runUntilQuiet() {
        clients.start();
        do {
            time.run(this::healWhenAllAsked);
        } while (clients.goOnWhenIdle());
    }

    private void healWhenAllAsked() {
        if (!healed && clients.allMade()) {
            healed = true;
            faults.heal();
        }
        if (events > eventsMax) {
            throw new AuditFailure(
                    "after " + events + " events the cluster has still not come to rest; the limit is " + eventsMax);
        }
    }

    /** Fires the timers of the nodes when they are due. */
    private final class Timers implements ClusterObserver {
        private final Randomness randomness;
        private final Map<Key, Long> starts = new LinkedHashMap<>();
        private long nextStart;

        Timers(Randomness randomness) {
            this.randomness = randomness;
        }

        private record Key(NodeId node, ArmedTimer timer) {}

        @Override
        public void timerStarted(NodeId node, ArmedTimer timer, Duration delay, Duration jitter) {
            long start = nextStart++;
            Key key = new Key(node, timer);
            starts.put(key, start);
            long extra = (long) (randomness.nextDouble() * jitter.toNanos());
            at(now() + delay.toNanos() + extra, () -> fire(key, start));
        }

        @Override
        public void timerStopped(NodeId node, ArmedTimer timer) {
            starts.remove(new Key(node, timer));
        }

        private void fire(Key key, long start) {
            @Nullable Long current = starts.get(key);
            if (current != null && current == start) {
                starts.remove(key);
                apply(new Choice.Fire(
                        key.node, key.timer.lock(), key.timer.timer().name()));
            }
        }
    }
}
