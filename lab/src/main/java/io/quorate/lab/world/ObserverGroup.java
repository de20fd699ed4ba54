package io.quorate.lab.world;

import io.quorate.core.model.NodeId;
import io.quorate.core.protocol.LossReason;
import java.time.Duration;
import java.util.List;

/** Several observers as one. */
final class ObserverGroup implements ClusterObserver {
    private final List<ClusterObserver> members;

    ObserverGroup(ClusterObserver... members) {
        this.members = List.of(members);
    }

    @Override
    public void begins(Choice choice) {
        members.forEach(member -> member.begins(choice));
    }

    @Override
    public void ended(Choice choice) {
        members.forEach(member -> member.ended(choice));
    }

    @Override
    public void sent(NodeId from, NodeId to, Packet packet) {
        members.forEach(member -> member.sent(from, to, packet));
    }

    @Override
    public void delivered(NodeId from, NodeId to, Packet packet) {
        members.forEach(member -> member.delivered(from, to, packet));
    }

    @Override
    public void duplicated(NodeId from, NodeId to, Packet packet) {
        members.forEach(member -> member.duplicated(from, to, packet));
    }

    @Override
    public void dropped(NodeId from, NodeId to, Packet packet) {
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
    public void turned(NodeId node, Described state) {
        members.forEach(member -> member.turned(node, state));
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
