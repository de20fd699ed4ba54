// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock.engine;

/** A claim was refused because a named limit is reached; nothing has changed. */
public final class LimitReachedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LimitReachedException(String message) {
        super(message);
    }
}
