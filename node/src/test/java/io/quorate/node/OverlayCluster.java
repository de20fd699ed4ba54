package io.quorate.node;

import static org.awaitility.Awaitility.await;

import io.quorate.api.LocksConfig;
import io.quorate.api.OverlayPlace;
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
    private final List<ClusterNode> nodes = new ArrayList<>();
    private final List<String> addresses = new ArrayList<>();

    OverlayCluster(UnaryOperator<LocksConfig> settings) {
        this.settings = settings;
    }

    /** One more node, which the first of those that are there let in. */
    ClusterNode start() throws IOException {
        return start(place());
    }

    ClusterNode start(OverlayPlace place) throws IOException {
        String address = place.address() == null ? freeAddress() : place.address();
        LocksConfig config = settings.apply(LocksConfig.of(place.withAddress(address)));
        ClusterNode node = ClusterNode.open(config, UnaryOperator.identity());
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

    List<ClusterNode> nodes() {
        return List.copyOf(nodes);
    }

    List<String> addresses() {
        return List.copyOf(addresses);
    }

    /** The node leaves, or ends without a word. */
    void end(ClusterNode node, boolean properly) {
        int place = nodes.indexOf(node);
        nodes.remove(place);
        addresses.remove(place);
        if (properly) {
            node.close();
        } else {
            node.crash();
        }
    }

    void awaitAllIn() {
        await("all are in and grant")
                .atMost(DEADLINE)
                .until(() -> nodes.stream().allMatch(node -> {
                    OverlayView view = node.overlay();
                    return view != null && view.joined() && view.voting();
                }));
    }

    @Override
    public void close() {
        nodes.forEach(ClusterNode::close);
    }
}
