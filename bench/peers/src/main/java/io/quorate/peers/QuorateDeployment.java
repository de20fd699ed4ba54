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
    private final String protocol;
    private final Roster roster;
    private final int firstClient;
    private final List<ChildProcess> voters = new ArrayList<>();

    /** Nodes from n1 on; three in a row, from the first client on, are clients. */
    QuorateDeployment(Place place, String protocol, int nodes, int firstClient) throws IOException {
        super(place);
        this.protocol = protocol;
        this.firstClient = firstClient;
        this.roster = FreePorts.roster("compare", nodes);
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
        return List.of("--kind", "QUORATE", "--number", "" + number, "--protocol", protocol, "--at", members);
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
            voters.get(voters.size() - 1).await("ready", PATIENCE);
        }
    }

    @Override
    void closeServers() {
        end(voters);
    }
}
