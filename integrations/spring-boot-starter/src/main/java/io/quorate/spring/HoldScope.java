package io.quorate.spring;

import io.quorate.api.Hold;
import org.springframework.beans.factory.ObjectProvider;

/** Makes a hold the current one for something besides the method, as for tracing. The node's configuration provides one. */
@FunctionalInterface
public interface HoldScope {
    /** Begins on the current thread; the result ends it there. */
    Scope open(Hold hold);

    /** What {@link #open} began. */
    interface Scope extends AutoCloseable {
        @Override
        void close();
    }

    /** That of the only bean of this type; does nothing if there is none. */
    static Scope open(ObjectProvider<HoldScope> scopes, Hold hold) {
        HoldScope scope = scopes.getIfUnique();
        return scope == null ? () -> {} : scope.open(hold);
    }
}
