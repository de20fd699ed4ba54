// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import io.quorate.core.model.NodeId;
import io.quorate.lab.world.ClusterObserver;
import java.util.function.LongSupplier;

/** Is told what happens in a storm: frames and claims as in any cluster, and whatever else befalls a node. */
public interface StormWatcher {
    /** An observer of frames and claims. */
    default ClusterObserver cluster() {
        return ClusterObserver.NONE;
    }

    default void happened(NodeId node, String what) {}

    /** Makes a watcher that can tell the time. */
    interface Maker {
        /** No watcher. */
        Maker NONE = trueTime -> new StormWatcher() {};

        StormWatcher watch(LongSupplier trueTime);
    }
}
