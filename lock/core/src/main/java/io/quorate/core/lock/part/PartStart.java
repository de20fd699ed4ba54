// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock.part;

/** The parameters with which the {@link NodePart} of a node starts. Only the library that brings the part knows what is in it. */
public interface PartStart {
    /** The state of a part that has just started. */
    PartState newState();

    /** Whether the frames of the node are read and written by this very start, so that it cannot share a desk with other nodes. */
    default boolean isInFrames() {
        return false;
    }
}
