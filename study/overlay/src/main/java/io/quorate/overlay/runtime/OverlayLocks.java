package io.quorate.overlay.runtime;

import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;

/** Locks of a node that is part of an overlay, where nobody has a list of all nodes and everybody may come and go. */
public final class OverlayLocks {
    /** The protocol of {@link #config()}. */
    public static final String PROTOCOL = "sigma";

    private OverlayLocks() {}

    /** A configuration for {@link #join}, with the protocol {@value #PROTOCOL} unless another is set. */
    public static LocksConfig config() {
        return LocksConfig.withoutMembers().protocol(PROTOCOL);
    }

    /**
     * Becomes part of an overlay, as {@link Locks#join} becomes part of a cluster; the same is thrown, with all faults of a
     * configuration at once, and to be closed. The same shutdown hook leaves the overlay when the JVM shuts down, unless
     * {@link LocksConfig#shutdownHook(boolean)} says otherwise.
     */
    public static Locks join(LocksConfig config, OverlayPlace place) {
        OverlayNode node = OverlayNode.open(config, place);
        node.awaitQuorum();
        node.node().closeWithProcess(config);
        return node.locks();
    }
}
