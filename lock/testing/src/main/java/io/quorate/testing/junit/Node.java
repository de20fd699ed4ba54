// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Chooses the node whose {@link io.quorate.api.Locks} a parameter gets: {@code @Node(1) Locks}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface Node {
    /** {@return the number of the node, from 0} */
    int value();
}
