package io.quorate.api;

/** What runs behind {@link Locks}; found by {@link java.util.ServiceLoader}. Applications do not use it. */
public interface LocksProvider {
    Locks join(LocksConfig config);

    LockCluster inMemory(int nodes);
}
