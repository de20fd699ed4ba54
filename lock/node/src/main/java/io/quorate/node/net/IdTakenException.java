// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

/** Another process that runs is known to the others by the id of this one. */
public final class IdTakenException extends TransportException {
    private static final long serialVersionUID = 1L;

    public IdTakenException(String message) {
        super(message);
    }
}
