// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm.rosters;

import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.node.HeldBack;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Member;
import io.quorate.core.roster.Roster;
import io.quorate.core.roster.RosterEdit;
import io.quorate.core.roster.RosterState;
import io.quorate.lab.audit.AuditFailure;
import io.quorate.lab.audit.RisingFences;
import io.quorate.lab.audit.ValidHolds;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.simulate.time.DriftingClock;
import io.quorate.lab.simulate.time.VirtualTime;
import io.quorate.lab.world.event.Event;
import io.quorate.lab.world.event.Event.News;
import io.quorate.lab.world.event.Event.Signal;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.net.InFlightReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One storm as it runs. */
final class RosterStormRun implements ValidHolds.Clocks {
    /** After the storm all must be in one roster, and all be served, within this number of the longest leases. */
    private static final int LEASES_TO_SETTLE = 30;

    /** No client holds for longer than this number of leases after the storm: the others need the rest of the time. */
    private static final int LEASES_OF_LAST_HOLDS = 10;

    private static final double DISK_HANGS = 0.02;
    private static final int LEASES_OF_A_HANG = 6;

    private static final int EVENTS_MAX = 3_000_000;

    private final RosterStorm storm;
    private final Randomness randomness;
    private final VirtualTime time = new VirtualTime();
    private final InFlightReader reader;
    private final ValidHolds holds = new ValidHolds(this);
    private final RisingFences fences = new RisingFences();
    private final Map<String, Long> counts = new TreeMap<>();
    private final Map<NodeClaim, Long> waiting = new LinkedHashMap<>();
    private final Map<Long, Roster> rosters = new LinkedHashMap<>();
    private final RosterStormNode[] nodes;
    private final RosterStormLinks links;
    private final long lease;
    private long longest;
    private boolean calm;
    private long claims;
    private long grants;
    private int events;

    RosterStormRun(RosterStorm storm) {
        this.storm = storm;
        this.randomness = new Randomness(storm.seed()).fork("run");
        this.lease = storm.terms().lease().toNanos();
        this.reader = new InFlightReader(storm.protocol());
        this.longest = lease;
        List<Member> members = new ArrayList<>();
        for (int index = 0; index < storm.voters(); index++) {
            members.add(member(index));
        }
        Roster first = Roster.first("storm", members, "majority", storm.terms());
        this.nodes = new RosterStormNode[storm.nodes()];
        this.links = new RosterStormLinks(this, nodes.length);
        for (int index = 0; index < nodes.length; index++) {
            RosterState state = RosterState.beginning(Configuration.of(first), "key" + index);
            DriftingClock clock = new DriftingClock(randomness.nextLong() >> 12);
            nodes[index] = new RosterStormNode(this, NodeId.of(index), clock, state, index != storm.forgetful());
        }
    }

    private static Member member(int number) {
        return new Member(number, "n" + number, "", true, number == 0 ? "" : "key" + number);
    }

