// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.runtime;

import static org.awaitility.Awaitility.await;

import io.quorate.api.LocksConfig;
import io.quorate.node.Crash;
import io.quorate.node.net.FreePorts;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Nodes of one overlay in this process, over real sockets of the loopback. */
final class OverlayCluster implements AutoCloseable {
    static final Duration DEADLINE = Duration.ofSeconds(60);

    private final UnaryOperator<LocksConfig> settings;
    private final List<OverlayNode> nodes = new ArrayList<>();
    private final List<String> addresses = new ArrayList<>();

    OverlayCluster(UnaryOperator<LocksConfig> settings) {
        this.settings = settings;
    }

    /** One more node, which the first of those that are there let in. */
    OverlayNode start() throws IOException {
        return start(place());
    }

    OverlayNode start(OverlayPlace place) throws IOException {
        String address = place.address() == null ? freeAddress() : place.address();
        OverlayNode node = OverlayNode.open(settings.apply(OverlayLocks.config()), place.withAddress(address));
        nodes.add(node);
        addresses.add(address);
        return node;
    }

    /** Of the first node, or of one that joins. */
    OverlayPlace place() {
        return addresses.isEmpty()
                ? OverlayPlace.first()
                : OverlayPlace.joining(addresses.subList(0, Math.min(3, addresses.size())));
    }

    static String freeAddress() throws IOException {
        return FreePorts.roster("any", 1).members().get(0).address();
    }

    List<OverlayNode> nodes() {
        return List.copyOf(nodes);
    }

    List<String> addresses() {
        return List.copyOf(addresses);
    }

    /** The node leaves, or ends without a word. */
    void end(OverlayNode node, boolean properly) {
        int place = nodes.indexOf(node);
        nodes.remove(place);
        addresses.remove(place);
        if (properly) {
            node.close();
        } else {
            Crash.of(node.node());
        }
    }

    void awaitAllIn() {
        await("all are in and grant")
                .atMost(DEADLINE)
                .until(() -> nodes.stream().allMatch(node -> {
                    OverlayView view = node.view();
                    return view.joined() && view.voting();
                }));
    }

    @Override
    public void close() {
        nodes.forEach(OverlayNode::close);
    }
}
