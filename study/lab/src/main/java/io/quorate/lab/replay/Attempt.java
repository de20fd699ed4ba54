// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.replay;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.lab.audit.Audit;
import io.quorate.lab.audit.AuditFailure;
import io.quorate.lab.simulate.Simulator;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.facts.ArmedTimer;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.net.Channel;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.lab.world.step.NodeSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Takes some steps of a run, in their order and at their times, skips what is not possible without the others, and sees which promise
 * that breaks. A timer runs out no earlier than it may.
 */
final class Attempt implements ClusterObserver {
    private static final Limits NOTHING_NEW = Limits.of(List.of());

    private final List<Item> source;
    private final Cluster cluster;
    private final List<Audit> audits;
    private final List<Item> taken = new ArrayList<>();

    /** By the place of the step in the source that made them. */
    private final Map<Integer, NodeClaim> claims = new LinkedHashMap<>();

    private final Map<ClaimKey, Integer> takenClaims = new LinkedHashMap<>();
    /** Packets are told apart by identity. */
    private final Map<FrameInFlight, Frame> frames = new LinkedHashMap<>();
    /** How many frames the present step has sent, to each node. */
    private final Map<NodeId, Integer> sentTo = new LinkedHashMap<>();

    private final Map<TimerKey, Long> dueAt = new LinkedHashMap<>();
    private int place;
    private long now;
    private boolean begun;

    /** Where a frame comes from: in the source, and among the steps that were taken. */
    private record Frame(int place, int takenPlace, int ordinal) {}

    private record ClaimKey(NodeId node, long id) {}

    private record TimerKey(NodeId node, ArmedTimer timer) {}

    /** The outcome: the promise that was broken, if one was, and the steps that were taken. */
    record Outcome(@Nullable String broken, List<Item> taken) {}

    private Attempt(Setup setup, List<Item> source) {
        this.source = source;
        this.audits = Simulator.audits(setup);
        List<ClusterObserver> observers = new ArrayList<>(List.of(this));
        observers.addAll(audits);
        this.cluster = Cluster.of(setup, ClusterObserver.all(observers.toArray(new ClusterObserver[0])));
    }

    /**
     * Takes all of them but those left out. Then all pending events happen, up to a maximum number of steps.
     */
    static Outcome without(Setup setup, List<Item> source, BitSet leftOut, int stepsMax) {
        return new Attempt(setup, source).run(leftOut, stepsMax);
    }

    private Outcome run(BitSet leftOut, int stepsMax) {
        boolean isSound = true;
        try {
            for (place = 0; place < source.size() && isSound; place++) {
                Item item = source.get(place);
                Choice choice = leftOut.get(place) ? null : meant(item);
                isSound = choice == null || take(item.time(), choice);
            }
            Choice due = isSound ? nextDue() : null;
            while (due != null && isSound && taken.size() < stepsMax) {
                isSound = take(now, due);
                place++;
                due = nextDue();
            }
            if (isSound && isQuiet()) {
                audits.forEach(audit -> audit.whenQuiet(cluster));
            }
        } catch (AuditFailure | IllegalStateException broken) {
            return new Outcome(String.valueOf(broken.getMessage()), taken);
        }
        return new Outcome(null, taken);
    }

    /** A step that is due: a frame arrives, a holder releases a lock, a timer expires; null if none is. */
    private @Nullable Choice nextDue() {
        return cluster.enabled(NOTHING_NEW).stream()
                .filter(choice -> !choice.isOptional())
                .findFirst()
                .orElse(null);
    }

    /** Whether the cluster is still sound: a choice is refused before it begins, or is carried out. */
    private boolean take(long time, Choice choice) {
        now = time;
        begun = false;
        sentTo.clear();
        taken.add(annotated(choice));
        try {
            cluster.apply(choice);
        } catch (IllegalArgumentException impossible) {
            taken.remove(taken.size() - 1);
            return !begun;
        }
        return true;
    }

    /** The choice with the numbers that it has here; null if it is not possible. */
    private @Nullable Choice meant(Item item) {
        Choice choice = item.choice();
        NodeSet crashed = cluster.usage().crashed();
        if (choice instanceof Choice.Deliver deliver) {
            int position = position(item, deliver.from(), deliver.to(), deliver.position());
            return position == 0 ? null : new Choice.Deliver(deliver.from(), deliver.to(), position);
        } else if (choice instanceof Choice.Duplicate duplicate) {
            int position = position(item, duplicate.from(), duplicate.to(), duplicate.position());
            return position == 0 ? null : new Choice.Duplicate(duplicate.from(), duplicate.to(), position);
        } else if (item.cause() >= 0 && choice instanceof Choice.Release release) {
            NodeClaim claim = claims.get(item.cause());
            return claim == null ? null : new Choice.Release(release.node(), release.lock(), claim.id());
        } else if (item.cause() >= 0 && choice instanceof Choice.Abandon abandon) {
            NodeClaim claim = claims.get(item.cause());
            return claim == null ? null : new Choice.Abandon(abandon.node(), abandon.lock(), claim.id());
        } else if (choice instanceof Choice.Fire fire) {
            return isDue(fire, item.time()) ? fire : null;
        } else if (choice instanceof Choice.Reset reset) {
            return crashed.contains(reset.one()) || crashed.contains(reset.other()) ? null : reset;
        } else if (choice instanceof Choice.Tell tell) {
            return crashed.contains(tell.node()) ? null : tell;
        }
        return choice;
    }

