// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock.engine;

import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;

/** The wish of one thread, task or client of this node for a lock: made by the driver, handed back when it is granted. */
public interface Claim {
    LockName lock();

    Mode mode();

    /** Tells the claims of one node apart. */
    long id();

    /** Whether it wants the lock now or not at all: if somebody holds it, the claim is over (B3). */
    default boolean isNow() {
        return false;
    }
}
