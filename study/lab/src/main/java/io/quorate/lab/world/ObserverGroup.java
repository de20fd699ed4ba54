// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world;

import io.quorate.core.lock.LossReason;
import io.quorate.core.model.NodeId;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.facts.ArmedTimer;
import io.quorate.lab.world.facts.Described;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.net.FrameInFlight;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Several observers as one. Of what happens with every frame, only those are told who have something to do then. */
final class ObserverGroup implements ClusterObserver {
    private final List<ClusterObserver> members;
    private final ClusterObserver[] toldOfBeginnings;
    private final ClusterObserver[] toldOfEnds;
    private final ClusterObserver[] toldOfSending;
    private final ClusterObserver[] toldOfDelivery;
    private final ClusterObserver[] toldOfTurns;

    ObserverGroup(ClusterObserver... observers) {
        this.members = flat(observers);
        this.toldOfBeginnings = thoseWhoOverride("begins", Choice.class);
        this.toldOfEnds = thoseWhoOverride("ended", Choice.class);
        this.toldOfSending = thoseWhoOverride("sent", NodeId.class, NodeId.class, FrameInFlight.class);
        this.toldOfDelivery = thoseWhoOverride("delivered", NodeId.class, NodeId.class, FrameInFlight.class);
        this.toldOfTurns = thoseWhoOverride("turned", NodeId.class, Described.class);
    }

    private static List<ClusterObserver> flat(ClusterObserver... observers) {
        List<ClusterObserver> flat = new ArrayList<>();
        for (ClusterObserver observer : observers) {
            if (observer instanceof ObserverGroup group) {
                flat.addAll(group.members);
            } else {
                flat.add(observer);
            }
        }
        return List.copyOf(flat);
    }

    private ClusterObserver[] thoseWhoOverride(String event, Class<?>... parameters) {
        return members.stream()
                .filter(member -> overrides(member.getClass(), event, parameters))
                .toArray(ClusterObserver[]::new);
    }

    private static boolean overrides(Class<?> observer, String event, Class<?>... parameters) {
        try {
            return !observer.getMethod(event, parameters).getDeclaringClass().equals(ClusterObserver.class);
        } catch (NoSuchMethodException missing) {
            throw new IllegalStateException(
                    "observers are not told of " + event + " any more: correct its name", missing);
        }
    }

    @Override
    public void begins(Choice choice) {
        for (ClusterObserver member : toldOfBeginnings) {
            member.begins(choice);
        }
    }

    @Override
    public void ended(Choice choice) {
        for (ClusterObserver member : toldOfEnds) {
            member.ended(choice);
        }
    }

    @Override
    public void sent(NodeId from, NodeId to, FrameInFlight packet) {
        for (ClusterObserver member : toldOfSending) {
            member.sent(from, to, packet);
        }
    }

    @Override
    public void delivered(NodeId from, NodeId to, FrameInFlight packet) {
        for (ClusterObserver member : toldOfDelivery) {
            member.delivered(from, to, packet);
        }
    }

    @Override
    public void duplicated(NodeId from, NodeId to, FrameInFlight packet) {
        members.forEach(member -> member.duplicated(from, to, packet));
    }

    @Override
    public void dropped(NodeId from, NodeId to, FrameInFlight packet) {
        members.forEach(member -> member.dropped(from, to, packet));
    }

    @Override
    public void waiting(NodeClaim claim) {
        members.forEach(member -> member.waiting(claim));
    }

    @Override
    public void fenced(NodeClaim claim, long fence) {
        members.forEach(member -> member.fenced(claim, fence));
    }

    @Override
    public void granted(NodeClaim claim) {
        members.forEach(member -> member.granted(claim));
    }

    @Override
    public void released(NodeClaim claim) {
        members.forEach(member -> member.released(claim));
    }

    @Override
    public void abandoned(NodeClaim claim) {
        members.forEach(member -> member.abandoned(claim));
    }

    @Override
    public void lost(NodeClaim claim, LossReason reason) {
        members.forEach(member -> member.lost(claim, reason));
    }

    @Override
    public void busy(NodeClaim claim, NodeId holder) {
        members.forEach(member -> member.busy(claim, holder));
    }

    @Override
    public void turned(NodeId node, Described state) {
        for (ClusterObserver member : toldOfTurns) {
            member.turned(node, state);
        }
    }

    @Override
    public void crashed(NodeId node) {
        members.forEach(member -> member.crashed(node));
    }

    @Override
    public void startedAgain(NodeId node) {
        members.forEach(member -> member.startedAgain(node));
    }

    @Override
    public void cut(NodeId from, NodeId to) {
        members.forEach(member -> member.cut(from, to));
    }

    @Override
    public void mended(NodeId from, NodeId to) {
        members.forEach(member -> member.mended(from, to));
    }

    @Override
    public void timerStarted(NodeId node, ArmedTimer timer, Duration delay, Duration jitter) {
        members.forEach(member -> member.timerStarted(node, timer, delay, jitter));
    }

    @Override
    public void timerStopped(NodeId node, ArmedTimer timer) {
        members.forEach(member -> member.timerStopped(node, timer));
    }
}
