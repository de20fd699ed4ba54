/** A lock cluster inside a test. Tests see {@code LockCluster}; the nodes behind it are hidden, as in production. */
module io.quorate.testing {
    requires static org.jspecify;
    requires transitive io.quorate.api;
    requires io.quorate.core;
    requires io.quorate.node;
    requires io.quorate.trace;
    // Only for io.quorate.testing.junit: a LockCluster needs no JUnit.
    requires static org.junit.jupiter.api;

    exports io.quorate.testing;
    exports io.quorate.testing.junit;
}
