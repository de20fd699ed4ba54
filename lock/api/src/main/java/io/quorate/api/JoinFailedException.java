// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

/** Thrown when the node cannot start: its port is in use, or other members refuse it. The message says why and what to do. */
public final class JoinFailedException extends LockFailedException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what happened and what to do
     * @param cause what made the start fail
     */
    public JoinFailedException(String message, Throwable cause) {
        super("", message);
        initCause(cause);
    }
}
