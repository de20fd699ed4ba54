// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.store;

import io.quorate.core.roster.RosterState;

/** Where a node keeps, over its starts, how high its logical clock may have come, and what it knows about rosters. */
public interface CeilingStore extends AutoCloseable {
    /** For nodes that keep nothing, and are told so. */
    CeilingStore NONE = new CeilingStore() {
        @Override
        public void keepCeiling(long ceiling) {
            throw new IllegalStateException("this node was not told to keep a ceiling");
        }

        @Override
        public long ceiling() {
            return Long.MAX_VALUE;
        }
    };

    /** Returns when a crash of the machine cannot lose it any more; else throws {@link StoreFailedException}. */
    void keepCeiling(long ceiling);

    /** The same about rosters; only of a store that {@link #keepsRoster}. */
    default void keepRoster(RosterState state) {
        throw new IllegalStateException("this node was not told to keep a roster");
    }

    /** Whether what is known about rosters survives a restart. */
    default boolean keepsRoster() {
        return false;
    }

    /** The last ceiling that was kept; {@link Long#MAX_VALUE} if the clock may rise without one. */
    default long ceiling() {
        return 0;
    }

    /** W3: this start has promised nothing any more, and says nothing more: the next one may grant at once. */
    default void stoppedCleanly() {}

    /** Another start of the node may use the store from now on. */
    @Override
    default void close() {}
}
