// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.lab.audit.AuditFailure;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.event.Event;
import io.quorate.lab.world.facts.NodeClaim;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The clients of all nodes. Each thinks, claims, holds and gives back, again and again; after the storm once more each. */
final class StormClients {
    private final StormRun run;
    /** B4: a claim that asks now gives up after this part of a lease, if nobody answers. */
    private static final int ATTEMPT_PART = 2;

    private final Storm.Wishes wishes;
    private final Randomness randomness;

    /** Which claims ask now, drawn apart. */
    private final Randomness impatience;

    private final List<LockName> locks = new ArrayList<>();
    private final List<Client> clients = new ArrayList<>();
    private final Map<NodeClaim, Client> waiting = new LinkedHashMap<>();
    private final Map<NodeClaim, Client> holding = new LinkedHashMap<>();
    private final Map<NodeClaim, Long> longHolds = new LinkedHashMap<>();
    private final long[] claims;
    private boolean calm;
    private long lastGrant;

    private static final class Client {
        private final NodeId node;

        /** Actions planned before the last crash of the node do not happen. */
        private long life;

        Client(NodeId node) {
            this.node = node;
        }
    }

    StormClients(StormRun run, Randomness randomness) {
        this.run = run;
        this.wishes = run.storm().wishes();
        this.randomness = randomness;
        this.impatience = randomness.fork("now");
        this.claims = new long[run.storm().setup().nodes()];
        for (int number = 1; number <= wishes.locks(); number++) {
            locks.add(number == 1 ? Choice.USUAL_LOCK : LockName.of(Choice.USUAL_LOCK.toString() + number));
        }
        for (int number = 0; number < wishes.clients(); number++) {
            for (int index = 0; index < claims.length; index++) {
                clients.add(new Client(NodeId.of(index)));
            }
        }
    }

    void start() {
        clients.stream().filter(client -> run.node(client.node).isUp()).forEach(this::thinkThenClaim);
    }

    private void thinkThenClaim(Client client) {
        long life = client.life;
        run.at(run.now() + wishes.think().draw(randomness), () -> {
            if (life == client.life && !calm) {
                claim(client);
            }
        });
    }

    private void claim(Client client) {
        if (!run.node(client.node).isUp() || run.node(client.node).isStopping()) {
            return; // it begins again when the node has started
        }
        Mode mode = randomness.chance(wishes.sharedShare()) ? Mode.SHARED : Mode.EXCLUSIVE;
        LockName lock = locks.get(randomness.nextInt(locks.size()));
        NodeClaim claim = newClaim(client, lock, mode, !calm && impatience.chance(wishes.nowShare()));
        if (claim.isNow()) {
            run.counts().count("claims that ask now");
            run.at(run.now() + run.storm().leaseNanos() / ATTEMPT_PART, () -> timeOut(claim));
        } else if (!calm && randomness.chance(wishes.timeoutShare())) {
            long timeout =
                    RandomDuration.exponential(run.storm().leaseNanos() / 2).draw(randomness);
            run.at(run.now() + timeout, () -> timeOut(claim));
        }
        claim(claim);
    }

    private NodeClaim newClaim(Client client, LockName lock, Mode mode, boolean now) {
        NodeClaim claim = new NodeClaim(client.node, ++claims[client.node.index()], lock, mode, now);
        waiting.put(claim, client);
        return claim;
    }

    /** Another client at the node wants to hold once, for so long, and nobody else meanwhile. */
    NodeClaim prepare(NodeId node, long hold) {
        return prepare(node, locks.get(randomness.nextInt(locks.size())), hold);
    }

    /** The same, of this lock. */
    NodeClaim prepare(NodeId node, LockName lock, long hold) {
        NodeClaim claim = newClaim(new Client(node), lock, Mode.EXCLUSIVE, false);
        longHolds.put(claim, hold);
        return claim;
    }

    /** Another client at the node wants this lock now or not at all, and gives it back at once. */
    NodeClaim prepareNow(NodeId node, LockName lock) {
        NodeClaim claim = new NodeClaim(node, ++claims[node.index()], lock, Mode.EXCLUSIVE, true);
        waiting.put(claim, new Client(node));
        longHolds.put(claim, 0L);
        return claim;
    }

