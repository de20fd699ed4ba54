package io.quorate.api;

/** What makes clusters for tests ({@link Locks#inMemory}); found by {@link java.util.ServiceLoader}. Applications do not use it. */
public interface LockClusterProvider {
    LockCluster inMemory(int nodes);
}
