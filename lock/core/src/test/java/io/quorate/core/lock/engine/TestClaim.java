// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock.engine;

import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;

/** A claim that is nothing but itself. */
public record TestClaim(LockName lock, Mode mode, long id) implements Claim {
    public static TestClaim exclusive(String lock, long id) {
        return new TestClaim(LockName.of(lock), Mode.EXCLUSIVE, id);
    }

    public static TestClaim shared(String lock, long id) {
        return new TestClaim(LockName.of(lock), Mode.SHARED, id);
    }
}
