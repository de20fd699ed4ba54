// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.runtime;

import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.core.lock.Protocol;
import io.quorate.core.model.NodeId;
import io.quorate.node.ClusterNode;
import io.quorate.node.net.Transport;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A node of an overlay in this process, for programs that run and show nodes. Applications take {@link OverlayLocks}, which is all
 * that they need.
 */
public final class OverlayNode implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(OverlayNode.class.getName());

    private final OverlayStarter starter;
    private final ClusterNode node;

    private OverlayNode(OverlayStarter starter, ClusterNode node) {
        this.starter = starter;
        this.node = node;
    }

    /**
     * Starts a node, and waits only until a contact lets it in. Throws {@link io.quorate.api.InvalidConfigException} with all faults
     * of the configuration, {@link io.quorate.api.JoinFailedException} if the node cannot even listen, or may not join.
     */
    public static OverlayNode open(LocksConfig config, OverlayPlace place) {
        return open(config, place, UnaryOperator.identity(), progress -> LOG.log(Level.INFO, progress));
    }

    /**
     * The same; what the node sends and receives goes through the wrapped transport.
     *
     * @param progress told, in words, what the start waits for
     */
    public static OverlayNode open(
            LocksConfig config, OverlayPlace place, UnaryOperator<Transport> wrap, Consumer<String> progress) {
        return open(config, place, wrap, progress, false);
    }

    /** The same, also with rules that are not safe ({@link Protocol#whyUnsafe}): for trials, never for locks that guard something. */
    public static OverlayNode openUnsafe(
            LocksConfig config, OverlayPlace place, UnaryOperator<Transport> wrap, Consumer<String> progress) {
        return open(config, place, wrap, progress, true);
    }

    private static OverlayNode open(
            LocksConfig config,
            OverlayPlace place,
            UnaryOperator<Transport> wrap,
            Consumer<String> progress,
            boolean unsafe) {
        OverlayStarter starter = OverlayStarter.of(config, place, progress, unsafe);
        return new OverlayNode(starter, ClusterNode.open(config, starter, wrap, unsafe));
    }

    /** The node itself, as any other. */
    public ClusterNode node() {
        return node;
    }

    public Locks locks() {
        return node.locks();
    }

    /** Returns when this node is in, and enough others grant; else closes it and throws. */
    public void awaitQuorum() {
        node.awaitQuorum();
    }

    /** If nobody has let this node in yet, those contacts that answer now are asked; does nothing else. */
    public void callContactsAgain() {
        if (!node.isQuorate()) {
            starter.enterAgain();
        }
    }

    /** Where the node with this number is; empty if nobody has it, null if that was not found out in time. */
    @Nullable
    String find(NodeId sought, Duration timeout) {
        return starter.find(sought, timeout);
    }

    /** The node's place in its overlay, to look at. */
    public OverlayView view() {
        return starter.view();
    }

    @Override
    public void close() {
        node.close();
    }
}
