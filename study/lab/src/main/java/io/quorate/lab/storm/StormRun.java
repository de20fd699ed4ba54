// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.Message;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.lab.audit.AuditFailure;
import io.quorate.lab.audit.RisingFences;
import io.quorate.lab.audit.RisingStamps;
import io.quorate.lab.audit.SurvivingHolds;
import io.quorate.lab.audit.TruthfulBusy;
import io.quorate.lab.audit.ValidHolds;
import io.quorate.lab.kit.Kit;
import io.quorate.lab.kit.Kits;
import io.quorate.lab.simulate.TraceHash;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.simulate.time.DriftingClock;
import io.quorate.lab.simulate.time.VirtualTime;
import io.quorate.lab.storm.FinalHold.Trial;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.event.Event;
import io.quorate.lab.world.event.Event.Signal;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.net.InFlightReader;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One storm as it runs: true time, the nodes, and the audits. */
final class StormRun implements ValidHolds.Clocks {
    /** The log lines of a node that crashes, and of one that is back. */
    static final String CRASHES = "crashes";

    static final String STARTS_AGAIN = "starts again";

    /** Maximum number of turns of a run, and more for each node and lease: above it, the run would never end. */
    private static final long TURNS_MIN = 20_000;

    private static final long TURNS_FOR_EACH = 2_000;

    /** H4: a node that waits for votes sends each of its voters a probe as often as this, and has a turn for the answer. */
    private static final long PROBE_NANOS = 25_000_000;

    /** Over an overlay, the number of leases after the last hold within which everything must be forgotten. */
    private static final int RESTING_LEASES = 4;

    /** A frame that takes a smaller part of a lease does not endanger any trust. */
    private static final int SHORT_PART = 10;

    /** How many frames, one after the other, it takes at most from one hold to the next. */
    private static final int FRAMES_BETWEEN_HOLDS = 8;

    private final Storm storm;
    private final StormDisk.Order order;
    private final VirtualTime time = new VirtualTime();
    private final Kit kit;
    private final EventCounts counts = new EventCounts();
    private final ValidHolds holds = new ValidHolds(this);
    private final RisingFences fences = new RisingFences();
    private final RisingStamps stamps = new RisingStamps();
    private final TruthfulBusy busy = new TruthfulBusy();
    private final SurvivingHolds survivors = new SurvivingHolds();
    private final HedgedRequests hedges = new HedgedRequests(counts);
    private final TraceHash hash = new TraceHash(time::now);
    private final StormWatcher watcher;
    private final StormNode[] nodes;
    private final InFlightReader reader;
    private final StormNetwork network;
    private final StormClients clients;
    private final StormFaults faults;
    private final FinalHold longHold;
    private final FinalHold spareHold;
    private final FinalHold followedHold;
    private final Set<NodeClaim> held = new LinkedHashSet<>();
    private final Randomness timers;
    private final DoubleOwners doubleOwners;

    /** Null if there is no overlay. */
    private final @Nullable OverlayJoins admission;

    /** Over an overlay a replica may move to a node that knows nothing of what was before, but the time. */
    private final boolean fencesMustRise;

    private long turns;
    private long grants;
    private StormReport.Recovery recovery = new StormReport.Recovery(0, 0);

    StormRun(Storm storm, StormWatcher.Maker watchers, StormDisk.Order order) {
        this.storm = storm;
        this.order = order;
        this.watcher = watchers.watch(time::now);
        this.kit = Kits.of(storm.setup().protocol());
        this.reader = new InFlightReader(storm.setup().protocol());
        Randomness root = new Randomness(storm.seed());
        Randomness clocks = root.fork("clocks");
        boolean followTrueTime = !storm.keepsCeiling() || clocks.chance(0.7);
        this.nodes = new StormNode[storm.setup().nodes()];
        for (int index = 0; index < nodes.length; index++) {
            DriftingClock clock = new DriftingClock(clocks.nextLong() >> 12);
            nodes[index] = new StormNode(this, NodeId.of(index), clock, followTrueTime, root.fork("disk " + index));
            if (!storm.isOverOverlay()) {
                nodes[index].start(null);
            }
        }
        this.fencesMustRise = !storm.isOverOverlay() || (followTrueTime && !isPossible(Fault.SKEW));
        this.timers = root.fork("timers");
        this.network = new StormNetwork(this, root.fork("network"));
        this.clients = new StormClients(this, root.fork("clients"));
        // The labels of the forks are part of the seed: other ones would draw other runs.
        this.faults = new StormFaults(this, network, root.fork("weather"));
        this.longHold = new FinalHold(this, clients, faults, root.fork("marathon"), Trial.QUORUM_IS_LEFT);
        this.spareHold = new FinalHold(this, clients, faults, root.fork("spares"), Trial.HAS_SPARES);
        this.followedHold = new FinalHold(this, clients, faults, root.fork("line"), Trial.IS_FOLLOWED_BY_AGE);
        this.admission = storm.isOverOverlay() ? new OverlayJoins(this, root.fork("admission")) : null;
        int replicas = storm.isOverOverlay() ? storm.setup().quorums().size() : 0;
        this.doubleOwners = new DoubleOwners(clients.locks(), replicas);
    }