    private boolean isDue(Choice.Fire fire, long time) {
        return dueAt.entrySet().stream()
                .anyMatch(due -> due.getKey().node.equals(fire.node())
                        && due.getKey().timer.lock().equals(fire.lock())
                        && due.getKey().timer.timer().name().equals(fire.timer())
                        && due.getValue() <= time);
    }

    /** Where the frame is, or one like it; 0 if there is none. */
    private int position(Item item, NodeId from, NodeId to, int position) {
        Channel channel = cluster.channel(from, to);
        if (item.cause() < 0 || cluster.setup().network() != Network.UNORDERED) {
            return position <= channel.size() ? position : 0;
        }
        int alike = 0;
        for (int each = channel.size(); each >= 1; each--) {
            Frame frame = frames.get(channel.at(each));
            if (frame != null && frame.place == item.cause() && frame.ordinal == item.ordinal()) {
                return each;
            }
            alike = kinds(channel.at(each)).equals(item.kinds()) ? each : alike;
        }
        return alike;
    }

    private static String kinds(FrameInFlight packet) {
        return packet.contents().stream()
                .map(content -> content.message().kind() + " " + content.lock())
                .collect(Collectors.joining(","));
    }

    /** As it is taken here, for the next attempt: with the places that causes have among the steps that are taken. */
    private Item annotated(Choice choice) {
        if (choice instanceof Choice.Deliver deliver) {
            return ofFrame(choice, cluster.channel(deliver.from(), deliver.to()), deliver.position());
        } else if (choice instanceof Choice.Duplicate duplicate) {
            return ofFrame(choice, cluster.channel(duplicate.from(), duplicate.to()), duplicate.position());
        } else if (choice instanceof Choice.Release release) {
            return new Item(now, choice, takenPlace(release.node(), release.claim()), 0, "");
        } else if (choice instanceof Choice.Abandon abandon) {
            return new Item(now, choice, takenPlace(abandon.node(), abandon.claim()), 0, "");
        }
        return new Item(now, choice, -1, 0, "");
    }

    private Item ofFrame(Choice choice, Channel channel, int position) {
        if (position < 1 || position > channel.size()) {
            return new Item(now, choice, -1, 0, "");
        }
        FrameInFlight packet = channel.at(position);
        Frame frame = frames.get(packet);
        int cause = frame == null ? -1 : frame.takenPlace;
        return new Item(now, choice, cause, frame == null ? 0 : frame.ordinal, kinds(packet));
    }

    private int takenPlace(NodeId node, long claim) {
        return takenClaims.getOrDefault(new ClaimKey(node, claim), -1);
    }

    @Override
    public void begins(Choice choice) {
        begun = true;
    }

    @Override
    public void waiting(NodeClaim claim) {
        claims.put(place, claim);
        takenClaims.put(new ClaimKey(claim.node(), claim.id()), taken.size() - 1);
    }

    @Override
    public void sent(NodeId from, NodeId to, FrameInFlight packet) {
        int ordinal = sentTo.merge(to, 1, Integer::sum) - 1;
        frames.put(packet, new Frame(place, taken.size() - 1, ordinal));
    }

    @Override
    public void timerStarted(NodeId node, ArmedTimer timer, Duration delay, Duration jitter) {
        dueAt.put(new TimerKey(node, timer), now + delay.toNanos());
    }

    @Override
    public void timerStopped(NodeId node, ArmedTimer timer) {
        dueAt.remove(new TimerKey(node, timer));
    }

    /**
     * Whether no event is pending, and every fault that ends during a simulation has ended: only then a waiter waits forever.
     */
    private boolean isQuiet() {
        boolean comesBack = cluster.setup().protocol().traits().survivesRestarts();
        NodeSet crashed = cluster.usage().crashed();
        if (cluster.framesInFlight() > 0 || (comesBack && !crashed.isEmpty())) {
            return false;
        }
        for (int index = 0; index < cluster.size(); index++) {
            NodeSnapshot node = cluster.node(index);
            boolean isAtRest = node.holding().isEmpty()
                    && node.timers().isEmpty()
                    && node.facts().suspected().minus(crashed).isEmpty();
            if (!crashed.contains(index) && !isAtRest) {
                return false;
            }
        }
        return nextDue() == null;
    }
}
