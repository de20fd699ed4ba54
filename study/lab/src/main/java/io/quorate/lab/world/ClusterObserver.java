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

/**
 * Is told what happens in a cluster, in the order in which it happens: the choice, what it is about (a frame delivered, a
 * claim that waits or ends), then what it led to (timers, frames, claims granted or lost), then that it is done.
 */
public interface ClusterObserver {
    /** Wants to know nothing. */
    ClusterObserver NONE = new ClusterObserver() {};

    /** Tells each of them, in this order. */
    static ClusterObserver all(ClusterObserver... observers) {
        return new ObserverGroup(observers);
    }

    default void begins(Choice choice) {}

    default void ended(Choice choice) {}

    default void sent(NodeId from, NodeId to, FrameInFlight packet) {}

    default void delivered(NodeId from, NodeId to, FrameInFlight packet) {}

    default void duplicated(NodeId from, NodeId to, FrameInFlight packet) {}

    /** The frame is lost, by itself or with its link. */
    default void dropped(NodeId from, NodeId to, FrameInFlight packet) {}

    default void waiting(NodeClaim claim) {}

    /** Told before {@link #granted}, of a protocol that has fences. */
    default void fenced(NodeClaim claim, long fence) {}

    default void granted(NodeClaim claim) {}

    default void released(NodeClaim claim) {}

    default void abandoned(NodeClaim claim) {}

    default void lost(NodeClaim claim, LossReason reason) {}

    /** The claim wanted the lock now or not at all, and was told that this node held it. */
    default void busy(NodeClaim claim, NodeId holder) {
        abandoned(claim);
    }

    /** The node has had a turn, which has left it in this state. */
    default void turned(NodeId node, Described state) {}

    default void crashed(NodeId node) {}

    /** A node that had crashed is back. */
    default void startedAgain(NodeId node) {}

    /** From now on nothing gets from the one to the other. */
    default void cut(NodeId from, NodeId to) {}

    /** Frames from the one to the other arrive again. */
    default void mended(NodeId from, NodeId to) {}

    default void timerStarted(NodeId node, ArmedTimer timer, Duration delay, Duration jitter) {}

    default void timerStopped(NodeId node, ArmedTimer timer) {}
}
