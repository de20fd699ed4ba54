// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

/** The implementation behind {@link Locks}, found by {@link java.util.ServiceLoader}. Applications do not use it. */
public interface LocksProvider {
    /**
     * Joins a cluster; see {@link Locks#join}.
     *
     * @param config the configuration
     * @return the locks of the cluster
     * @throws InvalidConfigException with all errors of the configuration
     */
    Locks join(LocksConfig config);

    /**
     * Starts without waiting for other nodes; see {@link Locks#start}.
     *
     * @param config the configuration
     * @return the locks of the cluster
     * @throws InvalidConfigException with all errors of the configuration
     */
    Locks start(LocksConfig config);
}
