package io.quorate.api;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How to join a cluster. Immutable: each method that sets something returns a changed copy. All nodes of a cluster must be
 * given the same members, cluster name, protocol and quorums.
 */
public final class LocksConfig {
    /** What {@link #cluster()} is when nothing else is said. */
    public static final String DEFAULT_CLUSTER = "quorate";

    private final Settings settings;

    /** What a member is called and where it listens. */
    public record Member(String id, String host, int port) {}

    /** All values together; only this class makes them, so they are checked. */
    private record Settings(
            List<Member> members,
            @Nullable String nodeId,
            @Nullable Member listenAddress,
            String cluster,
            String protocol,
            @Nullable String quorums,
            Times times) {}

    private record Times(
            Duration join, Duration suspect, Duration unavailable, Duration attempt, Duration describe, Duration spin) {
        static final Times USUAL = new Times(
                Duration.ofSeconds(30),
                Duration.ofSeconds(3),
                Duration.ofSeconds(5),
                Duration.ofMillis(100),
                Duration.ofSeconds(1),
                Duration.ofNanos(10_000));
    }

    private LocksConfig(Settings settings) {
        this.settings = settings;
    }

    /**
     * The members of the cluster, each as {@code id=host:port} or as {@code host:port}; the id is then the host, or
     * {@code host:port} if several members have the same host.
     */
    public static LocksConfig of(String... members) {
        return of(Arrays.asList(members));
    }

    /** The members of the cluster, written as for {@link #of(String...)}. */
    public static LocksConfig of(List<String> members) {
        return new LocksConfig(
                new Settings(MemberList.parse(members), null, null, DEFAULT_CLUSTER, "quorumlock", null, Times.USUAL));
    }

    /** Which of the members this process is. Needed unless there is only one. */
    public LocksConfig nodeId(String id) {
        for (Member member : settings.members) {
            if (member.id().equals(id)) {
                return with(id, settings.listenAddress, settings.cluster, settings.protocol, settings.quorums);
            }
        }
        throw new IllegalArgumentException("No member is called \"" + id + "\". The members are: "
                + String.join(", ", settings.members.stream().map(Member::id).toList())
                + ". Give the id of the member that this process is.");
    }

    /** Keeps clusters apart that can reach each other: nodes of different cluster names refuse each other. */
    public LocksConfig cluster(String name) {
        return with(
                settings.nodeId,
                settings.listenAddress,
                required("cluster name", name),
                settings.protocol,
                settings.quorums);
    }

    /** The algorithm, as in {@code quorumlock}. */
    public LocksConfig protocol(String name) {
        return with(
                settings.nodeId,
                settings.listenAddress,
                settings.cluster,
                required("protocol", name),
                settings.quorums);
    }

    /** Which sets of nodes decide, as in {@code majority}; what the protocol usually takes if nothing is said. */
    public LocksConfig quorums(String name) {
        return with(
                settings.nodeId,
                settings.listenAddress,
                settings.cluster,
                settings.protocol,
                required("quorum system", name));
    }

    /** Where to listen, as {@code host:port}, if not where the member list says; inside a container, for example. */
    public LocksConfig listenAddress(String address) {
        Member listen = MemberList.parse(List.of(address)).get(0);
        return with(settings.nodeId, listen, settings.cluster, settings.protocol, settings.quorums);
    }

    /** How long {@link Locks#join} waits for enough nodes. */
    public LocksConfig joinTimeout(Duration time) {
        Times now = settings.times;
        return with(new Times(
                positive("join timeout", time), now.suspect, now.unavailable, now.attempt, now.describe, now.spin));
    }

    /** How long a node may be silent before the others do without it. The same at all nodes. */
    public LocksConfig suspectAfter(Duration time) {
        Times now = settings.times;
        return with(new Times(
                now.join,
                positive("silence until a node is suspected", time),
                now.unavailable,
                now.attempt,
                now.describe,
                now.spin));
    }

    /** How long too few nodes must be reachable before those who wait are told {@link LockUnavailableException}. */
    public LocksConfig unavailableAfter(Duration time) {
        Times now = settings.times;
        return with(new Times(
                now.join,
                now.suspect,
                positive("time until a lock counts as unavailable", time),
                now.attempt,
                now.describe,
                now.spin));
    }

    /** How long {@link DistributedLock#tryLock()} waits for the answers of other nodes before it says no. */
    public LocksConfig attemptPatience(Duration time) {
        Times now = settings.times;
        return with(new Times(
                now.join,
                now.suspect,
                now.unavailable,
                positive("patience of an attempt", time),
                now.describe,
                now.spin));
    }

    /** How long {@link DistributedLock#describe()} waits for the answers of other nodes. */
    public LocksConfig describeTimeout(Duration time) {
        Times now = settings.times;
        return with(new Times(
                now.join, now.suspect, now.unavailable, now.attempt, positive("describe timeout", time), now.spin));
    }

    /**
     * How long a waiting thread looks for its lock before it sleeps; zero for never. It makes short waits shorter, and costs
     * a processor for that time. Without effect where there is only one processor.
     */
    public LocksConfig spin(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException(
                    "The spin time must not be negative: " + time + ". Give zero to switch it off.");
        }
        Times now = settings.times;
        return with(new Times(now.join, now.suspect, now.unavailable, now.attempt, now.describe, time));
    }

    private LocksConfig with(
            @Nullable String nodeId,
            @Nullable Member listenAddress,
            String cluster,
            String protocol,
            @Nullable String quorums) {
        return new LocksConfig(
                new Settings(settings.members, nodeId, listenAddress, cluster, protocol, quorums, settings.times));
    }

    private LocksConfig with(Times times) {
        return new LocksConfig(new Settings(
                settings.members,
                settings.nodeId,
                settings.listenAddress,
                settings.cluster,
                settings.protocol,
                settings.quorums,
                times));
    }

    private static String required(String what, String value) {
        if (value.isBlank()) {
            throw new IllegalArgumentException("The " + what + " must not be blank.");
        }
        return value;
    }

    private static Duration positive(String what, Duration time) {
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException("The " + what + " must be longer than nothing, not " + time + ".");
        }
        return time;
    }

    public List<Member> members() {
        return settings.members;
    }

    /** Which of the members this process is; throws {@link IllegalArgumentException} if that was not said. */
    public String nodeId() {
        String id = settings.nodeId;
        if (id != null) {
            return id;
        }
        if (settings.members.size() == 1) {
            return settings.members.get(0).id();
        }
        throw new IllegalArgumentException("Which of the members is this process? Say so with nodeId(...): one of "
                + String.join(", ", settings.members.stream().map(Member::id).toList()) + ".");
    }

    /** Where to listen; null for where the member list says. Its id has no meaning. */
    public @Nullable Member listenAddress() {
        return settings.listenAddress;
    }

    public String cluster() {
        return settings.cluster;
    }

    public String protocol() {
        return settings.protocol;
    }

    /** The quorum system, or null for the protocol's usual one. */
    public @Nullable String quorums() {
        return settings.quorums;
    }

    public Duration joinTimeout() {
        return settings.times.join;
    }

    public Duration suspectAfter() {
        return settings.times.suspect;
    }

    public Duration unavailableAfter() {
        return settings.times.unavailable;
    }

    public Duration attemptPatience() {
        return settings.times.attempt;
    }

    public Duration describeTimeout() {
        return settings.times.describe;
    }

    public Duration spin() {
        return settings.times.spin;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LocksConfig config && config.settings.equals(settings);
    }

    @Override
    public int hashCode() {
        return Objects.hash(settings);
    }

    @Override
    public String toString() {
        return settings.toString();
    }
}
