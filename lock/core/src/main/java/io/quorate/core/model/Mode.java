// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.model;

/** How a lock is asked for and held. */
public enum Mode {
    /** Alone. */
    EXCLUSIVE,
    /** Together with others who hold it SHARED. */
    SHARED;

    /** SHARED if so, else EXCLUSIVE. */
    public static Mode sharedIf(boolean shared) {
        return shared ? SHARED : EXCLUSIVE;
    }

    /** Whether a hold in this mode and one of somebody else in that mode exclude each other. */
    public boolean conflictsWith(Mode other) {
        return this == EXCLUSIVE || other == EXCLUSIVE;
    }

    /** Whether a hold in this mode allows what a hold in that mode allows. */
    public boolean covers(Mode other) {
        return this == EXCLUSIVE || other == SHARED;
    }
}
