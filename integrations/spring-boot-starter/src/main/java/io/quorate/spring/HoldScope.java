// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring;

import io.quorate.api.Hold;
import org.springframework.beans.factory.ObjectProvider;

/** Opens a scope around a {@link Locked} method while its lock is held, as for tracing. The auto-configuration provides one. */
@FunctionalInterface
public interface HoldScope {
    /**
     * Opens the scope on the current thread.
     *
     * @param hold the lock that is held
     * @return ends the scope on the same thread
     */
    Scope open(Hold hold);

    /** An open scope. */
    interface Scope extends AutoCloseable {
        /** Ends the scope. */
        @Override
        void close();
    }

    /**
     * Opens the scope of the only bean of this type; does nothing if there is none.
     *
     * @param scopes the beans
     * @param hold the lock that is held
     * @return ends the scope
     */
    static Scope open(ObjectProvider<HoldScope> scopes, Hold hold) {
        HoldScope scope = scopes.getIfUnique();
        return scope == null ? () -> {} : scope.open(hold);
    }
}
