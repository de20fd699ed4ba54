// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Injects {@link io.quorate.testing.MockedLocks}, or only their {@link io.quorate.api.Locks}, into tests. A class shares one; after
 * each test all locks are free. A hold that a test has neither closed nor lost fails the test.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(MockExtension.class)
public @interface MockLocks {}
