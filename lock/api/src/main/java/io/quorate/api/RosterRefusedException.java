// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

/** Thrown when a change of the roster was refused. Nothing has changed; the message says why, and what to do. */
public final class RosterRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param whyAndWhatToDo the reason, and the next step
     */
    public RosterRefusedException(String whyAndWhatToDo) {
        super(whyAndWhatToDo);
    }
}
