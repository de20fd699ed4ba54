// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.world.event.Event;
import io.quorate.lab.world.event.Event.Signal;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Key;
import io.quorate.overlay.Overlay;
import io.quorate.overlay.OverlayKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Brings nodes into the overlay of a storm: the first ones before it begins, others through some that are in. A node that does not get
 * in, because everybody whom it was told of is gone, is told of others, as its operator would do.
 */
final class OverlayJoins {
    /** The number of members that are named to a node that joins. */
    private static final int CONTACTS = 3;

    /** The number of rounds after which a join is checked. */
    private static final int JOIN_TIMEOUT_ROUNDS = 12;

    /** The number of rounds between two of the first nodes, if they come one after the other. */
    private static final int ROUNDS_APART = 2;

    /** The number of rounds without faults after which all nodes know their neighbours, also those that had other contacts. */
    private static final int ROUNDS_TO_SETTLE = 3 * JOIN_TIMEOUT_ROUNDS;

    /** So often, one after the other, a node may be mute because its region grew. */
    private static final int PAUSES = 2;

    /** Messages lost in the storm are repeated within this time, if the protocol repeats all messages in the end. */
    private static final long ASKED_AGAIN = 60_000_000_000L;

    private static final double SHARE_LEFT_DOWN = 0.2;

    private final StormRun run;
    private final OverlaySetup gathering;
    private final Randomness randomness;
    private final int nodes;

    OverlayJoins(StormRun run, Randomness randomness) {
        this.run = run;
        this.gathering = run.storm().overlay();
        this.randomness = randomness;
        this.nodes = run.storm().setup().nodes();
    }

    /** The first nodes come together. Says when all of them are in and vote. */
    long begin() {
        int first = gathering.first();
        if (gathering.settled()) {
            List<Handle> handles = new ArrayList<>();
            for (int index = 0; index < first; index++) {
                handles.add(Handle.of(NodeId.of(index)));
            }
            OverlayKind known = gathering.settledWith(handles);
            handles.forEach(handle -> start(run.node(handle.node()), known));
            return run.now();
        }
        start(run.node(NodeId.of(0)), gathering.kind());
        long apart = ROUNDS_APART * gathering.roundNanos();
        for (int index = 1; index < first; index++) {
            StormNode node = run.node(NodeId.of(index));
            run.at(run.now() + index * apart, () -> join(node));
        }
        return run.now() + (first + 2) * apart + 2 * run.storm().longestMemory();
    }

    private void start(StormNode node, OverlayKind kind) {
        node.start(kind);
        node.turn(Signal.BEGIN_OVERLAY);
        lookAfter(node);
    }

    /** The node starts and asks its way in. */
    void join(StormNode node) {
        node.start(gathering.kind());
        askWayIn(node);
        lookAfter(node);
    }

    private void askWayIn(StormNode node) {
        List<Handle> contacts = contactsFor(node);
        if (!contacts.isEmpty()) {
            node.turn(new Event.JoinOverlay(contacts));
        }
    }

    private List<Handle> contactsFor(StormNode newcomer) {
        List<Handle> in = new ArrayList<>();
        for (int index = 0; index < nodes; index++) {
            StormNode node = run.node(NodeId.of(index));
            if (node.isIn() && node != newcomer && !node.isCutOff()) {
                in.add(Handle.of(node.self()));
            }
        }
        List<Handle> contacts = new ArrayList<>();
        while (!in.isEmpty() && contacts.size() < CONTACTS) {
            contacts.add(in.remove(randomness.nextInt(in.size())));
        }
        return contacts;
    }

    /** Now and then, for as long as this start of the node lasts: is it in, and does it know anybody? */
    private void lookAfter(StormNode node) {
        int start = node.starts();
        run.at(run.now() + JOIN_TIMEOUT_ROUNDS * gathering.roundNanos(), () -> {
            Overlay overlay = node.overlay();
            if (overlay != null && node.starts() == start) {
                if (!overlay.isJoined() || overlay.known().isEmpty()) {
                    run.counts().count("told of other contacts");
                    askWayIn(node);
                }
                lookAfter(node);
            }
        });
    }

    /** Whether enough others are in, so that the overlay goes on without this one. */
    boolean canDoWithout(StormNode node) {
        int others = 0;
        for (int index = 0; index < nodes; index++) {
            StormNode other = run.node(NodeId.of(index));
            if (other != node && other.isIn() && !other.isPaused() && !other.isCutOff()) {
                others++;
            }
        }
        return others >= Math.max(2, gathering.first() / 2);
    }

    /** How long it takes after a storm until everybody is in, knows its neighbours, votes, and has been asked again. */
    long settlingTime() {
        return ROUNDS_TO_SETTLE * gathering.roundNanos()
                + PAUSES * 2 * run.storm().longestMemory()
                + ASKED_AGAIN;
    }

    /** Some nodes that the overlay does not need. */
    NodeSet some(Randomness from) {
        NodeSet some = NodeSet.EMPTY;
        for (NodeId node : run.up()) {
            boolean isEnough = 3 * (some.size() + 1) > run.up().size();
            some = from.chance(SHARE_LEFT_DOWN) && !isEnough ? some.with(node) : some;
        }
        return some;
    }

    /** The first node that was never there, if there is one. */
    Optional<StormNode> newcomer() {
        return IntStream.range(gathering.first(), nodes)
                .mapToObj(index -> run.node(NodeId.of(index)))
                .filter(node -> node.starts() == 0)
                .findFirst();
    }

    /** The node that is in and comes next upwards on the ring, if this one is in and there is another. */
    Optional<NodeId> nextOnTheRing(StormNode node) {
        Key self = Key.of(node.self());
        return run.up().stream()
                .filter(other -> node.isIn() && run.node(other).isIn() && !other.equals(node.self()))
                .min(Comparator.comparing(other -> self.clockwiseTo(Key.of(other))));
    }

    /** Those who have a replica of the lock, as far as anybody knows. */
    NodeSet ownersOf(LockName lock) {
        NodeSet owners = NodeSet.EMPTY;
        for (int index = 0; index < nodes; index++) {
            for (int replica = 0; replica < run.storm().setup().quorums().size(); replica++) {
                if (run.node(NodeId.of(index)).owns(Key.ofReplica(lock.toString(), replica))) {
                    owners = owners.with(NodeId.of(index));
                }
            }
        }
        return owners;
    }
}
