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
 * Creates a lock cluster in memory for a test class or a test method. Constructors, {@code @BeforeAll}, {@code @BeforeEach} and test methods can have
 * parameters of these types:
 *
 * <ul>
 *   <li>{@link io.quorate.testing.LockCluster}: the cluster, with its faults and assertions;
 *   <li>{@link io.quorate.api.Locks}: node 0, or the one that {@link Node} says; {@code List<Locks>}: all nodes;
 *   <li>{@link io.quorate.testing.FencedRecorder}: a store that rejects late writes, or with {@link Unchecked} one that reports them.
 * </ul>
 *
 * <p>On a class there is one cluster for all its tests. After each test all locks are free and all faults are over. Nodes that a
 * fault has touched, or whose locks were left open, are restarted, which takes some milliseconds. On a method the cluster is for that test alone. A hold that a
 * test has neither closed nor lost fails the test. So does a late write in an unchecked store.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(ClusterExtension.class)
public @interface QuorateCluster {
    /** {@return the number of nodes} */
    int nodes() default 3;

    /** {@return the lease, as in {@code 500ms}, {@code 2s}, {@code 1m} or {@code PT2S}; 5 s if empty} */
    String lease() default "";

    /** {@return whether time is virtual ({@link io.quorate.testing.LockCluster#virtualTime})} */
    boolean virtualTime() default false;

    /** {@return whether a hold that is still open when the test ends fails the test} */
    boolean failOnLeak() default true;
}
