// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

/** The modes in which a lock is held. */
public enum LockMode {
    /** Alone: the write half of a read-write lock, and every plain lock. */
    EXCLUSIVE,
    /** Together with other shared holders: the read half of a read-write lock. */
    SHARED
}
