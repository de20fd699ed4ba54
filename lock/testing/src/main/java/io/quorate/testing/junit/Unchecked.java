// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Injects a {@link io.quorate.testing.FencedRecorder} that accepts every write, and fails the test if one was late. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface Unchecked {}
