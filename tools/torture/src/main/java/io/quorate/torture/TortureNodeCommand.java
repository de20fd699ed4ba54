// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import io.quorate.api.LockFailedException;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.cli.cluster.ParentProcess;
import io.quorate.cli.cluster.TlsOptions;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.Words;
import io.quorate.overlay.runtime.OverlayLocks;
import io.quorate.overlay.runtime.OverlayPlace;
import io.quorate.torture.holds.HoldLog;
import io.quorate.torture.holds.HoldWatch;
import io.quorate.torture.holds.StallWatch;
import io.quorate.torture.holds.WatchedCandidate;
import io.quorate.torture.holds.WatchedHold;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** One of the processes that {@code tools/torture/run} starts: a node or a guest that does what it is told, line by line. */
@Command(
        name = TortureNodeCommand.NAME,
        hidden = true,
        description = "One node of a cluster; tools/torture/run starts it.",
        footer = "  tools/torture/run random")
final class TortureNodeCommand implements Callable<Integer> {
    static final String NAME = "node";
    private static final Duration JOIN_TIMEOUT = Duration.ofMinutes(3);
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    /** The end of the name of the file with the calls of an election's listener. */
    static final String CALLS = ".calls";

    private final Console console;

    @Option(names = "--id", required = true)
    private String id = "";

    @Option(names = "--guest")
    private boolean guest;

    @Option(names = "--roster", split = ",")
    private List<String> members = List.of();

    /** Instead of a roster: a place in an overlay, of which this process is told one or more that are in. */
    @Option(names = "--overlay")
    private @Nullable String overlay;

    @Option(names = "--join", split = ",")
    private List<String> contacts = List.of();

    @Option(names = "--address")
    private @Nullable String address;

    /** Where to listen, if not where the roster says. */
    @Option(names = "--listen")
    private @Nullable String listen;

    @Option(names = "--protocol")
    private @Nullable String protocol;

    @Option(names = "--lease", required = true)
    private String lease = "";

    @Option(names = "--suspect-after", required = true)
    private String suspectAfter = "";

    @Option(names = "--data")
    private @Nullable Path data;

    /** In namespaces the addresses are those of a network: with TLS, or insecure, since nobody else reaches it. */
    @Mixin
    private final TlsOptions tls = new TlsOptions();

    /** Where all processes have their logs and stores. */
    @Option(names = "--dir", required = true)
    private Path folder = Path.of(".");

    /** The log of this one. */
    @Option(names = "--log", required = true)
    private String log = "";

    private final Map<String, WatchedHold> held = new ConcurrentHashMap<>();
    private final Map<String, WatchedCandidate> candidates = new ConcurrentHashMap<>();
    private @Nullable StallWatch stalls;

    TortureNodeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        ParentProcess parent = ParentProcess.ofThisProcess(console);
        try (HoldLog holds = new HoldLog(folder.resolve(log))) {
            parent.tell("joining " + System.nanoTime());
            try (Locks locks = join(config());
                    VoteWatch votes = new VoteWatch(locks)) {
                parent.tell("joined");
                try (HoldWatch watch = new HoldWatch(locks, holds)) {
                    LockLoad load = new LockLoad(watch, folder, id, Words.duration(lease));
                    for (String line = parent.next(); !line.equals(ParentProcess.END); line = parent.next()) {
                        obey(line.split(" "), parent, votes, watch, load, holds);
                    }
                    load.rest();
                    candidates.values().forEach(WatchedCandidate::close);
                }
            }
            holds.finish(System.nanoTime());
        }
        return 0;
    }

    private Locks join(LocksConfig config) {
        return overlay == null ? Locks.join(config) : OverlayLocks.join(config, place(overlay));
    }

    private LocksConfig config() {
        LocksConfig config = (overlay == null ? LocksConfig.of(members) : OverlayLocks.config())
                .cluster("torture")
                .lease(Words.duration(lease))
                .suspectAfter(Words.duration(suspectAfter))
                .unavailableAfter(Words.duration(lease))
                .joinTimeout(JOIN_TIMEOUT);
        config = tls.applyTo(config);
        if (listen != null) {
            config = config.listenAddress(listen);
        }
        if (protocol != null) {
            config = config.protocol(protocol);
        }
        if (overlay == null) {
            config = guest ? config.guest(id) : config.nodeId(id);
        }
        return data == null ? config : config.dataDirectory(data);
    }

    private OverlayPlace place(String kind) {
        OverlayPlace place =
                (contacts.isEmpty() ? OverlayPlace.first() : OverlayPlace.joining(contacts)).withKind(kind);
        return address == null ? place : place.withAddress(address);
    }

    private void obey(
            String[] words, ParentProcess parent, VoteWatch votes, HoldWatch watch, LockLoad load, HoldLog holds)
            throws IOException, InterruptedException {
        switch (words[0]) {
            case "load" -> load.start(Integer.parseInt(words[1]), Long.parseLong(words[2]));
            case "recipes" -> load.startRecipes(Integer.parseInt(words[1]), Long.parseLong(words[2]));
            case "rest" -> {
                load.rest();
                parent.tell("resting");
            }
            case "waiting" -> parent.tell("waiting " + votes.waiting());
            case "spares" ->
                parent.tell("spares "
                        + held.values().stream()
                                .filter(each -> each.hold().hasSpareVotes())
                                .count());
            case "spread" -> votes.spread(Integer.parseInt(words[1]));
            case "votes" -> parent.tell("voted " + votes.awaitFirst());
            case "stalls" -> stalls = new StallWatch(watch.locks());
            case "stalled" ->
                parent.tell("stalled " + Objects.requireNonNull(stalls).end());
            case "memory" -> parent.tell("memory " + usedMemory());
            case "take" -> {
                Thread thread =
                        new Thread(() -> take(words[1], words[2].equals("shared"), parent, watch), "take-" + words[1]);
                thread.setDaemon(true);
                thread.start();
            }
            case "stand" ->
                candidates.put(words[1], new WatchedCandidate(watch.locks(), words[1], holds, this::writeCall));
            case "resign" -> {
                WatchedCandidate candidate = candidates.get(words[1]);
                if (candidate != null) {
                    candidate.resign();
                }
            }
            case "look" -> parent.tell("look " + words[1] + " " + (own(words[1]).look() ? "valid" : "over"));
            case "write" ->
                parent.tell("write " + words[1] + " "
                        + (new FencedFile(folder.resolve(words[1] + ".fence"))
                                        .write(own(words[1]).hold().fence())
                                ? "taken"
                                : "refused"));
            case "give" -> {
                WatchedHold hold = own(words[1]);
                held.remove(words[1]);
                watch.giveBack(hold);
                parent.tell("gave " + words[1] + " " + hold.hold().outcome());
            }
            default -> throw new IllegalArgumentException("Nobody here understands: " + String.join(" ", words));
        }
    }

    private static long usedMemory() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** A line for each call of an election's listener, beside the log. */
    private void writeCall(String news) {
        try {
            Files.writeString(
                    folder.resolve(log + CALLS), news + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private WatchedHold own(String name) {
        WatchedHold hold = held.get(name);
        if (hold == null) {
            throw new IllegalStateException("This process does not hold \"" + name + "\".");
        }
        return hold;
    }

    private void take(String name, boolean shared, ParentProcess parent, HoldWatch watch) {
        try {
            WatchedHold hold = watch.take(name, shared, TIMEOUT, false);
            held.put(name, hold);
            parent.tell("held " + name + " " + hold.hold().fence());
            hold.hold().onLost(reason -> parent.tell("lost " + name + " " + reason));
        } catch (LockFailedException failure) {
            parent.tell("failed " + name + " " + failure.getClass().getSimpleName());
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        }
    }
}
