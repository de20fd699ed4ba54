// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.audit;

import io.quorate.core.model.NodeId;
import java.util.LinkedHashMap;
import java.util.Map;

/** K1, F4: no start of a node says a number that an earlier start of it has said, whatever was being written when that one crashed. */
public final class RisingStamps {
    private final Map<NodeId, Highest> nodes = new LinkedHashMap<>();

    private static final class Highest {
        private int start;
        private long before = -1;
        private long now = -1;
    }

    /** A start of the node, by its number, has sent a request with this counter. */
    public void said(NodeId node, int start, long counter) {
        Highest highest = nodes.computeIfAbsent(node, each -> new Highest());
        if (start > highest.start) {
            highest.start = start;
            highest.before = highest.now;
        }
        if (counter <= highest.before) {
            throw new AuditFailure("a number is used again: start " + start + " of " + node + " asks with " + counter
                    + ", and an earlier start had come to " + highest.before);
        }
        highest.now = Math.max(highest.now, counter);
    }
}
