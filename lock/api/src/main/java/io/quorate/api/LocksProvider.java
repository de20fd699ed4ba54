package io.quorate.api;

/** What runs behind {@link Locks}; found by {@link java.util.ServiceLoader}. Applications do not use it. */
public interface LocksProvider {
    /** Joins; throws {@link InvalidConfigException} with all faults of the configuration, the provider's own among them. */
    Locks join(LocksConfig config);

    /** Starts without waiting for other nodes; throws what {@link #join} throws of faults that no other node has a part in. */
    Locks start(LocksConfig config);
}
