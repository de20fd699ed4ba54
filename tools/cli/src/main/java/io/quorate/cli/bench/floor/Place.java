// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.floor;

import io.quorate.cli.cluster.FreePorts;
import io.quorate.faultnet.FaultNet;
import io.quorate.node.net.Roster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where the processes run: on loopback, or each on its own host of a network with delays.
 *
 * @param folder for logs
 * @param programs the command that starts each build of this program; this one has the empty name
 * @param pin the processors for all, or those for the first client and, behind a slash, those for the rest; null for any
 * @param net null for loopback
 * @param credentials by the id of the node; the floor server is {@link #SERVER}
 */
record Place(
        Path folder,
        Map<String, List<String>> programs,
        @Nullable String pin,
        @Nullable FaultNet net,
        Map<String, Credentials> credentials) {
    static final String SERVER = "server";

    static final Path TASKSET = Path.of("/usr/bin/taskset");

    private static final String FIRST = "n1";
    private static final int PORT = 7400;
    private static final int PORTS_PER_BUILD = 100;

    /** Where these processes listen, each as {@code host:port}. Contestants share hosts, so each has a port of its own. */
    List<String> addresses(Contestant contestant, List<String> ids) throws IOException {
        List<String> addresses = new ArrayList<>();
        if (net == null) {
            for (Roster.Member member : FreePorts.roster("floor", ids.size()).members()) {
                addresses.add(member.host() + ":" + member.port());
            }
        } else {
            int build = List.copyOf(programs.keySet()).indexOf(contestant.build());
            int port = PORT + contestant.voters() + PORTS_PER_BUILD * build;
            for (String id : ids) {
                addresses.add(net.address(id) + ":" + port);
            }
        }
        return addresses;
    }

    /** The command that starts this program where the process belongs. */
    List<String> program(String host, String build) {
        List<String> command = new ArrayList<>(net == null ? List.of() : net.commandPrefix(host));
        if (pin != null) {
            String[] parts = pin.split("/");
            command.addAll(List.of(TASKSET.toString(), "-c", host.equals(FIRST) ? parts[0] : parts[parts.length - 1]));
        }
        command.addAll(Objects.requireNonNull(programs.get(build), build));
        return command;
    }

    Place on(FaultNet network) {
        return new Place(folder, programs, pin, network, credentials);
    }
}