    void claim(NodeClaim claim) {
        run.watcher().waiting(claim);
        run.node(claim.node()).turn(new Event.Acquire(claim));
    }

    private void timeOut(NodeClaim claim) {
        if (!calm && waiting.containsKey(claim)) {
            abandon(claim);
        }
    }

    private void abandon(NodeClaim claim) {
        run.node(claim.node()).turn(new Event.Abandon(claim));
    }

    private void release(NodeClaim claim) {
        run.node(claim.node()).turn(new Event.Release(claim));
    }

    void granted(NodeClaim claim) {
        Client client = waiting.remove(claim);
        if (client == null) {
            throw new AuditFailure(claim + " got the lock " + claim.lock() + " without waiting for it");
        }
        lastGrant = run.now();
        holding.put(claim, client);
        Long wanted = longHolds.get(claim);
        long usual = calm ? calmHold() : wishes.hold().draw(randomness);
        releaseAfter(wanted == null ? usual : wanted, claim);
    }

    private void releaseAfter(long nanos, NodeClaim claim) {
        run.at(run.now() + nanos, () -> {
            if (holding.containsKey(claim)) {
                release(claim);
            }
        });
    }

    void ended(NodeClaim claim) {
        Client client = holding.remove(claim);
        if (client != null && !calm) {
            thinkThenClaim(client);
        }
    }

    void abandoned(NodeClaim claim) {
        Client client = waiting.remove(claim);
        if (client != null && !calm) {
            thinkThenClaim(client);
        }
    }

    /** Whether the claim is one of {@link #prepareNow}, long after the storm. */
    boolean isOnlyCurious(NodeClaim claim) {
        return claim.isNow() && longHolds.containsKey(claim);
    }

    /** The claim was told that the lock is busy. After the storm its client still wants to be served. */
    void busy(NodeClaim claim) {
        Client client = waiting.remove(claim);
        if (client == null) {
            throw new AuditFailure(claim + " was told that " + claim.lock() + " is busy, and does not wait for it");
        }
        if (isOnlyCurious(claim)) {
            return;
        }
        if (calm) {
            run.at(run.now(), () -> claim(client));
        } else {
            thinkThenClaim(client);
        }
    }

    /** The node is about to stop: its waiters give up, and its holders give back at once or when they are done. */
    void stopping(NodeId node, boolean atOnce) {
        waiting().stream().filter(claim -> claim.node().equals(node)).forEach(this::abandon);
        if (atOnce) {
            List.copyOf(holding.keySet()).stream()
                    .filter(claim -> claim.node().equals(node))
                    .forEach(this::release);
        }
    }

    void crashed(NodeId node) {
        clients.stream().filter(client -> client.node.equals(node)).forEach(client -> client.life++);
        waiting.keySet().stream()
                .filter(claim -> claim.node().equals(node))
                .forEach(claim -> run.watcher().abandoned(claim));
        waiting.values().removeIf(client -> client.node.equals(node));
        holding.values().removeIf(client -> client.node.equals(node));
    }

    void startedAgain(NodeId node) {
        clients.stream().filter(client -> client.node.equals(node)).forEach(this::thinkThenClaim);
    }

    /** After the storm a claim holds for so long. */
    long calmHold() {
        return run.storm().leaseNanos() / 200;
    }

    /** Holders give back soon, thinking clients claim now, and each must be served again. Says how many that are. */
    int calm() {
        calm = true;
        holding.keySet().forEach(claim -> releaseAfter(calmHold(), claim));
        for (Client client : clients) {
            if (!waiting.containsValue(client) && !holding.containsValue(client)) {
                claim(client);
            }
        }
        return clients.size();
    }

    List<LockName> locks() {
        return locks;
    }

    List<NodeClaim> waiting() {
        return List.copyOf(waiting.keySet());
    }

    long lastGrant() {
        return lastGrant;
    }
}
