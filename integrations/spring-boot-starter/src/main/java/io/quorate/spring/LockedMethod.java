// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring;

import io.quorate.api.AcquireOptions;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.ClassUtils;

/** The settings of {@link Locked} on one method: read and checked once. */
final class LockedMethod {
    /** Their work goes on after the method has returned, and nothing here sees its end. Names: they need not be on the class path. */
    private static final Set<String> UNFINISHED = Set.of(
            "org.reactivestreams.Publisher",
            "java.util.concurrent.Flow$Publisher",
            "kotlinx.coroutines.flow.Flow",
            "java.util.concurrent.Callable",
            "java.util.stream.BaseStream",
            "org.springframework.web.context.request.async.DeferredResult",
            "org.springframework.web.context.request.async.WebAsyncTask",
            "org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
            "org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");

    private static final String COROUTINE = "kotlin.coroutines.Continuation";

    private final Method method;
    private final LockNameTemplate name;
    private final AcquireOptions options;
    private final OnBusy onBusy;
    private final boolean shared;

    private LockedMethod(Method method, Locked locked, Duration usualTimeout, UnaryOperator<String> placeholders) {
        this.method = method;
        this.onBusy = locked.onBusy();
        this.shared = locked.shared();
        this.name = LockNameTemplate.of(method, resolved(locked.name(), placeholders));
        requireProxyable();
        requireFittingResult();
        this.options = optionsOf(locked, usualTimeout, placeholders);
    }

    /** Throws {@link InvalidLockedException} if the annotation cannot work. */
    static LockedMethod of(Method method, Locked locked, Duration usualTimeout, UnaryOperator<String> placeholders) {
        return new LockedMethod(method, locked, usualTimeout, placeholders);
    }

    private String resolved(String text, UnaryOperator<String> placeholders) {
        String resolved;
        try {
            resolved = placeholders.apply(text);
        } catch (IllegalArgumentException unknown) {
            throw withoutValue(text, unknown);
        }
        if (resolved.contains("${")) { // some contexts leave what they do not know
            throw withoutValue(text, null);
        }
        return resolved;
    }

    private InvalidLockedException withoutValue(String text, @Nullable Throwable cause) {
        return new InvalidLockedException(
                method,
                "\"" + text + "\" has a placeholder without a value",
                "Set that property, or give a default as in ${name:default}.",
                cause);
    }

    private void requireProxyable() {
        int modifiers = method.getModifiers();
        for (int modifier : new int[] {Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL}) {
            if ((modifiers & modifier) != 0) {
                throw new InvalidLockedException(
                        method,
                        "it is " + Modifier.toString(modifier) + ", so no proxy of Spring can take the lock",
                        "Remove that word, or take the lock by Locks.run inside the method.");
            }
        }
        if (Modifier.isFinal(method.getDeclaringClass().getModifiers())
                && method.getDeclaringClass().getInterfaces().length == 0) {
            throw new InvalidLockedException(
                    method,
                    "its class is final, so Spring cannot make a proxy of it",
                    "Remove that word, or take the lock by Locks.run inside the method.");
        }
    }

    private void requireFittingResult() {
        Class<?> result = method.getReturnType();
        boolean stage = result == CompletionStage.class || result == CompletableFuture.class;
        boolean endUnseen =
                !stage && (Future.class.isAssignableFrom(result) || CompletionStage.class.isAssignableFrom(result));
        boolean coroutine = method.getParameterCount() > 0
                && method.getParameterTypes()[method.getParameterCount() - 1]
                        .getName()
                        .equals(COROUTINE);
        if (endUnseen || coroutine || namesOf(result).stream().anyMatch(UNFINISHED::contains)) {
            throw new InvalidLockedException(
                    method,
                    coroutine
                            ? "it is a suspend function: its end cannot be seen, so the lock would be given back while it works"
                            : "it returns " + result.getName()
                                    + ": the end of that work cannot be seen, so the lock would be given back while it goes on",
                    "Return a CompletableFuture or a CompletionStage, or use DistributedLock.acquireAsync.");
        }
        if (onBusy == OnBusy.SKIP && result.isPrimitive() && result != void.class) {
            throw new InvalidLockedException(
                    method,
                    "it returns " + result + ", which cannot say that the method was skipped",
                    "Return " + ClassUtils.resolvePrimitiveIfNecessary(result).getSimpleName()
                            + " (null if skipped) or an Optional, or set onBusy to FAIL or WAIT.");
        }
    }

    private static Set<String> namesOf(Class<?> type) {
        Set<String> names = new LinkedHashSet<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            names.add(each.getName());
            for (Class<?> implemented : each.getInterfaces()) {
                names.addAll(namesOf(implemented));
            }
        }
        return names;
    }

    private AcquireOptions optionsOf(Locked locked, Duration usualTimeout, UnaryOperator<String> placeholders) {
        Duration timeout = duration("timeout", locked.timeout(), placeholders);
        if (timeout != null && onBusy != OnBusy.WAIT) {
            throw new InvalidLockedException(
                    method,
                    "it has a timeout, and onBusy is " + onBusy + ", which does not wait",
                    "Remove the timeout, or set onBusy to WAIT.");
        }
        Duration atLeast = duration("atLeast", locked.atLeast(), placeholders);
        Duration atMost = duration("atMost", locked.atMost(), placeholders);
        try {
            Duration wait = timeout == null ? usualTimeout : timeout;
            AcquireOptions read = AcquireOptions.timeout(onBusy == OnBusy.WAIT ? wait : Duration.ZERO);
            read = atLeast == null ? read : read.withAtLeast(atLeast);
            return atMost == null ? read : read.withAtMost(atMost);
        } catch (IllegalArgumentException unsound) {
            throw new InvalidLockedException(
                    method, "its times are not valid", String.valueOf(unsound.getMessage()), unsound);
        }
    }

    private @Nullable Duration duration(String what, String text, UnaryOperator<String> placeholders) {
        String value = resolved(text, placeholders).trim();
        if (value.isEmpty()) {
            return null;
        }
        try {
            return DurationStyle.detectAndParse(value);
        } catch (IllegalArgumentException unreadable) {
            throw new InvalidLockedException(
                    method,
                    what + " is \"" + value + "\", which is no time",
                    "Write it as in 5s, 10m or PT5S.",
                    unreadable);
        }
    }

    Method method() {
        return method;
    }

    LockNameTemplate name() {
        return name;
    }

    AcquireOptions options() {
        return options;
    }

    OnBusy onBusy() {
        return onBusy;
    }

    boolean isShared() {
        return shared;
    }

    /** The result for the caller when the method was skipped. */
    @Nullable
    Object skipped() {
        Class<?> result = method.getReturnType();
        if (result == Optional.class) {
            return Optional.empty();
        }
        return CompletionStage.class.isAssignableFrom(result) ? CompletableFuture.completedFuture(null) : null;
    }
}
