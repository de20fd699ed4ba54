// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.cluster;

import io.quorate.api.LocksConfig;
import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.ExitCode;
import io.quorate.node.ClusterNode;
import io.quorate.node.net.Roster;
import io.quorate.node.net.Transport;
import io.quorate.overlay.runtime.OverlayLocks;
import io.quorate.overlay.runtime.OverlayNode;
import io.quorate.overlay.runtime.OverlayPlace;
import io.quorate.overlay.runtime.OverlayView;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A node of this process, with a roster or on an overlay. */
public final class RunningMember implements AutoCloseable {
    private static final int LOOK_EVERY_MILLIS = 5;

    private final ClusterNode node;
    private final @Nullable OverlayNode onOverlay;
    private final int others;

    private RunningMember(ClusterNode node, @Nullable OverlayNode onOverlay, int others) {
        this.node = node;
        this.onOverlay = onOverlay;
        this.others = others;
    }

    /** A node that has a roster. */
    public static RunningMember of(ClusterNode node) {
        return new RunningMember(node, null, 0);
    }

    static RunningMember ofOverlay(
            LocksConfig config, Roster roster, OverlayPlace place, UnaryOperator<Transport> wrap, boolean unsafe) {
        LocksConfig bare = OverlayLocks.config()
                .cluster(config.cluster())
                .protocol(config.protocol())
                .lease(config.lease())
                .joinTimeout(config.joinTimeout());
        OverlayNode opened = unsafe
                ? OverlayNode.openUnsafe(bare, place, wrap, progress -> {})
                : OverlayNode.open(bare, place, wrap, progress -> {});
        return new RunningMember(opened.node(), opened, roster.size() - 1);
    }

    public ClusterNode node() {
        return node;
    }

    /** Waits until this node knows all others and they can grant. */
    public void awaitAll(Duration timeout) throws InterruptedException {
        if (onOverlay == null) {
            AllNodes.await(node, timeout);
            return;
        }
        long deadline = System.nanoTime() + timeout.toNanos();
        for (OverlayView view = onOverlay.view(); !view.voting() || view.known() < others; view = onOverlay.view()) {
            if (System.nanoTime() - deadline > 0) {
                throw new CommandFailure(
                        ExitCode.UNAVAILABLE,
                        "This node knows " + view.known() + " of " + others + " others after " + timeout.toSeconds()
                                + " s" + (view.voting() ? "" : ", and does not vote yet")
                                + ". Is loopback traffic blocked on this machine?");
            }
            Thread.sleep(LOOK_EVERY_MILLIS);
        }
    }

    @Override
    public void close() {
        node.close();
    }
}