    RosterStorm storm() {
        return storm;
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

    Randomness randomness() {
        return randomness;
    }

    ValidHolds holds() {
        return holds;
    }

    RosterStormNode node(NodeId node) {
        return nodes[node.index()];
    }

    long writeTime() {
        RandomDuration time =
                storm.gentle() ? RandomDuration.uniform(0, lease / 100) : RandomDuration.exponential(lease / 10);
        if (!storm.ordered() && !storm.gentle() && randomness.chance(DISK_HANGS)) {
            count("disks that hang");
            return calm ? 0 : randomness.nextInt(LEASES_OF_A_HANG) * lease;
        }
        return calm ? 0 : time.draw(randomness);
    }

    void count(String what) {
        counts.merge(what, 1L, Long::sum);
    }

    @Override
    public long shownAt(NodeId node) {
        return node(node).shown();
    }

    @Override
    public boolean isAwake(NodeId node) {
        return node(node).isUp();
    }

    HeldBack.Speaker speaker(NodeId from) {
        return (to, frame, length) -> links.send(from, to, reader.packet(frame, length));
    }

    RosterStormReport run() {
        String broken = "";
        try {
            for (RosterStormNode node : nodes) {
                changeRate(node);
                node.start();
                think(node.self(), 1);
            }
            nextChange();
            if (!storm.gentle()) {
                nextFault();
            }
            at(storm.lasts(), this::calmDown);
            time.run(this::stopWhenSettled);
            requireSettled();
        } catch (AuditFailure | IllegalStateException failure) {
            broken = String.valueOf(failure.getMessage());
        }
        Configuration last = nodes[0].configuration();
        return new RosterStormReport(storm, grants, last == null ? -1 : last.number(), counts, broken);
    }

    private void stopWhenSettled() {
        if (++events > EVENTS_MAX) {
            throw new AuditFailure("it does not come to rest");
        }
        if (calm && now() > storm.lasts() + LEASES_TO_SETTLE * longest) {
            time.stop();
        }
    }

    private void changeRate(RosterStormNode node) {
        long most = storm.terms().driftPerMille() * 1000L - 10;
        node.changeRate(Math.round((2 * randomness.nextDouble() - 1) * most));
    }

    /** The clients: they ask, hold for some time, give back, and pause for some time. */
    private void think(NodeId node, int part) {
        long pause = RandomDuration.exponential(lease / part).draw(randomness);
        at(now() + pause, () -> {
            if (!calm) {
                ask(node);
            }
        });
    }

    private void ask(NodeId id) {
        RosterStormNode node = node(id);
        if (!node.isUp()) {
            think(id, 1);
            return;
        }
        LockName lock = storm.locks().get(randomness.nextInt(storm.locks().size()));
        Mode mode = randomness.chance(0.25) ? Mode.SHARED : Mode.EXCLUSIVE;
        NodeClaim claim = new NodeClaim(id, ++claims, lock, mode, false);
        waiting.put(claim, now());
        node.turn(new Event.Acquire(claim));
    }

    void granted(NodeClaim claim, long fence, long validUntil) {
        grants++;
        waiting.remove(claim);
        holds.granted(claim, validUntil);
        fences.granted(claim, fence);
        long hold = RandomDuration.exponential(randomness.chance(0.2) ? 3 * lease : lease / 5)
                .draw(randomness);
        long most = calm ? lease / 10 : storm.lasts() + LEASES_OF_LAST_HOLDS * lease - now();
        at(now() + Math.min(hold, most), () -> node(claim.node()).turn(new Event.Release(claim)));
    }

    void lost(NodeClaim claim) {
        count("losses");
        if (storm.gentle()) {
            throw new AuditFailure("although everybody answers, " + claim + " lost the lock " + claim.lock());
        }
    }

    void ended(NodeClaim claim) {
        waiting.remove(claim);
        think(claim.node(), 2);
    }

    /** The roster changes, one way or another. */
    private void nextChange() {
        at(now() + RandomDuration.exponential(3 * lease).draw(randomness), () -> {
            if (!calm) {
                propose();
                nextChange();
            }
        });
    }

    private void propose() {
        RosterStormNode proposer = nodes[randomness.nextInt(nodes.length)];
        Configuration configuration = proposer.configuration();
        if (configuration == null) {
            return;
        }
        try {
            Roster next = change(configuration.latest());
            count("proposals");
            proposer.turn(new Event.Propose(next));
        } catch (IllegalArgumentException impossible) {
            count("impossible changes");
        }
    }

    private Roster change(Roster before) {
        RosterEdit edit = before.edit();
        List<String> ids = before.members().stream().map(Member::id).toList();
        String any = ids.get(randomness.nextInt(ids.size()));
        boolean mayAdd = before.nextNumber() < nodes.length - RosterStorm.GUESTS;
        switch (randomness.nextInt(6)) {
            case 0 -> edit.remove(any);
            case 1 -> edit.quorums(List.of("majority", "all", "grid", "tree").get(randomness.nextInt(4)));
            case 2 -> edit.lease(newLease(before));
            case 3 -> edit.move(any, "address-" + randomness.nextInt(1_000_000));
            case 4 -> {
                if (mayAdd) {
                    edit.remove(any).add(member(before.nextNumber()));
                }
            }
            default -> {
                if (mayAdd) {
                    edit.add(member(before.nextNumber()));
                }
            }
        }
        return edit.next();
    }

    private Duration newLease(Roster before) {
        Duration usual = storm.terms().lease();
        Duration other =
                List.of(usual.dividedBy(2), usual, usual.multipliedBy(2)).get(randomness.nextInt(3));
        longest = Math.max(longest, other.toNanos());
        return other.equals(before.terms().lease()) ? usual : other;
    }

    /** A node is in this configuration: rosters of one epoch must be the same everywhere. */
    void rose(NodeId node, Configuration now) {
        remember(now.lower(), node);
        Roster upper = now.upper();
        if (upper != null) {
            remember(upper, node);
        }
    }

    private void remember(Roster roster, NodeId node) {
        Roster known = rosters.putIfAbsent(roster.epoch(), roster);
        if (known != null && !known.equals(roster)) {
            throw new AuditFailure("two rosters of epoch " + roster.epoch() + ": " + node + " has another");
        }
    }

    private void nextFault() {
        at(now() + RandomDuration.exponential(lease * 2).draw(randomness), () -> {
            if (!calm) {
                fault();
                nextFault();
            }
        });
    }

    private void fault() {
        long lasts =
                RandomDuration.exponential(lease * (1 + randomness.nextInt(3))).draw(randomness);
        RosterStormNode any = nodes[randomness.nextInt(nodes.length)];
        switch (randomness.nextInt(9)) {
            case 7 -> {
                count("stops");
                any.turn(Signal.STOP);
                at(now() + lasts, () -> crashUnlessCalm(any, lasts));
            }
            case 8 -> twin(any, nodes[randomness.nextInt(nodes.length)].self(), lasts);
            case 0, 1 -> crash(any, lasts);
            case 2 -> {
                count("partitions");
                links.part(randomness, lasts);
            }
            case 3 -> {
                count("resets");
                links.reset(any.self(), nodes[randomness.nextInt(nodes.length)].self());
            }
            case 4 -> changeRate(any);
            case 5 -> {
                count("machines that stood still");
                any.turn(Signal.DISTRUST_ALL);
            }
            default -> suspect(any, nodes[randomness.nextInt(nodes.length)].self(), lasts);
        }
    }

    /** T1: a node is told that there are two of another. */
    private void twin(RosterStormNode node, NodeId peer, long lasts) {
        if (!node.self().equals(peer)) {
            count("twins");
            node.turn(News.TWIN.of(peer));
            at(now() + lasts, () -> node.turn(News.SINGLE.of(peer)));
        }
    }

    private void suspect(RosterStormNode node, NodeId peer, long lasts) {
        if (!node.self().equals(peer)) {
            count("suspicions");
            node.turn(News.SUSPECT.of(peer));
            at(now() + lasts, () -> node.turn(News.UNSUSPECT.of(peer)));
        }
    }

    private void crashUnlessCalm(RosterStormNode node, long lasts) {
        if (!calm) {
            crash(node, lasts);
        }
    }

    private void crash(RosterStormNode node, long lasts) {
        if (!node.isUp()) {
            return;
        }
        count("crashes");
        node.crash();
        links.crashed(node.self());
        waiting.keySet().removeIf(claim -> claim.node().equals(node.self()));
        at(now() + lasts, () -> startAgain(node));
    }

    private void startAgain(RosterStormNode node) {
        if (node.isStopping()) { // at the end of the storm: no node stays stopped
            node.crash();
            links.crashed(node.self());
            waiting.keySet().removeIf(claim -> claim.node().equals(node.self()));
        }
        if (!node.isUp()) {
            node.start();
            links.startedAgain(node.self());
            think(node.self(), 1);
        }
    }

    private void calmDown() {
        calm = true;
        links.becomeCalm();
        for (RosterStormNode node : nodes) {
            startAgain(node);
        }
        links.mendAll();
        for (RosterStormNode node : nodes) {
            for (RosterStormNode peer : nodes) {
                node.turn(List.of(News.UNSUSPECT.of(peer.self()), News.SINGLE.of(peer.self())));
            }
        }
        greetAll();
    }

    /** A node that asks for nothing hears nothing: in a real cluster heartbeats say which configuration the sender is in. */
    private void greetAll() {
        for (RosterStormNode node : nodes) {
            for (RosterStormNode peer : nodes) {
                if (!peer.self().equals(node.self())) {
                    node.turn(News.GREET.of(peer.self()));
                }
            }
        }
        at(now() + 2 * lease, this::greetAll);
    }

    /** In the end nobody waits, and all nodes are in one configuration of one roster. */
    private void requireSettled() {
        if (!waiting.isEmpty()) {
            throw new AuditFailure("after " + LEASES_TO_SETTLE + " leases of quiet still wait: " + waiting.keySet());
        }
        int number = -1;
        NodeSet behind = NodeSet.EMPTY;
        for (RosterStormNode node : nodes) {
            Configuration configuration = node.configuration();
            number = Math.max(number, configuration == null ? -1 : configuration.number());
        }
        for (RosterStormNode node : nodes) {
            Configuration configuration = node.configuration();
            boolean isThere = configuration != null && configuration.number() == number;
            behind = isThere ? behind : behind.with(node.self());
        }
        if (number % 2 != 0 || !behind.isEmpty()) {
            throw new AuditFailure("after " + LEASES_TO_SETTLE + " leases of quiet the configuration is " + number
                    + ", and these are behind: " + behind);
        }
    }
}
