// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.watch;

/** A point in a run at which a fault can be injected: the caller is inside a call to the locks, or to the store. */
public record LockEvent(int number, Kind kind, String nodeId, String lock, String call, int openHolds) {
    /** Where in the call. */
    public enum Kind {
        /** The lock is about to be asked for; no message was sent. */
        BEFORE_ACQUIRE("before"),
        /** The lock is held, and the caller does not know yet. */
        AFTER_GRANT("after the grant of"),
        /** The question was answered, and the caller does not have the answer yet. */
        AFTER_CHECK("after"),
        /** The write has left the caller, and has not reached the store. */
        BEFORE_WRITE("before"),
        /** The lock is about to be given back. */
        BEFORE_RELEASE("before"),
        /** The lock was given back. */
        AFTER_RELEASE("after"),
        /** The test lets time pass. */
        TIME_PASSES("during");

        private final String where;

        Kind(String where) {
            this.where = where;
        }

        /** Whether the call goes on inside the node, and not in the code under test. */
        public boolean isInsideLibrary() {
            return this == BEFORE_ACQUIRE || this == BEFORE_RELEASE;
        }
    }

    /** As in {@code after isValid() of "orders/42" at n1}. */
    public String inWords() {
        return kind.where + " " + call + (lock.isEmpty() ? "" : " of \"" + lock + "\"")
                + (nodeId.isEmpty() ? "" : " at " + nodeId);
    }
}
