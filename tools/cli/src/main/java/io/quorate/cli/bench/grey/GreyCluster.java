// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.grey;

import io.quorate.cli.cluster.ChildProcess;
import io.quorate.cli.cluster.FreePorts;
import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.ExitCode;
import io.quorate.faultnet.FaultNet;
import io.quorate.node.net.Roster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Voters as processes, each on a host of its own if there is a network with faults; the last of them is the grey one. */
final class GreyCluster implements AutoCloseable {
    private static final Duration START_TIMEOUT = Duration.ofMinutes(2);

    /** Added to the length of a measurement: every acquire in it ends by itself before. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(45);

    private static final long SETTLE_MILLIS = 30_000;
    private static final int PORT = 7400;

    private final @Nullable FaultNet net;
    private final List<ChildProcess> voters = new ArrayList<>();

    private GreyCluster(@Nullable FaultNet net) {
        this.net = net;
    }

    /**
     * Starts all voters and waits until each hears all others.
     *
     * @param program the command that starts the program
     * @param onNetwork whether to make a network with faults; else they are on loopback
     */
    static GreyCluster start(List<String> program, int voters, Path folder, boolean onNetwork)
            throws IOException, InterruptedException {
        GreyCluster cluster = new GreyCluster(onNetwork ? FaultNet.open(voters) : null);
        try {
            List<String> members = cluster.members(voters);
            for (int number = 1; number <= voters; number++) {
                cluster.startVoter(number, String.join(",", members), program, folder);
            }
            for (ChildProcess voter : cluster.voters) {
                voter.await("ready", START_TIMEOUT);
            }
            return cluster;
        } catch (IOException | InterruptedException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private List<String> members(int count) throws IOException, InterruptedException {
        if (net == null) {
            return FreePorts.roster("grey", count).members().stream()
                    .map(Roster.Member::toString)
                    .toList();
        }
        List<String> members = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            members.add("n" + number + "=" + net.host("n" + number).address() + ":" + PORT);
        }
        return members;
    }

    private void startVoter(int number, String members, List<String> program, Path folder) throws IOException {
        String id = "n" + number;
        List<String> command = new ArrayList<>(net == null ? List.of() : net.commandPrefix(id));
        command.addAll(program);
        List<String> arguments = List.of(
                "grey-node",
                "--number",
                "" + number,
                "--at",
                members,
                "--page",
                folder.resolve("page").toString());
        voters.add(ChildProcess.start(id, command, arguments, folder.resolve(id + ".log")));
    }

    private ChildProcess grey() {
        return voters.get(voters.size() - 1);
    }

    /** How many voters are not grey. */
    int well() {
        return voters.size() - 1;
    }

    /** Makes the last voter grey until the injection is ended. */
    Injection inject(GreyFault fault) throws IOException, InterruptedException {
        return Injection.begin(fault, net, grey());
    }

    /** Has all well voters do something at the same time. */
    void tell(String words) {
        voters.subList(0, well()).forEach(voter -> voter.tell(words));
    }

    /** The answers of the healthy voters, in order. */
    List<String> answers(long millis) throws InterruptedException {
        List<String> answers = new ArrayList<>();
        for (ChildProcess voter : voters.subList(0, well())) {
            answers.add(voter.await("did", ANSWER_TIMEOUT.plusMillis(millis)));
        }
        return answers;
    }

    /** Waits until all voters, the grey one too, hear each other and get locks quickly. */
    void settle() throws InterruptedException {
        voters.forEach(voter -> voter.tell(GreyNodeCommand.SETTLE + " " + SETTLE_MILLIS));
        for (ChildProcess voter : voters) {
            if (!Boolean.parseBoolean(voter.await("did", ANSWER_TIMEOUT.plusMillis(SETTLE_MILLIS)))) {
                throw new CommandFailure(
                        ExitCode.UNAVAILABLE,
                        "Voter " + voter.name() + " was not well again " + SETTLE_MILLIS / 1_000
                                + " s after the fault. Its log:\n" + voter.logText());
            }
        }
    }

    /** By force, since a stopped process hears nothing else. */
    @Override
    public void close() {
        voters.forEach(voter -> ProcessHandle.of(voter.pid()).ifPresent(ProcessHandle::destroyForcibly));
        voters.forEach(ChildProcess::close);
        if (net != null) {
            net.close();
        }
    }
}
