// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.floor;

import io.quorate.cli.bench.floor.FloorNodeCommand.Role;
import io.quorate.cli.cluster.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A contestant that runs: three clients, and the floor server or the other voters. Each is a process of its own. */
final class Deployment implements AutoCloseable {
    static final Duration TIMEOUT = Duration.ofMinutes(3);

    private final Contestant contestant;
    private final Place place;
    private final String members;
    private final List<ChildProcess> processes = new ArrayList<>();

    private Deployment(Contestant contestant, Place place) throws IOException {
        this.contestant = contestant;
        this.place = place;
        if (contestant.isFloor()) {
            this.members = place.addresses(contestant, List.of(Place.SERVER)).get(0);
        } else {
            List<String> ids = ids(contestant.voters());
            List<String> addresses = place.addresses(contestant, ids);
            List<String> texts = new ArrayList<>();
            for (int index = 0; index < ids.size(); index++) {
                texts.add(ids.get(index) + "=" + addresses.get(index));
            }
            this.members = String.join(",", texts);
        }
    }

    static List<String> ids(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(number -> "n" + number).toList();
    }

    /** Starts all processes, and waits until each is ready. */
    static Deployment start(Contestant contestant, Place place) throws IOException, InterruptedException {
        Deployment deployment = new Deployment(contestant, place);
        try {
            if (contestant.isFloor()) {
                deployment.add(Role.FLOOR_SERVER, 0, Place.SERVER).await("ready", TIMEOUT);
            }
            Role role = contestant.isFloor() ? Role.FLOOR_CLIENT : Role.MEMBER;
            List<ChildProcess> started = new ArrayList<>();
            for (int number = 1; number <= Math.max(Contestant.CLIENTS, contestant.voters()); number++) {
                started.add(deployment.add(role, number, "n" + number));
            }
            for (ChildProcess process : started) {
                process.await("ready", TIMEOUT);
            }
            return deployment;
        } catch (IOException | InterruptedException | RuntimeException e) {
            deployment.close();
            throw e;
        }
    }

    /** One more process, which talks to this contestant. */
    ChildProcess add(Role role, int number, String id) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("floor-node", "--role", role.name(), "--number", "" + number, "--at", members));
        Path page = place.folder().resolve(contestant.title() + ".page");
        arguments.addAll(List.of("--page", page.toString()));
        if (contestant.tls()) {
            Credentials credentials = place.credentials().get(id);
            if (credentials == null) {
                throw new IllegalStateException("no credentials for " + id);
            }
            arguments.addAll(credentials.toWords());
        }
        Path log = place.folder().resolve(contestant.title() + "-" + role + "-" + number + ".log");
        ChildProcess process = ChildProcess.start(id, place.program(id, contestant.build()), arguments, log);
        processes.add(process);
        return process;
    }

    Contestant contestant() {
        return contestant;
    }

    /** Of the floor, the server comes first. */
    ChildProcess client(int index) {
        return processes.get(contestant.isFloor() ? index + 1 : index);
    }

    /** The process that decides: the floor server, or the first voter. */
    ChildProcess decider() {
        return processes.get(0);
    }

    List<Long> pids() {
        return processes.stream().map(ChildProcess::pid).toList();
    }

    @Override
    public void close() {
        processes.forEach(process -> ProcessHandle.of(process.pid()).ifPresent(ProcessHandle::destroyForcibly));
        processes.forEach(ChildProcess::close);
    }
}
