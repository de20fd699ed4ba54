// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

/** The registration of a listener. Close it to remove the listener. */
@FunctionalInterface
public interface Registration extends AutoCloseable {
    /** Removes the listener. No new call begins, but one may still be running. A second call does nothing. */
    @Override
    void close();
}
