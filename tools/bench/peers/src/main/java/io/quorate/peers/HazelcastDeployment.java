// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import io.quorate.cli.cluster.ChildProcess;
import io.quorate.cli.cluster.FreePorts;
import io.quorate.node.net.Roster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A cluster of three members of Hazelcast, all of them in the CP subsystem, which the free edition keeps in memory. */
final class HazelcastDeployment extends Deployment {
    private static final int MEMBERS = 3;

    private final Roster roster;
    private final List<ChildProcess> members = new ArrayList<>();
    private int killed = -1;

    HazelcastDeployment(Place place) throws IOException {
        super(place);
        this.roster = FreePorts.roster("hazelcast", MEMBERS);
    }

    @Override
    void startServers() throws IOException, InterruptedException {
        for (int index = 0; index < MEMBERS; index++) {
            members.add(startMember(index, List.of()));
        }
        for (ChildProcess member : members) {
            member.await("ready", TIMEOUT);
        }
    }

    private ChildProcess startMember(int index, List<String> more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("hazelcast-server", "--at", addresses()));
        arguments.addAll(List.of("--port", "" + roster.members().get(index).port()));
        arguments.addAll(List.of("--session-seconds", "" + HazelcastLocks.sessionSeconds(place().lease())));
        arguments.addAll(more);
        return start("server" + (index + 1), place().java("-Xmx512m"), arguments);
    }

    private String addresses() {
        return roster.members().stream().map(each -> "127.0.0.1:" + each.port()).collect(Collectors.joining(","));
    }

    @Override
    List<String> clientArguments(int index) {
        return List.of("--kind", "HAZELCAST", "--number", "" + (index + 1), "--at", addresses());
    }

    @Override
    List<Long> serverPids() {
        return members.stream().map(ChildProcess::pid).toList();
    }

    /** The leader of the group of the locks: the others must elect a new one. */
    @Override
    void killServer() throws IOException, InterruptedException {
        for (int index = 0; index < MEMBERS; index++) {
            ChildProcess member = members.get(index);
            member.tell(HazelcastServerCommand.LEADS);
            if (member.await(HazelcastServerCommand.LEADS, TIMEOUT).equals("true")) {
                killed = index;
                kill(member);
                return;
            }
        }
        throw new IOException("No member of Hazelcast says that it leads.");
    }

    @Override
    void restoreServer() throws IOException, InterruptedException {
        members.get(killed).close();
        members.set(killed, startMember(killed, List.of("--replace")));
        members.get(killed).await("ready", TIMEOUT);
    }

    @Override
    void closeServers() {
        end(members);
    }
}
