// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.json;

/** A text is no JSON, or more of it than is allowed. The message says what and where. */
public final class MalformedJsonException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedJsonException(String message) {
        super(message);
    }
}
