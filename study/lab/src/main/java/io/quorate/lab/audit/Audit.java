// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.audit;

import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.ClusterObserver;

/** Watches a cluster; throws {@link AuditFailure} when a promise is broken. */
public interface Audit extends ClusterObserver {
    /** Nothing will happen any more: no frame is under way, and nobody will ask, release or fail. */
    default void whenQuiet(Cluster cluster) {}
}
