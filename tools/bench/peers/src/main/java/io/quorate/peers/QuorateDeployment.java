// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import io.quorate.cli.cluster.ChildProcess;
import io.quorate.cli.cluster.FreePorts;
import io.quorate.node.net.Roster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Nodes of Quorate: the clients are nodes themselves, others only vote. */
final class QuorateDeployment extends Deployment {
    private final List<String> algorithm;
    private final Roster roster;
    private final int firstClient;
    private final List<ChildProcess> voters = new ArrayList<>();

    private QuorateDeployment(Place place, List<String> algorithm, int nodes, int firstClient) throws IOException {
        super(place);
        this.algorithm = algorithm;
        this.firstClient = firstClient;
        this.roster = FreePorts.roster("compare", nodes);
    }

    /** The first node decides and does nothing else: a client that is the arbiter itself would need no message. */
    static QuorateDeployment central(Place place) throws IOException {
        return new QuorateDeployment(place, List.of("--protocol", "central"), 1 + CLIENTS, 2);
    }

    /** All nodes vote; the first three are the clients. */
    static QuorateDeployment quorumLock(Place place, int nodes, String quorums) throws IOException {
        return new QuorateDeployment(place, List.of("--protocol", "quorumlock", "--quorums", quorums), nodes, 1);
    }

    @Override
    void startServers() throws IOException {
        for (int number = 1; number <= roster.members().size(); number++) {
            if (number < firstClient || number >= firstClient + CLIENTS) {
                voters.add(startVoter(number));
            }
        }
    }

    private ChildProcess startVoter(int number) throws IOException {
        return startClient("n" + number, arguments(number));
    }

    private List<String> arguments(int number) {
        String members = roster.members().stream().map(Roster.Member::toString).collect(Collectors.joining(","));
        List<String> arguments =
                new ArrayList<>(List.of("--kind", "QUORATE", "--number", "" + number, "--at", members));
        arguments.addAll(algorithm);
        return arguments;
    }

    @Override
    List<String> clientArguments(int index) {
        return arguments(firstClient + index);
    }

    @Override
    List<Long> serverPids() {
        return voters.stream().map(ChildProcess::pid).toList();
    }

    /** The last voter; where all nodes are clients, the last client. */
    @Override
    void killServer() {
        if (voters.isEmpty()) {
            killClient(CLIENTS - 1);
        } else {
            kill(voters.get(voters.size() - 1));
        }
    }

    @Override
    void restoreServer() throws IOException, InterruptedException {
        if (voters.isEmpty()) {
            restoreClient(CLIENTS - 1);
        } else {
            ChildProcess killed = voters.remove(voters.size() - 1);
            killed.close();
            voters.add(startVoter(Integer.parseInt(killed.name().substring(1))));
            voters.get(voters.size() - 1).await("ready", TIMEOUT);
        }
    }

    @Override
    void closeServers() {
        end(voters);
    }
}
