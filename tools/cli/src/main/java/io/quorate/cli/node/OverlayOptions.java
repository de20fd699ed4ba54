// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.node;

import io.quorate.cli.cluster.ProtocolOptions;
import io.quorate.overlay.runtime.OverlayPlace;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a node is told to become part of an overlay instead of a roster. */
final class OverlayOptions {
    @Option(
            names = "--overlay",
            paramLabel = "pastry|ring",
            description = {
                "Become part of an overlay, in which nobody has a list of all nodes, instead of a roster.",
                "Goes with a protocol for overlays, and with --join, unless this node is the first and begins it."
            })
    private @Nullable String kind;

    @Option(
            names = "--join",
            split = ",",
            paramLabel = "HOST:PORT",
            description = {
                "Nodes of the overlay, one or more: one that answers lets this one in.",
                "With --data and without --overlay: members of the cluster; this node waits until a roster names it (quorate roster add).",
                "dns:NAME:PORT stands for all addresses of a name."
            })
    private List<String> contacts = List.of();

    @Option(
            names = "--begin",
            description = {
                "Begin a new overlay, even if the folder of --data tells that this node was part of one.",
                "Without --join and without such a folder, a node does so anyway."
            })
    private boolean begin;

    @Option(
            names = "--address",
            paramLabel = "HOST:PORT",
            description = {
                "Where the others of the overlay reach this node.",
                "Without it, a free port of this machine; of the first node, localhost:7400."
            })
    private @Nullable String address;

    @Option(
            names = "--replicas",
            paramLabel = "N",
            description = "How many replicas of each lock vote in the overlay, the same for each node. Without it, 3.")
    private @Nullable Integer replicas;

    /** Where nodes may be found that are there already. */
    List<String> contacts() {
        return contacts;
    }

    /** The place in an overlay; null if there is none. */
    @Nullable
    OverlayPlace place(@Nullable String id) {
        if (kind == null) {
            if (address != null || replicas != null || begin) {
                throw new IllegalArgumentException(
                        "--address, --replicas and --begin are about an overlay: say which, as in --overlay pastry.");
            }
            return null;
        }
        ProtocolOptions.requireKind(kind);
        if (begin && !contacts.isEmpty()) {
            throw new IllegalArgumentException(
                    "Either this node begins a new overlay (--begin) or it joins one (--join): omit one of them.");
        }
        OverlayPlace place =
                (contacts.isEmpty() ? OverlayPlace.first() : OverlayPlace.joining(contacts)).withKind(kind);
        if (begin) {
            place = place.beginningAnew();
        }
        if (address != null) {
            place = place.withAddress(address);
        }
        if (replicas != null) {
            place = place.withReplicas(replicas);
        }
        return id == null ? place : place.withId(id);
    }
}
