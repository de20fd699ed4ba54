// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.dht;

import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.world.event.Event;
import io.quorate.lab.world.facts.NodeClaim;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The load on the nodes, as in section VI: in each round some requests, each by a node and for a resource drawn at random. Each hold
 * that exists when a round begins ends in it with a fixed probability. All that happens at random times of the round.
 */
final class DhtClients {
    private final DhtWorld world;

    /** Of its own, as those that follow: so that protocols differ in what they do, and not in what they are asked to do. */
    private final Randomness requests;

    private final Randomness releases;
    private final Randomness churn;

    /** Since when they wait. */
    private final Map<NodeClaim, Long> waiting = new LinkedHashMap<>();

    private final Set<NodeClaim> held = new LinkedHashSet<>();
    private final Map<LockName, Long> lastFences = new LinkedHashMap<>();
    private long nextId = 1;
    private long requested;
    private long granted;
    private long released;
    private long lost;
    private long waited;
    private long violations;

    DhtClients(DhtWorld world, Randomness randomness) {
        this.world = world;
        this.requests = randomness.fork("requests");
        this.releases = randomness.fork("releases");
        this.churn = randomness.fork("churn");
    }

    private DhtExperiment experiment() {
        return world.experiment();
    }

    /** Enters in the agenda what happens in the round that begins now. */
    void beginRound() {
        churn();
        for (NodeClaim claim : held) {
            if (releases.chance(experiment().workload().releaseChance())) {
                atSomeMoment(releases, () -> release(claim));
            }
        }
        for (int request = 0; request < experiment().workload().requests(); request++) {
            atSomeMoment(requests, this::request);
        }
    }

    private void atSomeMoment(Randomness moments, Runnable action) {
        long later = (long) (moments.nextDouble() * experiment().times().round().toNanos());
        world.at(world.now() + later, action);
    }

    private void request() {
        DhtMember member = anyMember();
        LockName lock =
                DhtWorld.resource(requests.nextInt(experiment().workload().resources()));
        request(member, lock);
    }

    /** This node wants that lock, now. */
    void request(DhtMember member, LockName lock) {
        NodeClaim claim = new NodeClaim(member.self(), nextId++, lock, Mode.EXCLUSIVE);
        requested++;
        waiting.put(claim, world.now());
        member.turn(new Event.Acquire(claim));
    }

    private DhtMember anyMember() {
        while (true) {
            DhtMember member =
                    world.running().get(requests.nextInt(world.running().size()));
            if (member.isIn()) {
                return member;
            }
        }
    }

    /** Ends a hold, unless it was lost meanwhile. */
    void release(NodeClaim claim) {
        DhtMember member = world.find(claim.node());
        if (held.remove(claim) && member != null) {
            released++;
            member.turn(new Event.Release(claim));
        }
    }

    void granted(NodeClaim claim, long fence) {
        for (NodeClaim other : held) {
            violations += other.lock().equals(claim.lock()) ? 1 : 0;
        }
        boolean hasFences = experiment().protocol().traits().isLeased(); // printed rules have none
        Long last = lastFences.put(claim.lock(), fence);
        violations += hasFences && last != null && last >= fence ? 1 : 0;
        Long since = waiting.remove(claim);
        waited += since == null ? 0 : world.now() - since;
        granted++;
        held.add(claim);
    }

    void lost(NodeClaim claim) {
        held.remove(claim);
        lost++;
    }

    /** Those who hold now, who came first first. */
    List<NodeClaim> held() {
        return List.copyOf(held);
    }

    /**
     * Half of this number of nodes fail, and as many new ones join, all at once. A node that waits for a lock or holds one does not fail.
     */
    private void churn() {
        int failing = experiment().churn() / 2;
        if (failing == 0) {
            return;
        }
        Set<NodeId> requesters = new LinkedHashSet<>();
        waiting.keySet().forEach(claim -> requesters.add(claim.node()));
        held.forEach(claim -> requesters.add(claim.node()));
        List<DhtMember> others = new ArrayList<>();
        for (DhtMember member : world.running()) {
            if (!requesters.contains(member.self())) {
                others.add(member);
            }
        }
        for (int left = Math.min(failing, others.size()); left > 0; left--) {
            int drawn = churn.nextInt(others.size());
            world.fail(others.get(drawn));
            others.set(drawn, others.get(others.size() - 1));
            others.remove(others.size() - 1);
        }
        for (int joining = 0; joining < failing; joining++) {
            world.join();
        }
    }

    DhtReport.Entries report() {
        return new DhtReport.Entries(
                requested, granted, released, lost, waiting.size(), held.size(), violations, waited);
    }
}
