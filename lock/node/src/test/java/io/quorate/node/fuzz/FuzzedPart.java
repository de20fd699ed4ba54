// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.fuzz;

import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.Protocol;
import io.quorate.core.node.LockNode;

/** Starts nodes of protocols that plug a part into them, for fuzzers. A service of the tests of the library with the protocols. */
public interface FuzzedPart {
    /** The node knows the first of all, if it is another. */
    LockNode<?> newNode(Protocol<?> protocol, NodeStart start, boolean isFirst);
}
