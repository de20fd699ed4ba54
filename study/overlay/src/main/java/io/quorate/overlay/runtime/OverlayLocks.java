// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.runtime;

import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;

/** Locks of a node that is part of an overlay, where nobody has a list of all nodes and everybody may come and go. */
public final class OverlayLocks {
    /** The protocol of {@link #config()}. */
    public static final String PROTOCOL = "sigma";

    private OverlayLocks() {}

    /**
     * A configuration for {@link #join}, with the protocol {@value #PROTOCOL} unless another is set.
     *
     * @return a configuration without members
     */
    public static LocksConfig config() {
        return LocksConfig.withoutMembers().protocol(PROTOCOL);
    }

    /**
     * Joins an overlay, as {@link Locks#join} joins a cluster. It throws the same exceptions, and reports all faults of a configuration at
     * once. Close the result. The same shutdown hook leaves the overlay when the JVM shuts down, unless
     * {@link LocksConfig#shutdownHook(boolean)} says otherwise.
     *
     * @param config protocol, lease and TLS; made by {@link #config()}
     * @param place the kind of the overlay, the nodes to join, and the address of this node
     * @return the locks of this node
     */
    public static Locks join(LocksConfig config, OverlayPlace place) {
        OverlayNode node = OverlayNode.open(config, place);
        node.awaitQuorum();
        node.node().closeWithProcess(config);
        return node.locks();
    }
}
