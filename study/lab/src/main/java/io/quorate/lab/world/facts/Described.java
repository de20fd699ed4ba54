// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.facts;

import io.quorate.core.lock.StateWriter;

/** Something that can say what its state is. */
@FunctionalInterface
public interface Described {
    void describeTo(StateWriter writer);
}
