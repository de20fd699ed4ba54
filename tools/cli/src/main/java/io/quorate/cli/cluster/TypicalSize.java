// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.cluster;

import io.quorate.core.lock.Protocol;
import io.quorate.lab.kit.MessageBudget;
import io.quorate.overlay.node.OverlayProtocol;

/** How many nodes show what is typical of a protocol. */
public final class TypicalSize {
    private static final int USUAL = 3;
    private static final int WITH_FORM = 7;

    private TypicalSize() {}

    /** Quorums such as planes and paths of a tree, and routes on an overlay, look like themselves from seven nodes on. */
    public static int of(Protocol<?> protocol) {
        if (OverlayProtocol.isOne(protocol)) {
            return WITH_FORM;
        }
        int largest = MessageBudget.largestQuorum(protocol.usualQuorums(WITH_FORM), WITH_FORM);
        return largest > 1 && largest <= WITH_FORM / 2 ? WITH_FORM : USUAL;
    }
}