    Storm storm() {
        return storm;
    }

    StormDisk.Order order() {
        return order;
    }

    VirtualTime time() {
        return time;
    }

    long now() {
        return time.now();
    }

    void at(long time, Runnable action) {
        this.time.at(time, action);
    }

    StormNode node(NodeId id) {
        return nodes[id.index()];
    }

    EventCounts counts() {
        return counts;
    }

    ValidHolds holds() {
        return holds;
    }

    ClusterObserver watcher() {
        return watcher.cluster();
    }

    void tell(NodeId node, String what) {
        watcher.happened(node, what);
    }

    /** Of a storm over an overlay. */
    OverlayJoins admission() {
        OverlayJoins known = admission;
        if (known == null) {
            throw new IllegalStateException("this storm has no overlay");
        }
        return known;
    }

    /** A random part of so much time. */
    long partOf(long jitter) {
        return jitter == 0 ? 0 : (long) (timers.nextDouble() * jitter);
    }

    /** The locks of the node may have changed. */
    void lookAtOwner(StormNode node) {
        if (admission != null) {
            doubleOwners.look(node);
        }
    }

    boolean isPossible(Fault fault) {
        return storm.faults().contains(fault);
    }

    @Override
    public long shownAt(NodeId node) {
        return node(node).shown();
    }

    @Override
    public boolean isAwake(NodeId node) {
        return node(node).isUp() && !node(node).isPaused();
    }

    void countTurn(NodeId node, long shown) {
        turns++;
        hash.turn(node, shown);
    }

    void send(NodeId from, NodeId to, byte[] frame, int length) {
        FrameInFlight packet = reader.packet(frame, length);
        hash.sent(from, to, packet);
        countRareMessages(from, to, packet);
        network.send(from, to, packet);
    }

    private void countRareMessages(NodeId from, NodeId to, FrameInFlight packet) {
        for (FrameInFlight.Content content : packet.contents()) {
            countNumber(from, content.message());
            hedges.sent(from, to, content.lock(), content.message(), node(from).slow(), turns);
            String counted = kit.countedInStorms(content.message());
            if (!counted.isEmpty()) {
                counts.count(counted);
            }
        }
    }

    /** A mutant has other classes, so a request is known by its text. */
    private void countNumber(NodeId from, Message message) {
        if (storm.keepsCeiling() && message.kind().equals("Request")) {
            String stamp = message.toString().split(" ")[1];
            stamps.said(from, node(from).starts(), Long.parseLong(stamp.substring(0, stamp.indexOf('.'))));
        }
    }

    void deliver(NodeId from, NodeId to, FrameInFlight packet) {
        node(to).turn(new Event.Receive(from, packet));
    }

    void granted(NodeClaim claim, long fence, long validUntil) {
        watcher().granted(claim);
        grants++;
        held.add(claim);
        if (fencesMustRise) {
            fences.granted(claim, fence);
        }
        busy.granted(claim);
        holds.granted(claim, validUntil);
        clients.granted(claim);
        longHold.granted(claim);
        spareHold.granted(claim);
        followedHold.granted(claim);
    }

    /** The node holds for the claim, and will tell it when the disk is done; to claims that ask now the lock is busy. */
    void holdsWithoutKnowing(NodeClaim claim) {
        busy.granted(claim);
    }

    void released(NodeClaim claim) {
        watcher().released(claim);
        held.remove(claim);
        busy.ended(claim);
        survivors.ended(claim);
        clients.ended(claim);
        longHold.released(claim);
        spareHold.released(claim);
        followedHold.released(claim);
    }

    /** The claim begins to wait at its node. */
    void asks(NodeClaim claim) {
        busy.asks(claim);
    }

    void busy(NodeClaim claim, NodeId holder) {
        watcher().busy(claim, holder);
        counts.count(clients.isOnlyCurious(claim) ? "questions answered during a hold" : "busy answers");
        busy.busy(claim, holder);
        clients.busy(claim);
    }

