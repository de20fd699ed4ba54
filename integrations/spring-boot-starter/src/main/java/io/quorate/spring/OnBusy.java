// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring;

/** The behaviour of a method with {@link Locked} while another holder has its lock. */
public enum OnBusy {
    /** Waits for the lock, then throws {@link io.quorate.api.LockTimeoutException}. */
    WAIT,
    /** Throws {@link io.quorate.api.LockTimeoutException} at once. */
    FAIL,
    /**
     * Does not run, and returns null, an empty {@link java.util.Optional}, or a future that is completed with null. Only for methods whose
     * result can say that. A lock that cannot be decided at all is no reason to skip: {@link io.quorate.api.LockUnavailableException}.
     */
    SKIP
}
