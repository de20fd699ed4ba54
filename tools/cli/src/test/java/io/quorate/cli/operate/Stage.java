// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.Hold;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.cli.QuorateCli;
import io.quorate.cli.cluster.ChildProcess;
import io.quorate.cli.cluster.FreePorts;
import io.quorate.node.net.Roster;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * Where the commands of the run book run: the program itself as {@code ./quorate} and {@code opt/quorate/quorate}, real nodes as
 * processes, and stand-ins for {@code ssh} and {@code kubectl}, which hand their words to this process. While they run, two guests
 * hold locks.
 */
final class Stage implements AutoCloseable {
    static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final int HOLDS = 4;

    /** What a command for the system managers leads to. */
    interface Managers {
        /** The exit code of the command with these words; the first is the program. */
        int run(List<String> words) throws Exception;
    }

    final Path folder;
    final Roster roster;
    private final ServerSocket managers = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<String> failures = new CopyOnWriteArrayList<>();
    private final List<String> lost = new CopyOnWriteArrayList<>();
    private final List<Locks> guests = new ArrayList<>();
    private final List<Hold> holds = new ArrayList<>();

    /** @param ids what the nodes are called, in the order of their ports */
    Stage(Path folder, List<String> ids) throws IOException {
        this.folder = folder;
        List<Roster.Member> free = FreePorts.roster("quorate", ids.size()).members();
        List<Roster.Member> members = new ArrayList<>();
        for (int index = 0; index < ids.size(); index++) {
            members.add(new Roster.Member(
                    ids.get(index), "127.0.0.1", free.get(index).port()));
        }
        roster = new Roster("quorate", members);
        Files.createDirectories(folder.resolve("bin"));
        String program = ChildProcess.javaCommand(
                        List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m"), QuorateCli.class)
                .stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" ", "exec ", " \"$@\""));
        script("quorate", program);
        script("opt/quorate/quorate", program);
    }

    private void script(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/usr/bin/env bash\n" + text + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    /** The members with the addresses that they have here. */
    String members() {
        return roster.members().stream().map(Roster.Member::toString).collect(Collectors.joining(","));
    }

    /** Puts a program on the path that has the managers do what it is told. A host stands before the words of ssh. */
    void standIn(List<String> programs, Managers answers) throws IOException {
        for (String program : programs) {
            script(
                    "bin/" + program,
                    "exec 3<>/dev/tcp/127.0.0.1/" + managers.getLocalPort() + "\necho \"" + program
                            + " $*\" >&3\nread -r code <&3\nexit \"$code\"");
        }
        Thread thread = new Thread(() -> serve(answers), "managers");
        thread.setDaemon(true);
        thread.start();
    }

    private void serve(Managers answers) {
        while (!managers.isClosed()) {
            try (Socket caller = managers.accept();
                    BufferedReader words = new BufferedReader(
                            new InputStreamReader(caller.getInputStream(), StandardCharsets.UTF_8))) {
                int code = answer(answers, Arrays.asList(words.readLine().split(" ")));
                caller.getOutputStream().write((code + "\n").getBytes(StandardCharsets.UTF_8));
            } catch (SocketException closed) {
                return;
            } catch (IOException failure) {
                failures.add(failure.toString());
            }
        }
    }

    private int answer(Managers answers, List<String> words) {
        try {
            return answers.run(words);
        } catch (Exception | AssertionError failure) {
            failures.add(words + ": " + failure);
            return 1;
        }
    }

    /** Runs a block of the run book in this folder to its end, which must be good. */
    void run(String block, Map<String, String> variables) throws Exception {
        try (ChildProcess shell = shell(block, variables)) {
            assertThat(shell.awaitEnd(DEADLINE.multipliedBy(3)))
                    .as("%s%n%s %s", block, shell.logText(), failures)
                    .isZero();
        }
        assertThat(failures).isEmpty();
    }

    /** Begins with a block of the run book. */
    ChildProcess shell(String block, Map<String, String> variables) throws IOException {
        StringBuilder begin = new StringBuilder("cd '" + folder + "'\nPATH='" + folder.resolve("bin") + "':$PATH\n");
        variables.forEach(
                (name, value) -> begin.append(name).append("='").append(value).append("'\n"));
        return ChildProcess.start(
                "shell", List.of("bash", "-c", begin + block), List.of(), folder.resolve("shell.err"));
    }

    /** Two guests take locks, each with its files for TLS if need be, and keep them until {@link #assertNothingWasLost}. */
    void holdLocks(BiFunction<LocksConfig, String, LocksConfig> security) throws InterruptedException {
        LocksConfig config = LocksConfig.of(members().split(",")).joinTimeout(DEADLINE);
        for (String guest : List.of("first", "second")) {
            Locks locks = Locks.join(security.apply(config, guest).guest(guest));
            guests.add(locks);
            for (int number = 1; number <= HOLDS; number++) {
                Hold hold = locks.lock(guest + "/" + number).acquire(DEADLINE);
                hold.onLost(reason -> lost.add(hold.lockName() + ": " + reason));
                holds.add(hold);
            }
        }
    }

    /** Every hold lasted, and another lock can be had. */
    void assertNothingWasLost() throws InterruptedException {
        assertThat(lost).isEmpty();
        guests.get(0).lock("another").acquire(DEADLINE).close();
        assertThat(holds).hasSize(2 * HOLDS);
        for (Hold hold : holds) {
            hold.close();
            assertThat(hold.outcome()).as(hold.lockName()).isEqualTo(Hold.Outcome.RELEASED);
        }
    }

    @Override
    public void close() throws IOException {
        guests.forEach(Locks::close);
        managers.close();
    }
}
