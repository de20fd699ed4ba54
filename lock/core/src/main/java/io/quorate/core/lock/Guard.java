// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the method that keeps a rule of the specification: a predicate, or a small step. It changes nothing at run time. The lab
 * leaves the rule out when it loads the class, to show that its checker notices.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface Guard {
    /** The number of the rule, as on the page of the protocol; a letter tells apart the parts of a rule. */
    String value();
}
