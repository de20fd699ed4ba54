// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.time.Clock;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.Timer;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.stream.BaseStream;
import java.util.stream.Collectors;

/** What code does to the world outside, as predicates that {@link HouseRulesTest} allows to some and forbids to others. */
final class Habits {
    private static final String CONSTRUCTOR = "<init>";

    private Habits() {}

    static DescribedPredicate<JavaClass> threadType() {
        return assignableTo(Thread.class).or(belongToAnyOf(ThreadLocal.class, Runtime.class, Timer.class));
    }

    static DescribedPredicate<JavaClass> randomType() {
        return assignableTo("java.util.random.RandomGenerator").or(belongToAnyOf(SplittableRandom.class));
    }

    static DescribedPredicate<JavaClass> logger() {
        return belongToAnyOf(System.Logger.class, System.LoggerFinder.class)
                .or(resideInAnyPackage("java.util.logging..", "org.slf4j..", "org.apache.logging.."));
    }

    static DescribedPredicate<JavaAccess<?>> unseededRandomness() {
        return access(
                "draw without a seed",
                access -> calls(access, Math.class, "random")
                        || calls(access, UUID.class, "randomUUID")
                        || calls(access, ThreadLocalRandom.class, "current")
                        || access.getTargetOwner().isEquivalentTo(java.security.SecureRandom.class)
                        || (isOneOf(access, Random.class, SplittableRandom.class)
                                && access.getName().equals(CONSTRUCTOR)
                                && access.getTarget().getFullName().endsWith("()")));
    }

    /** Immutable sets and maps of the JDK have another order in every JVM, and some collectors make hash maps. */
    static DescribedPredicate<JavaAccess<?>> orderOfTheJvm() {
        return access(
                "depend on the order of a hash",
                access -> calls(access, System.class, "identityHashCode")
                        || calls(access, Set.class, "of", "copyOf")
                        || calls(access, Map.class, "of", "ofEntries", "copyOf")
                        || calls(access, Collectors.class, "toSet", "toUnmodifiableSet", "toUnmodifiableMap")
                        || (calls(access, Collectors.class, "toMap", "groupingBy") && !givesASupplierOfMaps(access)));
    }

    static DescribedPredicate<JavaAccess<?>> printingOrExiting() {
        return access(
                "print or exit",
                access -> calls(access, System.class, "out", "err", "exit", "setOut", "setErr")
                        || calls(access, Runtime.class, "exit", "halt")
                        || (access.getTargetOwner().isAssignableTo(Throwable.class)
                                && access.getName().equals("printStackTrace")
                                && access.getTarget().getFullName().endsWith("()")));
    }

    static DescribedPredicate<JavaAccess<?>> startingThreads() {
        return access(
                "start threads",
                access -> (access.getTargetOwner().isAssignableTo(Thread.class)
                                && List.of(CONSTRUCTOR, "start").contains(access.getName()))
                        || access.getTargetOwner().isEquivalentTo(Executors.class)
                        || (access.getTargetOwner().isAssignableTo(ExecutorService.class)
                                && access.getName().equals(CONSTRUCTOR))
                        || access.getTargetOwner().isEquivalentTo(Timer.class)
                        || calls(
                                access,
                                CompletableFuture.class,
                                "runAsync",
                                "supplyAsync",
                                "delayedExecutor",
                                "orTimeout")
                        || access.getName().equals("parallelStream")
                        || (access.getTargetOwner().isAssignableTo(BaseStream.class)
                                && access.getName().equals("parallel")));
    }

    static DescribedPredicate<JavaAccess<?>> readingAClock() {
        return access(
                "read a clock",
                access -> calls(access, System.class, "nanoTime", "currentTimeMillis")
                        || (access.getTargetOwner().getPackageName().equals("java.time")
                                && access.getName().equals("now"))
                        || (access.getTargetOwner().isEquivalentTo(Clock.class)
                                && access.getName().startsWith("system"))
                        || (access.getTargetOwner().isEquivalentTo(Date.class)
                                && access.getName().equals(CONSTRUCTOR)
                                && access.getTarget().getFullName().endsWith("()")));
    }

    /** For {@code noClasses().should(...)}: an event for each such access. */
    static ArchCondition<JavaClass> accessing(DescribedPredicate<JavaAccess<?>> habit) {
        return new ArchCondition<>(habit.getDescription()) {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                item.getAccessesFromSelf().stream()
                        .filter(habit)
                        .forEach(access -> events.add(SimpleConditionEvent.satisfied(access, access.getDescription())));
            }
        };
    }

    private static boolean givesASupplierOfMaps(JavaAccess<?> access) {
        return access.getTarget().getFullName().contains("java.util.function.Supplier");
    }

    private static boolean isOneOf(JavaAccess<?> access, Class<?>... owners) {
        return List.of(owners).stream().anyMatch(access.getTargetOwner()::isEquivalentTo);
    }

    private static boolean calls(JavaAccess<?> access, Class<?> owner, String... names) {
        return access.getTargetOwner().isEquivalentTo(owner) && List.of(names).contains(access.getName());
    }

    private static DescribedPredicate<JavaAccess<?>> access(String description, Predicate<JavaAccess<?>> predicate) {
        return DescribedPredicate.describe(description, predicate);
    }
}
