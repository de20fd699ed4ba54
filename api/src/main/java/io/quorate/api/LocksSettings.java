package io.quorate.api;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** All values of a {@link LocksConfig}. Changed only while a copy is being made, by the method that makes it. */
final class LocksSettings implements Cloneable {
    final List<LocksConfig.Member> members;

    @Nullable
    String nodeId;

    @Nullable
    String guestName;

    LocksConfig.@Nullable Member listenAddress;
    String cluster = LocksConfig.DEFAULT_CLUSTER;
    String protocol = "quorumlock";

    @Nullable
    String quorums;

    LocksConfig.TransportKind transport = LocksConfig.TransportKind.CONNECTIONS;

    @Nullable
    TlsFiles tls;

    Duration lease = Duration.ofSeconds(5);

    @Nullable
    Path dataDirectory;

    boolean standing = true;
    Duration joinTimeout = Duration.ofSeconds(30);
    Duration suspectAfter = Duration.ofSeconds(3);
    Duration unavailableAfter = Duration.ofSeconds(5);
    Duration attemptPatience = Duration.ofMillis(100);
    Duration describeTimeout = Duration.ofSeconds(1);
    Duration spin = Duration.ofNanos(10_000);

    LocksSettings(List<LocksConfig.Member> members) {
        this.members = members;
    }

    LocksSettings copy() {
        try {
            return (LocksSettings) clone();
        } catch (CloneNotSupportedException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "members %s, node %s, guest %s, listening at %s, cluster %s, protocol %s, quorums %s, transport %s, tls %s, lease %s,"
                        + " data directory %s, standing %s, join timeout %s, suspect after %s, unavailable after %s, attempt patience %s, describe timeout %s, spin %s",
                members,
                nodeId,
                guestName,
                listenAddress,
                cluster,
                protocol,
                quorums,
                transport,
                tls,
                lease,
                dataDirectory,
                standing,
                joinTimeout,
                suspectAfter,
                unavailableAfter,
                attemptPatience,
                describeTimeout,
                spin);
    }
}
