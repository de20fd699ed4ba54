// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Thrown for a {@link Locked} method that cannot work as it is written; when the application starts, if it can be detected then. */
public final class InvalidLockedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** The problem, and the method that has it. */
    private final String problem;
    /** The advice for the developer. */
    private final String action;

    InvalidLockedException(Method method, String problem, String action) {
        this(method, problem, action, null);
    }

    InvalidLockedException(Method method, String problem, String action, @Nullable Throwable cause) {
        super(nameOf(method) + " has @Locked, but " + problem + ". " + action, cause);
        this.problem = nameOf(method) + " has @Locked, but " + problem + ".";
        this.action = action;
    }

    static String nameOf(Method method) {
        return "The method " + method.getDeclaringClass().getName() + "." + method.getName();
    }

    /** {@return what is wrong with which method} */
    public String problem() {
        return problem;
    }

    /** {@return what to do about it} */
    public String action() {
        return action;
    }
}