    /** The clients of the node know that it is about to stop. */
    void stopping(NodeId node, boolean atOnce) {
        clients.stopping(node, atOnce);
    }

    SurvivingHolds survivors() {
        return survivors;
    }

    /** The holds that have their spare votes. */
    List<NodeClaim> withSpares() {
        return held.stream()
                .filter(claim -> node(claim.node()).hasSpares(claim))
                .toList();
    }

    /** Nothing else was wrong when these crashed at once: if they are not too many, these holds must not be lost by it. */
    void shelter(List<NodeClaim> withSpares, NodeSet crashed) {
        if (crashed.size() <= storm.setup().spareVotes() && isDelayShort()) {
            for (NodeClaim claim : withSpares) {
                if (held.contains(claim)) {
                    counts.count("holds with spare votes beside a crash");
                    survivors.shelter(claim);
                }
            }
        }
    }

    /** Whether no frame takes so long that trust could end by that alone. */
    private boolean isDelayShort() {
        return storm.delay().max() <= storm.leaseNanos() / SHORT_PART;
    }

    /** W3: the node has promised nothing any more, and ends. */
    void stopped(NodeId node, boolean clean) {
        tell(node, clean ? "has stopped cleanly" : "has stopped, without a mark");
        counts.count(clean ? "clean stops" : "stops without a mark");
        faults.stopped(node(node));
    }

    void lost(NodeClaim claim, LossReason reason) {
        watcher().lost(claim, reason);
        held.remove(claim);
        busy.ended(claim);
        survivors.lost(claim);
        longHold.lost(claim);
        spareHold.lost(claim);
        counts.count(reason == LossReason.REVOKED ? "losses by revocation" : "losses");
        clients.ended(claim);
    }

    void abandoned(NodeClaim claim) {
        watcher().abandoned(claim);
        counts.count("claims given up");
        busy.gaveUp(claim);
        busy.ended(claim);
        clients.abandoned(claim);
    }

    void crash(NodeId node) {
        tell(node, CRASHES);
        node(node).crash();
        lookAtOwner(node(node));
        watcher().crashed(node);
        network.crashed(node);
        held.stream().filter(claim -> claim.node().equals(node)).forEach(survivors::ended);
        held.removeIf(claim -> claim.node().equals(node));
        busy.crashed(node);
        clients.crashed(node);
    }

    void startAgain(NodeId node) {
        tell(node, node(node).starts() == 0 ? "comes in" : STARTS_AGAIN);
        watcher().startedAgain(node);
        if (admission == null) {
            node(node).start(null);
            node(node).turn(Signal.WAKE);
        } else {
            admission.join(node(node));
        }
        network.startedAgain(node);
        clients.startedAgain(node);
    }

    /** An operator revokes a hold. */
    void revokeAny(Randomness randomness) {
        if (!held.isEmpty()) {
            NodeClaim claim = List.copyOf(held).get(randomness.nextInt(held.size()));
            node(claim.node()).turn(new Event.Revoke(claim.lock()));
        }
    }

    StormReport run() {
        @Nullable String broken = null;
        try {
            if (admission == null) {
                startStorm();
            } else {
                at(admission.begin(), this::startStorm);
            }
            runUntilQuiet();
        } catch (AuditFailure | IllegalStateException failure) {
            broken = String.valueOf(failure.getMessage());
        }
        counts.count("outlived holds", holds.outlived());
        counts.count("replicas with two voting owners", doubleOwners.count());
        return new StormReport(storm, hash.value(), turns, now(), grants, counts.toMap(), recovery, broken);
    }

    private void startStorm() {
        clients.start();
        faults.start();
        at(now() + storm.lasts(), this::endStorm);
    }

    private void runUntilQuiet() {
        long leases = storm.lasts() / storm.leaseNanos() + 1;
        long probes = storm.isOverOverlay() ? 0 : 2L * nodes.length * (storm.leaseNanos() / PROBE_NANOS);
        long turnsMax = TURNS_MIN + (TURNS_FOR_EACH + probes) * leases * nodes.length;
        time.run(() -> {
            if (turns > turnsMax) {
                throw new AuditFailure(
                        "after " + turns + " turns the cluster has still not come to rest; the limit is " + turnsMax);
            }
        });
        requireNobodyWaits("nothing happens any more");
        for (StormNode node : nodes) {
            if (!node.remembered().isEmpty()) {
                throw new AuditFailure("all is quiet, and " + node.self() + " still remembers: " + node.remembered());
            }
        }
    }

