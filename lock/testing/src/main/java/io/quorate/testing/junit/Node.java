package io.quorate.testing.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Which node's {@link io.quorate.api.Locks} a parameter gets: {@code @Node(1) Locks}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface Node {
    /** The number of the node, from 0. */
    int value();
}
