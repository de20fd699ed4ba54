package io.quorate.spring;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** A method with {@link Locked} that cannot work as it is written. Thrown when the application starts, where that can be seen then. */
public final class InvalidLockedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final String problem;
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

    /** What is wrong with which method. */
    public String problem() {
        return problem;
    }

    /** What to do about it. */
    public String action() {
        return action;
    }
}
