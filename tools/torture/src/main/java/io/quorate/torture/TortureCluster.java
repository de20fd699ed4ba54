// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import io.quorate.cli.cluster.ChildProcess;
import io.quorate.cli.cluster.ParentProcess;
import io.quorate.node.log.LogEvent;
import io.quorate.torture.holds.HoldAudit;
import io.quorate.torture.holds.ProcessLog;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Voters and guests as processes of their own, which can be started, ended in order and killed; each start has a log of its
 * own, and all of them are for the audit. Voters are called n1, n2, ..., guests g1, g2, ...
 */
final class TortureCluster implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofMinutes(4);

    private final Settings settings;
    private final Network network;
    private final Map<String, ChildProcess> running = new LinkedHashMap<>();
    private final Map<String, Integer> starts = new LinkedHashMap<>();

    /** The commands of those that do not run this program. */
    private final Map<String, List<String>> otherBuilds = new LinkedHashMap<>();

    TortureCluster(Settings settings, Network network) {
        this.settings = settings;
        this.network = network;
    }

    /**
     * The settings of all processes.
     *
     * @param folder where everything goes
     * @param keepsData whether the voters have data directories
     * @param java the command that starts this program
     */
    record Settings(Path folder, Duration lease, Duration suspectAfter, boolean keepsData, List<String> java) {}

    /** From its next start on, this process runs another build of the program. */
    void runs(String id, List<String> java) {
        otherBuilds.put(id, java);
    }

    /** Starts a process; it is ready when it says that it has {@link #awaitJoined joined}. */
    ChildProcess start(String id) throws IOException {
        return start(id, isGuest(id) ? List.of("--id", id, "--guest") : List.of("--id", id));
    }

    /** Starts another process that says it is this voter, in a place of its own, where it listens at this address. */
    ChildProcess startTwin(String place, String voter, String address) throws IOException {
        return start(place, List.of("--id", voter, "--listen", address));
    }

    private ChildProcess start(String id, List<String> whoItIs) throws IOException {
        int count = starts.merge(id, 1, Integer::sum);
        List<String> command = new ArrayList<>(network.commandPrefix(id));
        command.addAll(otherBuilds.getOrDefault(id, settings.java()));
        List<String> arguments = new ArrayList<>(List.of(TortureNodeCommand.NAME));
        arguments.addAll(whoItIs);
        if (!isGuest(id) && settings.keepsData()) {
            arguments.addAll(
                    List.of("--data", settings.folder().resolve(id + ".data").toString()));
        }
        arguments.addAll(network.placeOf(id));
        arguments.addAll(List.of("--lease", settings.lease().toMillis() + "ms"));
        arguments.addAll(List.of("--suspect-after", settings.suspectAfter().toMillis() + "ms"));
        arguments.addAll(List.of("--dir", settings.folder().toString(), "--log", log(id, count)));
        ChildProcess child =
                ChildProcess.start(id, command, arguments, settings.folder().resolve(id + "-" + count + ".err"));
        running.put(id, child);
        return child;
    }

    private static boolean isGuest(String id) {
        return id.startsWith("g");
    }

    private static String log(String id, int count) {
        return id + "-" + count + ".log";
    }

    /** The calls of election listeners in one of the starts of a process, from 1; empty if none. */
    List<String> calls(String id, int start) throws IOException {
        Path file = settings.folder().resolve(log(id, start) + TortureNodeCommand.CALLS);
        if (!Files.exists(file)) {
            return List.of();
        }
        String text = Files.readString(file);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    /** How often all processes have logged this so far. */
    long logged(LogEvent event) throws IOException {
        long count = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(settings.folder(), "*.err")) {
            for (Path file : files) {
                count += Files.readString(file)
                        .lines()
                        .filter(line -> line.contains(event.id()))
                        .count();
            }
        }
        return count;
    }

    /** How often a process was started. */
    int starts(String id) {
        return starts.getOrDefault(id, 0);
    }

    /** Starts them all at once, and waits until all have joined. */
    void startAll(List<String> ids) throws IOException, InterruptedException {
        for (String id : ids) {
            start(id);
        }
        for (String id : ids) {
            awaitJoined(id);
        }
    }

    void awaitJoined(String id) throws InterruptedException {
        process(id).await("joined", TIMEOUT);
    }

    ChildProcess process(String id) {
        ChildProcess child = running.get(id);
        if (child == null) {
            throw new IllegalStateException("Process " + id + " does not run.");
        }
        return child;
    }

    /** Tells a process something, and waits for what it answers. */
    String ask(String id, String line, String answer) throws InterruptedException {
        process(id).tell(line);
        return await(id, answer);
    }

    String await(String id, String answer) throws InterruptedException {
        return process(id).await(answer, TIMEOUT);
    }

    /** Has a process take a lock, and waits until it has it; gives the fence. */
    long take(String id, String lock) throws InterruptedException {
        return Long.parseLong(ask(id, "take " + lock + " exclusive", "held " + lock));
    }

    /** Ends a process at once; gives the time after which it was surely gone. */
    long kill(String id) throws InterruptedException {
        process(id).kill();
        running.remove(id);
        return System.nanoTime();
    }

    /** Ends a process in order: it finishes what it does, and gives back what it holds. */
    void end(String id) throws InterruptedException {
        tellToEnd(id);
        awaitEnd(id);
    }

    void tellToEnd(String id) {
        process(id).tell(ParentProcess.END);
    }

    void awaitEnd(String id) throws InterruptedException {
        ChildProcess child = process(id);
        int code = child.awaitEnd(TIMEOUT);
        running.remove(id);
        if (code != 0) {
            throw new IllegalStateException(
                    "Process " + id + " ended with exit code " + code + ". Its log:\n" + child.logText());
        }
    }

    List<String> running() {
        return List.copyOf(running.keySet());
    }

    List<ChildProcess> processes() {
        return List.copyOf(running.values());
    }

    /** The logs of all processes so far, ended ones included. */
    List<ProcessLog> logs() throws IOException {
        List<ProcessLog> logs = new ArrayList<>();
        for (Map.Entry<String, Integer> each : starts.entrySet()) {
            for (int count = 1; count <= each.getValue(); count++) {
                Path file = settings.folder().resolve(log(each.getKey(), count));
                if (Files.exists(file)) { // else it was killed before it could write
                    logs.add(ProcessLog.read(each.getKey(), file));
                }
            }
        }
        return logs;
    }

    HoldAudit audit() throws IOException {
        return HoldAudit.of(logs());
    }

    /** Ends all processes at once. Their logs stay. */
    void killAll() throws InterruptedException {
        running.values().forEach(each -> ProcessHandle.of(each.pid()).ifPresent(ProcessHandle::destroyForcibly));
        for (String id : running()) {
            kill(id);
        }
    }

    @Override
    public void close() {
        running.values().forEach(ChildProcess::close);
        network.close();
    }
}
