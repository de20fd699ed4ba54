// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.laws;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The laws of locks for each kind of lock and each place. */
@Tag("threads")
@Tag("slow")
class InMemoryLockLawsTest {
    @Nested
    class LockOfOneNode extends LockLaws {
        LockOfOneNode() {
            super(LawPlace.ONE_NODE, Kind.LOCK);
        }
    }

    @Nested
    class LockOfThreeNodes extends LockLaws {
        LockOfThreeNodes() {
            super(LawPlace.THREE_NODES, Kind.LOCK);
        }
    }

    @Nested
    class LockWithThreadsSpread extends LockLaws {
        LockWithThreadsSpread() {
            super(LawPlace.SPREAD, Kind.LOCK);
        }
    }

    @Nested
    class WriteLockOfOneNode extends LockLaws {
        WriteLockOfOneNode() {
            super(LawPlace.ONE_NODE, Kind.WRITE_LOCK);
        }
    }

    @Nested
    class WriteLockOfThreeNodes extends LockLaws {
        WriteLockOfThreeNodes() {
            super(LawPlace.THREE_NODES, Kind.WRITE_LOCK);
        }
    }

    @Nested
    class WriteLockWithThreadsSpread extends LockLaws {
        WriteLockWithThreadsSpread() {
            super(LawPlace.SPREAD, Kind.WRITE_LOCK);
        }
    }

    @Nested
    class ReadLockOfOneNode extends LockLaws {
        ReadLockOfOneNode() {
            super(LawPlace.ONE_NODE, Kind.READ_LOCK);
        }
    }

    @Nested
    class ReadLockOfThreeNodes extends LockLaws {
        ReadLockOfThreeNodes() {
            super(LawPlace.THREE_NODES, Kind.READ_LOCK);
        }
    }

    @Nested
    class ReadLockWithThreadsSpread extends LockLaws {
        ReadLockWithThreadsSpread() {
            super(LawPlace.SPREAD, Kind.READ_LOCK);
        }
    }

    @Nested
    class ReadWriteLockOfOneNode extends ReadWriteLockLaws {
        ReadWriteLockOfOneNode() {
            super(LawPlace.ONE_NODE);
        }
    }

    @Nested
    class ReadWriteLockOfThreeNodes extends ReadWriteLockLaws {
        ReadWriteLockOfThreeNodes() {
            super(LawPlace.THREE_NODES);
        }
    }

    @Nested
    class ReadWriteLockWithThreadsSpread extends ReadWriteLockLaws {
        ReadWriteLockWithThreadsSpread() {
            super(LawPlace.SPREAD);
        }
    }
}
