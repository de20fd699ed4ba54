// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.demo;

import io.quorate.trace.SpaceTime;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The outcome of a demonstration.
 *
 * @param messagesAlone for each hold, when nobody contended; a broadcast counts once
 * @param broadcastCopies how many of the messages drawn are copies of a broadcast beyond the first
 */
record DemoReport(
        List<DemoNode> nodes,
        HoldProof proof,
        SpaceTime diagram,
        double messagesAlone,
        long broadcastCopies,
        DemoCost cost,
        List<Path> files) {
    /** One of the processes. */
    record DemoNode(String id, long pid, String address) {}

    Map<String, Long> messagesByKind() {
        Map<String, Long> counts = new TreeMap<>();
        diagram.messages().forEach(message -> counts.merge(message.kind(), 1L, Long::sum));
        return counts;
    }

    double messagesPerHold() {
        return proof.holds().isEmpty()
                ? 0
                : (double) (diagram.messages().size() - broadcastCopies)
                        / proof.holds().size();
    }
}
