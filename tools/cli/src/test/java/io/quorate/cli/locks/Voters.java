// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.locks;

import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.cli.cluster.FreePorts;
import io.quorate.node.net.Roster;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** A cluster of real nodes on this machine, inside this process. */
final class Voters implements AutoCloseable {
    static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Short, so that what runs out does so soon; long enough for a machine that is busy with other tests. */
    static final Duration LEASE = Duration.ofSeconds(3);

    private final Roster roster;
    private final List<Locks> nodes = new ArrayList<>();

    Voters(int count) throws IOException {
        roster = FreePorts.roster("quorate", count);
        LocksConfig config = config();
        List<CompletableFuture<Locks>> joining = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            String id = roster.members().get(index).id();
            joining.add(CompletableFuture.supplyAsync(
                    () -> Locks.join(config.nodeId(id)), task -> new Thread(task, "start-" + id).start()));
        }
        joining.forEach(each -> nodes.add(each.join()));
    }

    /** What all of them are told. */
    LocksConfig config() {
        return LocksConfig.of(roster().split(",")).lease(LEASE).joinTimeout(TIMEOUT);
    }

    String roster() {
        return roster.members().stream().map(Roster.Member::toString).collect(Collectors.joining(","));
    }

    /** Where the first one listens. */
    String first() {
        return roster.members().get(0).address();
    }

    Locks node(int index) {
        return nodes.get(index);
    }

    @Override
    public void close() {
        nodes.forEach(Locks::close);
    }
}
