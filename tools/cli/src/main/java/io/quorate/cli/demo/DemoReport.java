package io.quorate.cli.demo;

import io.quorate.cli.lab.MessageCost;
import io.quorate.core.lock.Protocols;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.trace.SpaceTime;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a demonstration showed. */
record DemoReport(List<DemoNode> nodes, HoldProof proof, SpaceTime diagram, List<Path> files) {
    /** One of the processes. */
    record DemoNode(String id, long pid, String address) {}

    /** The same as JSON. */
    record Document(
            boolean ok,
            List<DemoNode> nodes,
            List<HoldProof.HeldTime> holds,
            List<String> overlaps,
            long counter,
            long expectedCounter,
            Map<String, Long> messagesByKind,
            double messagesPerHold,
            int messagesPerHoldAlone,
            int messagesPerHoldBound,
            List<String> files) {}

    Document document() {
        return new Document(
                proof.isFine(),
                nodes,
                proof.holds(),
                proof.overlaps(),
                proof.counter(),
                proof.expectedCounter(),
                messagesByKind(),
                messagesPerHold(),
                (int) cost().alone(),
                (int) cost().bound(),
                files.stream().map(Path::toString).toList());
    }

    Map<String, Long> messagesByKind() {
        Map<String, Long> counts = new TreeMap<>();
        diagram.messages().forEach(message -> counts.merge(message.kind(), 1L, Long::sum));
        return counts;
    }

    double messagesPerHold() {
        return proof.holds().isEmpty()
                ? 0
                : (double) diagram.messages().size() / proof.holds().size();
    }

    MessageCost cost() {
        return MessageCost.of(Protocols.named("quorumlock"), new Majority(nodes.size()), nodes.size())
                .orElseThrow();
    }
}
