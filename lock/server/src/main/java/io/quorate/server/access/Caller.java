// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.access;

import org.jspecify.annotations.Nullable;

/**
 * The sender of a request.
 *
 * @param name what it is called: a session belongs to the name that opened it
 * @param who name and address, for the log
 */
public record Caller(String name, String who, Rights rights) {
    /** Decides what a caller may do. */
    @FunctionalInterface
    public interface Rights {
        /**
         * Why it may not do that, and what to do; null if it may.
         *
         * @param what is wanted, as in {@code listing "orders/"}
         * @param lock the name of the lock that this is about, or the beginning of names; null if it is about none
         */
        @Nullable
        String objectionTo(String what, Right needed, @Nullable String lock);
    }

    /** Whether it has this right for some locks at least. */
    public boolean may(Right right) {
        return rights.objectionTo("", right, null) == null;
    }

    /** Whether it may see this lock. */
    public boolean maySee(String lock) {
        return rights.objectionTo("", Right.READ, lock) == null;
    }
}
