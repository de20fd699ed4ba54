package io.quorate.api;

/** How a lock is held. */
public enum LockMode {
    /** Alone: the write half of a read-write lock, and every plain lock. */
    EXCLUSIVE,
    /** Together with others who hold it so: the read half of a read-write lock. */
    SHARED
}
