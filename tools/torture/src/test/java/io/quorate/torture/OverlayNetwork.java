// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import io.quorate.cli.cluster.FreePorts;
import io.quorate.node.net.Roster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Loopback for the processes of an overlay: p1, p2 and p3 are where all know them; p1 begins, and the others join. */
final class OverlayNetwork implements Network.OnLoopback {
    private final String protocol;
    private final List<String> contacts;

    OverlayNetwork(String protocol) throws IOException {
        this.protocol = protocol;
        this.contacts = FreePorts.roster("torture", 3).members().stream()
                .map(Roster.Member::address)
                .toList();
    }

    @Override
    public List<String> placeOf(String id) {
        List<String> words = new ArrayList<>(List.of("--overlay", "pastry", "--protocol", protocol));
        int number = Integer.parseInt(id.substring(1));
        if (number <= contacts.size()) {
            words.addAll(List.of("--address", contacts.get(number - 1)));
        }
        if (number > 1) {
            words.addAll(List.of("--join", String.join(",", contacts)));
        }
        return words;
    }

    @Override
    public List<String> members() {
        return List.of();
    }
}
