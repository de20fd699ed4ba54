package io.quorate.api;

/** The node could not start: its port is taken, or the others refuse it. The message says which and what to do. */
public final class JoinFailedException extends LockFailedException {
    private static final long serialVersionUID = 1L;

    public JoinFailedException(String message, Throwable cause) {
        super("", message);
        initCause(cause);
    }
}
