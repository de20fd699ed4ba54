// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import java.util.List;

/** The locks in use, as the nodes reported them. Later versions may add methods. */
public interface LockListing {
    /** {@return the locks, ordered by name} */
    List<LockDescription> locks();

    /** {@return whether there are more locks than the limit, or than fit into one answer: use a longer prefix} */
    boolean isCut();

    /** {@return the nodes that did not answer in time} */
    List<String> unanswered();
}
