// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.boot;

import io.quorate.api.Locks;

/** Wraps the locks that the application gets, as observations do. */
@FunctionalInterface
interface LocksDecorator {
    Locks decorate(Locks locks);
}
