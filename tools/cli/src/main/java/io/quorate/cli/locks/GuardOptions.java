// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.locks;

import io.quorate.api.Health;
import io.quorate.api.LockFailedException;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.LockUnavailableException;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.api.Registration;
import io.quorate.cli.cluster.TlsOptions;
import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.Words;
import io.quorate.node.GuestSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The common part of {@code quorate lock} and {@code quorate elect}: how they join a cluster, and guard a command. */
final class GuardOptions {
    /** Calling the nodes takes a moment, also for one who will not wait for a holder. */
    private static final Duration ANSWERS_MIN = Duration.ofSeconds(3);

    private static final long ASK_AGAIN_MILLIS = 100;

    @Option(
            names = "--roster",
            required = true,
            split = ",",
            defaultValue = "${QUORATE_ROSTER}",
            paramLabel = "ID=HOST:PORT",
            description = {
                "Members of the cluster. Those that answer tell a guest who the others are.",
                "Default: what the variable QUORATE_ROSTER says."
            })
    private List<String> members = List.of();

    @Option(
            names = "--cluster",
            defaultValue = "${QUORATE_CLUSTER:-quorate}",
            description = "The name of the cluster (default: ${DEFAULT-VALUE}).")
    private String cluster = "";

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "Join as this member of the roster, which votes, and not as a guest, which does not.")
    private @Nullable String id;

    @Option(
            names = "--as",
            defaultValue = "cli",
            paramLabel = "NAME",
            description = {
                "The name of this guest at the nodes; with TLS its certificate must name it.",
                "Default: ${DEFAULT-VALUE}."
            })
    private String guest = "";

    @Option(
            names = "--label",
            paramLabel = "TEXT",
            description = "The text about this holder in quorate describe (default: the command).")
    private @Nullable String label;

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            description = {
                "The lease of the cluster, the same for each node; without it, what the nodes say.",
                "A guest asks them unless it is given --protocol or --quorums: all that answer must say the same."
            })
    private @Nullable String lease;

    @Option(names = "--protocol", paramLabel = "NAME", description = "The protocol of the cluster, in place of asking.")
    private @Nullable String protocol;

    @Option(
            names = "--quorums",
            paramLabel = "NAME|SETS|file:PATH",
            description = "The quorums of the cluster, as its nodes were told, in place of asking.")
    private @Nullable String quorums;

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            description = "How long before the hold ends the command is told to end (default: a quarter of the lease).")
    private @Nullable String grace;

    @Option(
            names = "--join-timeout",
            defaultValue = "30s",
            paramLabel = "TIME",
            description = "How long to wait for enough nodes (default: ${DEFAULT-VALUE}).")
    private String joinTimeout = "";

    @Mixin
    private final TlsOptions tls = new TlsOptions();

    LocksConfig config() {
        try {
            LocksConfig config =
                    tls.applyTo(LocksConfig.of(members)).cluster(cluster).joinTimeout(Words.duration(joinTimeout));
            if (lease != null) {
                config = config.lease(Words.duration(lease));
            }
            if (protocol != null) {
                config = config.protocol(protocol);
            }
            if (quorums != null) {
                config = config.quorums(quorums);
            }
            return (id == null ? config.guest(guest) : config.nodeId(id)).validate();
        } catch (IllegalArgumentException wrong) {
            throw failed(ExitCode.LOCK_USAGE, wrong);
        }
    }

    /**
     * The configuration to join with. A guest that was told nothing takes the settings of the cluster, if its members agree. Too few
     * that answer are asked again until the time to join is over.
     *
     * @param waitMax how long the lock is waited for; null for as long as it takes
     */
    LocksConfig agreed(LocksConfig config, @Nullable Duration waitMax) throws InterruptedException {
        if (id != null || protocol != null || quorums != null) {
            return config;
        }
        Duration atMost = waitMax == null ? config.joinTimeout() : atMost(config, waitMax);
        GuestSettings settings = new GuestSettings(config, AdminOptions.who(), min(atMost, ANSWERS_MIN));
        long deadline = System.nanoTime() + atMost.toNanos();
        while (true) {
            GuestSettings.Answer answer = ask(settings);
            LocksConfig agreed = answer.config();
            if (agreed != null) {
                return lease == null ? agreed : agreed.lease(config.lease());
            }
            if (System.nanoTime() - deadline > 0) {
                throw new CommandFailure(
                        ExitCode.NO_QUORUM,
                        "No lock was available within " + atMost.toMillis() + " ms: too few members of the cluster "
                                + cluster + " answer to say which protocol, quorums and lease it has. Not connected: "
                                + String.join(", ", answer.silent().keySet()) + " ("
                                + answer.silent().values().stream().findFirst().orElse("") + ")"
                                + ". Start them, check hosts and ports, or give --protocol and --quorums.");
            }
            TimeUnit.MILLISECONDS.sleep(ASK_AGAIN_MILLIS);
        }
    }

    private static GuestSettings.Answer ask(GuestSettings settings) {
        try {
            return settings.ask();
        } catch (GuestSettings.DisagreementException differ) {
            throw failed(ExitCode.SURROUNDINGS, differ);
        }
    }

    /** How long before the hold ends the command is told to end. */
    Duration grace(LocksConfig config) {
        return grace == null ? config.lease().dividedBy(4) : time(grace);
    }

    private static Duration time(String text) {
        try {
            return Words.duration(text);
        } catch (IllegalArgumentException wrong) {
            throw failed(ExitCode.LOCK_USAGE, wrong);
        }
    }

    /** The name under which {@code quorate describe} shows the holder: that of the thread. */
    void nameThread(List<String> command) {
        Thread.currentThread().setName(label == null ? String.join(" ", command) : label);
    }

    /** A signal that comes while this one waits ends it; then it must not leave its wish behind. */
    static Locks join(LocksConfig config, @Nullable Duration waitMax) throws InterruptedException {
        // The command ends before its lock is given back, and may run for as long as it likes.
        LocksConfig own = config.shutdownHook(false).warnOpenAfter(Duration.ZERO);
        Locks locks = waitMax == null
                ? Locks.join(own)
                : join(own, Locks.start(own.joinTimeout(atMost(own, waitMax))), waitMax);
        Runtime.getRuntime().addShutdownHook(new Thread(locks::close, "leave"));
        return locks;
    }

    /** Waits until locks are available, but not longer than this; closes the locks if they are not. */
    private static Locks join(LocksConfig config, Locks locks, Duration waitMax) throws InterruptedException {
        Duration atMost = atMost(config, waitMax);
        CountDownLatch changed = new CountDownLatch(1);
        Registration listening = locks.addHealthListener(health -> {
            if (!isOnItsWay(health)) {
                changed.countDown();
            }
        });
        try {
            Health health = locks.health();
            if (!isOnItsWay(health) || changed.await(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
                health = locks.health();
            }
            if (health.state() == Health.State.VOTING || health.state() == Health.State.SILENT) {
                return locks;
            }
        } finally {
            listening.close();
        }
        Health health = locks.health();
        locks.close();
        throw new CommandFailure(
                health.state() == Health.State.TWIN ? ExitCode.SURROUNDINGS : ExitCode.NO_QUORUM,
                "No lock was available within " + atMost.toMillis() + " ms: " + health.reason());
    }

    private static Duration atMost(LocksConfig config, Duration waitMax) {
        return min(config.joinTimeout(), max(waitMax, ANSWERS_MIN));
    }

    private static boolean isOnItsWay(Health health) {
        return health.state() == Health.State.JOINING || health.state() == Health.State.NO_QUORUM;
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    static Duration max(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** Runs an action with a cluster; its failures end this program. */
    interface Work {
        int run() throws InterruptedException;
    }

    static int run(Work work) throws InterruptedException {
        try {
            return work.run();
        } catch (LockTimeoutException busy) {
            throw failed(ExitCode.BUSY, busy);
        } catch (LockUnavailableException tooFew) {
            throw failed(ExitCode.NO_QUORUM, tooFew);
        } catch (LockFailedException failure) {
            throw failed(ExitCode.SURROUNDINGS, failure);
        } catch (IllegalArgumentException wrong) {
            throw failed(ExitCode.LOCK_USAGE, wrong);
        }
    }

    static CommandFailure failed(ExitCode code, RuntimeException why) {
        return new CommandFailure(code, String.valueOf(why.getMessage()), why);
    }
}
