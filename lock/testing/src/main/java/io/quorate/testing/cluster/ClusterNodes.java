// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.cluster;

import io.quorate.api.LocksClosedException;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.session.LeaseTerms;
import io.quorate.node.NodeBuilder;
import io.quorate.node.embedded.EmbeddedLocks;
import io.quorate.node.embedded.RunningNode;
import io.quorate.node.store.CeilingStore;
import io.quorate.node.store.NodeMemory;
import io.quorate.testing.InMemoryNetwork;
import io.quorate.testing.watch.LockWatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The nodes of a cluster in memory, what runs between them, and what can go wrong with them. */
final class ClusterNodes {
    private static final long QUIET_MILLIS = 30_000;

    final ClusterTime time;
    private final NodeBuilder builder;
    private final RunRecord record;
    private final List<NodePlace> places = new ArrayList<>();

    /** Two starts of nodes never have the same number; in every run the same start has the same one. */
    private final AtomicLong incarnations = new AtomicLong();

    private volatile InMemoryNetwork network;

    /** A fault has happened since the nodes were started. */
    private volatile boolean touched;

    ClusterNodes(NodeBuilder builder, ClusterTime time, RunRecord record, LockWatch watch) {
        this.builder = builder;
        this.time = time;
        this.record = record;
        int size = builder.roster().size();
        this.network = new InMemoryNetwork(size, record);
        for (int number = 0; number < size; number++) {
            places.add(new NodePlace(number, new NodeClock(time), watch));
        }
        startAll();
    }

    private void startAll() {
        try {
            places.forEach(place -> start(place, NodeMemory.first(incarnations.incrementAndGet())));
            places.forEach(place -> place.locks().node().awaitQuorum());
        } catch (RuntimeException failure) {
            crashAll(); // the caller has no cluster to close
            throw failure;
        }
        settle();
        touched = false;
    }

    private void start(NodePlace place, NodeMemory memory) {
        NodeId self = NodeId.of(place.number);
        RunningNode node = builder.withClock(place.clock).build(self, memory, network.transport(self));
        place.started(new EmbeddedLocks(node));
        node.open();
    }

    int size() {
        return places.size();
    }

    List<NodePlace> all() {
        return places;
    }

    NodePlace place(int number) {
        if (number < 0 || number >= places.size()) {
            throw new IllegalArgumentException(
                    "There is no node " + number + ": they are numbered from 0 to " + (places.size() - 1) + ".");
        }
        return places.get(number);
    }

    /** Ends all processes as if they were killed, and starts new ones that have never run, on a new network. */
    void startAnew() {
        crashAll();
        network = new InMemoryNetwork(size(), record);
        for (NodePlace place : places) {
            place.paused = false;
            place.cutOff = false;
            place.clock = new NodeClock(time);
        }
        startAll();
    }

    private void crashAll() {
        for (NodePlace place : places) {
            if (place.isUp()) {
                place.clock.thaw();
                place.locks().node().crash();
            }
        }
    }

    /** Whether a fault has happened since the nodes were started. */
    boolean wereTouched() {
        return touched || places.stream().anyMatch(place -> !place.isUp());
    }

    void cutOff(int number) {
        touched = true;
        NodePlace place = place(number);
        if (!place.cutOff) {
            place.cutOff = true;
            network.cutOff(NodeId.of(number));
            record.cutOff(number, true);
        }
    }

    void reconnect(int number) {
        NodePlace place = place(number);
        if (place.cutOff) {
            place.cutOff = false;
            network.reconnect(NodeId.of(number));
            record.cutOff(number, false);
            for (NodePlace other : places) { // that cut their common link
                if (other.cutOff) {
                    network.cutOff(NodeId.of(other.number));
                }
            }
        }
    }

    void pause(int number) {
        touched = true;
        NodePlace place = place(number);
        if (!place.paused && place.isUp()) {
            network.pause(NodeId.of(number));
            place.paused = true;
            place.clock.freeze();
            record.mark(number, "stands still");
        }
    }

    void resume(int number) {
        NodePlace place = place(number);
        if (place.paused) {
            place.paused = false;
            place.clock.thaw();
            network.resume(NodeId.of(number));
            record.mark(number, "goes on");
        }
    }

    void kill(int number) {
        touched = true;
        NodePlace place = place(number);
        if (place.isUp()) {
            resume(number);
            place.locks().node().crash();
            record.down(number, true);
        }
    }

    /** It starts again and remembers nothing. */
    void restart(int number) {
        touched = true;
        NodePlace place = place(number);
        if (place.isUp()) {
            throw new IllegalStateException("Node " + number + " runs: kill(" + number + ") it first.");
        }
        LeaseTerms lease = builder.settings().lease();
        long height = NodeMemory.heightByTheClock(place.clock, lease);
        start(place, new NodeMemory(incarnations.incrementAndGet(), false, height, CeilingStore.NONE));
        record.down(number, false);
        quiet();
    }

    boolean revoke(String lockName) {
        touched = true;
        LockName lock = LockName.of(lockName);
        boolean revoked = false;
        for (NodePlace place : places) {
            revoked |= place.isAwake() && place.locks().node().revoke(lock);
        }
        return revoked;
    }

    void jumpClock(int number, Duration by) {
        touched = true;
        NodePlace place = place(number);
        place.clock.jump(by);
        record.mark(number, "wall clock set by " + by);
        turn(place); // so that the node notices now, and not when its next timer is due
    }

    private static void turn(NodePlace place) {
        if (place.isAwake()) {
            try {
                place.locks().node().inTurn(() -> true);
            } catch (LocksClosedException ended) {
                // It was closed meanwhile: then there is nothing to wait for.
            }
        }
    }

    /** Moves virtual time, and waits until the nodes have done what was due. */
    void advance(Duration step) {
        time.advance(step.toNanos());
        places.forEach(place -> place.clock.wake());
        settle();
    }

    /** Waits until the nodes that are awake have nothing to do at the present time: no frame is under way, no timer is due. */
    void settle() {
        long before;
        long after = network.activity();
        do {
            before = after;
            quiet();
            for (int turn = 0; turn < 2; turn++) { // the second begins when all that the first has sent is on its way
                places.forEach(ClusterNodes::turn);
            }
            quiet();
            after = network.activity();
        } while (after != before);
    }

    private void quiet() {
        if (!network.awaitQuiet(QUIET_MILLIS)) {
            throw new IllegalStateException("The nodes have not come to rest within " + QUIET_MILLIS
                    + " ms: a callback of the application blocks one of them, or the machine is overloaded.");
        }
    }

    /** Claims that wait, at all nodes that are awake. */
    long waiting() {
        long waiting = 0;
        for (NodePlace place : places) {
            waiting += place.isAwake() ? Math.max(0, place.locks().statistics().waiting()) : 0;
        }
        return waiting;
    }

    void close() {
        for (NodePlace place : places) {
            if (place.paused) {
                resume(place.number);
            }
        }
        if (time.isVirtual()) {
            crashAll(); // a clean stop may wait for time to pass
        } else {
            places.forEach(place -> place.locks().close());
        }
    }
}
