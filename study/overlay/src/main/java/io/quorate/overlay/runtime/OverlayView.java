// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.runtime;

import io.quorate.node.part.PartDesk;
import java.util.ArrayList;
import java.util.List;

/**
 * A snapshot of what a node of an overlay knows of its place.
 *
 * @param kind how the overlay is built, as in {@code pastry}
 * @param key the node's place on the ring, 32 hexadecimal digits
 * @param address where the others reach it
 * @param joined whether it is in
 * @param voting whether it grants; one that has just come in, or whose region grew, does not for two leases
 * @param neighbours the nodes next to it, with their addresses
 * @param known how many others it knows
 * @param connected with how many it has a connection
 */
public record OverlayView(
        String kind,
        String id,
        String key,
        String address,
        boolean joined,
        boolean voting,
        List<String> neighbours,
        int known,
        int connected) {
    public OverlayView {
        neighbours = List.copyOf(neighbours);
    }

    /** In lines, for people. */
    String inWords() {
        List<String> lines = new ArrayList<>();
        lines.add("overlay     " + kind + (joined ? "" : ", not in yet"));
        lines.add("node        " + id + " at " + address + (voting ? "" : ", grants nothing yet"));
        lines.add("key         " + key);
        lines.add("knows       " + known + " others, connected with " + connected);
        lines.add("neighbours  " + (neighbours.isEmpty() ? "none" : neighbours.get(0)));
        neighbours.stream().skip(1).forEach(each -> lines.add("            " + each));
        return String.join(String.valueOf(PartDesk.LINE_END), lines);
    }
}
