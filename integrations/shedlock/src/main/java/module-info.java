/** Locks for ShedLock's scheduled tasks. */
module io.quorate.shedlock {
    requires static org.jspecify;
    requires transitive io.quorate.api;
    requires transitive net.javacrumbs.shedlock.core;

    exports io.quorate.shedlock;
}
