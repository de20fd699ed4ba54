// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

/** A transport cannot start or the roster is invalid. The message says what happened and what to do. */
public class TransportException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TransportException(String whatHappenedAndWhatToDo) {
        super(whatHappenedAndWhatToDo);
    }

    public TransportException(String whatHappenedAndWhatToDo, Throwable cause) {
        super(whatHappenedAndWhatToDo, cause);
    }
}
