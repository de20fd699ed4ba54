package io.quorate.testing.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives tests {@link io.quorate.testing.MockedLocks}, or their {@link io.quorate.api.Locks} alone, as parameters. There is one of them for a class; after
 * each test all locks are free. A hold that a test has neither closed nor lost fails the test.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(MockExtension.class)
public @interface MockLocks {}