    /**
     * Frames in flight still arrive. From then on it takes L(1 + d) by the slowest clock until nobody is left whose session is over,
     * and every voter votes; meanwhile every requester has found out which of its sessions are over, and has asked again. The rest of the
     * wait is one hold after the other; and if voters stay down, a requester of one of them asks others after L/3.
     */
    private void endStorm() {
        tell(NodeId.of(0), "the storm is over");
        NodeSet down = leftDown();
        counts.count("storms with voters left down", down.isEmpty() ? 0 : 1);
        faults.clear(down);
        long underWay = network.calm();
        int served = clients.calm();
        long forEach = clients.calmHold() + FRAMES_BETWEEN_HOLDS * network.calmDelay();
        long around = down.isEmpty() ? 0 : storm.wishes().clients() * storm.longestMemory() / 3;
        long overlay = admission == null ? 0 : admission.settlingTime();
        long bound = underWay + overlay + storm.longestMemory() + around + served * forEach;
        long end = now();
        recovery = new StormReport.Recovery(0, bound);
        if (admission == null) {
            at(end + bound, () -> servedInTime(end, bound));
        } else {
            await(() -> clients.waiting().isEmpty(), end + bound, () -> servedInTime(end, bound));
        }
    }

    /** Over an overlay there is always something to do: so that a run ends, it goes on as soon as it may. */
    private void await(BooleanSupplier condition, long atTheLatest, Runnable then) {
        if (condition.getAsBoolean() || now() >= atTheLatest) {
            then.run();
        } else {
            at(Math.min(atTheLatest, now() + storm.leaseNanos()), () -> await(condition, atTheLatest, then));
        }
    }

    private NodeSet leftDown() {
        Randomness randomness = new Randomness(storm.seed()).fork("left down");
        return randomness.chance(0.5) ? dispensable(randomness) : NodeSet.EMPTY;
    }

    /** The nodes that run. */
    List<NodeId> up() {
        return Stream.of(nodes).filter(StormNode::isUp).map(StormNode::self).toList();
    }

    /** Nodes that the holder of the lock does not need. */
    NodeSet dispensableFor(NodeClaim holder, Randomness randomness) {
        NodeSet owners = admission == null ? NodeSet.EMPTY : admission.ownersOf(holder.lock());
        return dispensable(randomness).minus(owners).without(holder.node());
    }

    /** Voters without whom there is still a quorum of every lock; none where nobody ever crashes. */
    private NodeSet dispensable(Randomness randomness) {
        if (admission != null) {
            return isPossible(Fault.CRASHES) ? admission.some(randomness) : NodeSet.EMPTY;
        }
        NodeSet down = NodeSet.EMPTY;
        if (isPossible(Fault.CRASHES)) {
            int voters = storm.setup().quorums().size();
            for (int tries = 0; tries < voters; tries++) {
                NodeSet more = down.with(NodeId.of(randomness.nextInt(voters)));
                NodeSet others = NodeSet.first(voters).minus(more);
                boolean enough = clients.locks().stream()
                        .allMatch(lock -> storm.setup().placement().of(lock).isQuorum(others));
                down = enough ? more : down;
            }
        }
        return down;
    }

    private void servedInTime(long end, long bound) {
        requireNobodyWaits("the storm has been over for " + bound + " ns");
        recovery = new StormReport.Recovery(Math.max(0, clients.lastGrant() - end), bound);
        faults.clear(NodeSet.EMPTY);
        long start = now() + 2 * storm.longestMemory();
        at(start, longHold::start);
        long afterwards = start + bound + longHold.length() + 2 * storm.longestMemory();
        at(afterwards, spareHold::start);
        at(afterwards + bound + spareHold.length() + 2 * storm.longestMemory(), followedHold::start);
        if (admission != null) { // an overlay never comes to rest, so that somebody must say when it is over
            long latest = start + bound + longHold.length() + RESTING_LEASES * storm.longestMemory();
            at(start + 1, () -> await(this::isAllForgotten, latest, time::stop));
        }
    }

    private boolean isAllForgotten() {
        return clients.waiting().isEmpty()
                && held.isEmpty()
                && Stream.of(nodes).allMatch(node -> node.remembered().isEmpty());
    }

    private void requireNobodyWaits(String when) {
        List<NodeClaim> waiting = clients.waiting();
        if (!waiting.isEmpty()) {
            throw new AuditFailure(when + ", and still wait: "
                    + waiting.stream()
                            .map(claim -> claim + " for " + claim.lock())
                            .toList());
        }
    }
}
