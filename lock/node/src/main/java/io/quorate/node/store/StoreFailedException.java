// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.store;

/** A required write to disk failed; the message says what happened and what to do. */
public final class StoreFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoreFailedException(String message, Throwable cause) {
        super(message, cause);
    }

    StoreFailedException(String message) {
        super(message);
    }
}
