// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.cluster;

import io.quorate.api.LocksConfig;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.ProtocolTraits;
import io.quorate.core.lock.Protocols;
import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import io.quorate.node.ClusterNode;
import io.quorate.node.QuorumFile;
import io.quorate.node.net.Roster;
import io.quorate.node.net.Transport;
import io.quorate.overlay.catalog.Overlays;
import io.quorate.overlay.node.OverlayProtocol;
import io.quorate.overlay.runtime.OverlayPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which protocol the processes of a command run, and on which quorums or overlay: the same options for every such command. */
public final class ProtocolOptions {
    private static final String USUAL = "quorumlock";

    @Option(
            names = "--protocol",
            defaultValue = USUAL,
            paramLabel = "NAME",
            description = {
                "The protocol; quorate protocols lists them (default: ${DEFAULT-VALUE}).",
                "A set of its rules may stand behind a colon, as in ricart-agrawala:ring."
            })
    private String protocol = USUAL;

    @Option(
            names = "--quorums",
            paramLabel = "NAME|SETS|file:PATH",
            description = {
                "majority, plane, tree:3 or another (quorate plan N lists them); or sets such as n1,n2/n2,n3/n1,n3.",
                "Without it, what the protocol usually takes."
            })
    private @Nullable String quorums;

    @Option(
            names = "--overlay",
            paramLabel = "pastry|ring",
            description = "For protocols on an overlay: how it is built. Without it, pastry.")
    private @Nullable String overlay;

    @Option(
            names = "--replicas",
            paramLabel = "N",
            description = "For protocols on an overlay: how many replicas of the lock vote. Without it, 3.")
    private @Nullable Integer replicas;

    @Option(
            names = "--unsafe",
            description =
                    "Run the protocol even if its rules may let two nodes hold a lock at once, as as-printed ones do.")
    private boolean unsafe;

    /** The protocol, with what is known of it before anything starts: that real processes can run it, and with these options. */
    public Protocol<?> protocol() {
        Protocol<?> named = Protocols.named(protocol);
        if (OverlayProtocol.isOne(named)) {
            if (quorums != null) {
                throw new IllegalArgumentException("The voters of " + named.fullName()
                        + " are the replicas of a lock, a majority of which decides: give --replicas, not --quorums.");
            }
            if (overlay != null) {
                requireKind(overlay);
            }
        } else if (overlay != null || replicas != null) {
            throw new IllegalArgumentException("The nodes of " + named.fullName()
                    + " know each other without an overlay: take --overlay and --replicas away, or take sigma, endtoend or"
                    + " nonendtoend.");
        }
        if (named.traits().needs() == ProtocolTraits.Delivery.SEQUENCED) {
            throw new IllegalArgumentException("The protocol " + named.fullName()
                    + " needs a medium that gives all messages one order, and processes on a network have none. Watch it in"
                    + " the lab: quorate trace --protocol " + named.fullName() + ".");
        }
        named.whyUnsafe().filter(reason -> !unsafe).ifPresent(reason -> {
            throw new IllegalArgumentException("The protocol " + named.fullName() + " is unsafe: " + reason
                    + ". To run it nevertheless, for a trial, add --unsafe.");
        });
        return named;
    }

    /** Refuses what only the lab has: processes must find each other. */
    public static void requireKind(String overlay) {
        if (overlay.startsWith("fixed")) {
            throw new IllegalArgumentException("Processes find each other, so they have no overlay \"" + overlay
                    + "\": take pastry or ring. Checks and simulations have fixed ones.");
        }
        Overlays.named(overlay);
    }

    /** The name of the protocol as it was given. */
    public String name() {
        return protocol;
    }

    /** The voters of a lock: nodes of the roster, or the replicas on an overlay. */
    public QuorumSystem quorums(int nodes) {
        Protocol<?> named = protocol();
        if (isOnOverlay()) {
            return named.usualQuorums(place().replicas());
        }
        QuorumSystem system =
                quorums == null ? named.usualQuorums(nodes) : Quorums.named(QuorumFile.inlined(quorums), nodes);
        named.requireUsable(system);
        return system;
    }

    public boolean isOnOverlay() {
        return OverlayProtocol.isOne(protocol());
    }

    private OverlayPlace place() {
        OverlayPlace place =
                overlay == null ? OverlayPlace.first() : OverlayPlace.first().withKind(overlay);
        return replicas == null ? place : place.withReplicas(replicas);
    }

    /** The same options, for a process that this one starts. */
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of("--protocol", protocol));
        if (quorums != null) {
            arguments.addAll(List.of("--quorums", quorums));
        }
        if (overlay != null) {
            arguments.addAll(List.of("--overlay", overlay));
        }
        if (replicas != null) {
            arguments.addAll(List.of("--replicas", replicas.toString()));
        }
        if (unsafe) {
            arguments.add("--unsafe");
        }
        return arguments;
    }

    /**
     * Starts one of the nodes of the roster. On an overlay the first member begins it, and the others join it there.
     *
     * @param config with the roster and the id
     */
    public RunningMember open(LocksConfig config, Roster roster, UnaryOperator<Transport> wrap) {
        String id = String.valueOf(config.nodeId());
        LocksConfig chosen = config.protocol(protocol);
        if (isOnOverlay()) {
            return RunningMember.ofOverlay(chosen, roster, placeOf(roster.node(id), roster), wrap, unsafe);
        }
        LocksConfig all = quorums == null ? chosen : chosen.quorums(quorums);
        return RunningMember.of(unsafe ? ClusterNode.openUnsafe(all, wrap) : ClusterNode.open(all, wrap));
    }

    private OverlayPlace placeOf(NodeId self, Roster roster) {
        Roster.Member member = roster.member(self);
        Roster.Member first = roster.members().get(0);
        OverlayPlace base = member.equals(first) ? place() : joining(first.address());
        return base.withId(member.id()).withAddress(member.address());
    }

    private OverlayPlace joining(String contact) {
        OverlayPlace place = place();
        return OverlayPlace.joining(contact).withKind(place.kind()).withReplicas(place.replicas());
    }
}
