// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import io.quorate.core.lock.LossReason;
import io.quorate.core.model.NodeId;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.net.FrameInFlight;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Describes a storm in lines of text and keeps the last ones; frames without a message are left out. */
public final class StormLog implements StormWatcher, ClusterObserver {
    private final LongSupplier trueTime;
    private final int linesMax;
    private final ArrayDeque<String> lines = new ArrayDeque<>();

    public StormLog(LongSupplier trueTime, int linesMax) {
        this.trueTime = trueTime;
        this.linesMax = linesMax;
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }

    private void tell(String who, String what) {
        if (lines.size() == linesMax) {
            lines.remove();
        }
        lines.add(String.format(Locale.ROOT, "%12.6f s  %-8s  %s", trueTime.getAsLong() / 1e9, who, what));
    }

    private void tell(NodeId from, NodeId to, FrameInFlight packet, String what) {
        String content = packet.toString();
        if (!content.isEmpty()) {
            tell(from + "->" + to, what + content);
        }
    }

    @Override
    public ClusterObserver cluster() {
        return this;
    }

    @Override
    public void happened(NodeId node, String what) {
        tell(node.toString(), what);
    }

    @Override
    public void sent(NodeId from, NodeId to, FrameInFlight packet) {
        tell(from, to, packet, "sent     ");
    }

    @Override
    public void delivered(NodeId from, NodeId to, FrameInFlight packet) {
        tell(from, to, packet, "arrived  ");
    }

    @Override
    public void duplicated(NodeId from, NodeId to, FrameInFlight packet) {
        tell(from, to, packet, "copied   ");
    }

    @Override
    public void dropped(NodeId from, NodeId to, FrameInFlight packet) {
        tell(from, to, packet, "lost     ");
    }

    private void tell(NodeClaim claim, String what) {
        tell(claim.node().toString(), claim + " " + what + " " + claim.lock());
    }

    @Override
    public void waiting(NodeClaim claim) {
        tell(claim, "waits for");
    }

    @Override
    public void granted(NodeClaim claim) {
        tell(claim, "gets");
    }

    @Override
    public void released(NodeClaim claim) {
        tell(claim, "gives back");
    }

    @Override
    public void abandoned(NodeClaim claim) {
        tell(claim, "no longer waits for");
    }

    @Override
    public void lost(NodeClaim claim, LossReason reason) {
        tell(claim, "(" + reason + ") loses");
    }
}
