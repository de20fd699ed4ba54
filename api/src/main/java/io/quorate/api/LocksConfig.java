package io.quorate.api;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How to join a cluster. Immutable: each method that sets something returns a changed copy. All nodes of a cluster must be
 * given the same members, cluster name, protocol, quorums, lease and transport.
 */
public final class LocksConfig {
    /** What {@link #cluster()} is when nothing else is said. */
    public static final String DEFAULT_CLUSTER = "quorate";

    private static final int GUEST_NAME_MAX = 100;

    /** No lease is shorter, */
    public static final Duration LEASE_MIN = Duration.ofMillis(100);

    /** and none longer. */
    public static final Duration LEASE_MAX = Duration.ofHours(1);

    /** What a member is called and where it listens. */
    public record Member(String id, String host, int port) {}

    /** What carries the messages between the nodes. */
    public enum TransportKind {
        /** Plain connections between every two nodes: the quickest, and all that a fixed list of members needs. */
        CONNECTIONS,
        /** A JGroups channel with a whole stack of protocols. */
        CHANNEL
    }

    private final LocksSettings values;

    private LocksConfig(LocksSettings values) {
        this.values = values;
    }

    private LocksConfig changed(Consumer<LocksSettings> change) {
        LocksSettings copy = values.copy();
        change.accept(copy);
        return new LocksConfig(copy);
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
        return new LocksConfig(new LocksSettings(MemberList.parse(members)));
    }

    /**
     * For protocols whose nodes find each other without a list of members. Such a protocol comes with a library of its own, which has
     * its own way to join.
     */
    public static LocksConfig withoutMembers() {
        return new LocksConfig(new LocksSettings(List.of()));
    }

    /** Which of the members this process is. Needed unless there is only one. */
    public LocksConfig nodeId(String id) {
        if (values.members.stream().noneMatch(member -> member.id().equals(id))) {
            throw new IllegalArgumentException("No member is called \"" + id + "\". The members are: " + memberIds()
                    + ". Give the id of the member that this process is.");
        }
        return changed(copy -> {
            copy.nodeId = id;
            copy.guestName = null;
        });
    }

    /**
     * This process is none of the members but a guest, of which there may be any number: it takes locks as they do, but has no
     * vote, so that it may come and go without anybody's doing without it. The name is for people, without blanks, and need
     * not be unique. Guests need the protocol {@code quorumlock} and {@link TransportKind#CONNECTIONS}; they listen nowhere
     * and keep nothing.
     */
    public LocksConfig guest(String name) {
        required("name of a guest", name);
        if (name.length() > GUEST_NAME_MAX || name.chars().anyMatch(Character::isWhitespace)) {
            throw new IllegalArgumentException("The name of a guest has 1 to " + GUEST_NAME_MAX
                    + " characters and no blanks; choose another than \"" + name + "\".");
        }
        return changed(copy -> {
            copy.guestName = name;
            copy.nodeId = null;
        });
    }

    private String memberIds() {
        return String.join(", ", values.members.stream().map(Member::id).toList());
    }

    /** Keeps clusters apart that can reach each other: nodes of different cluster names refuse each other. */
    public LocksConfig cluster(String name) {
        return changed(copy -> copy.cluster = required("cluster name", name));
    }

    /** The algorithm, as in {@code quorumlock}. */
    public LocksConfig protocol(String name) {
        return changed(copy -> copy.protocol = required("protocol", name));
    }

    /**
     * Which sets of nodes decide, as in {@code majority}, or {@code file:quorums.txt} for a list of them, one a line; what the
     * protocol usually takes if nothing is said.
     */
    public LocksConfig quorums(String name) {
        return changed(copy -> copy.quorums = required("quorum system", name));
    }

    /** What carries the messages; the same at all nodes. */
    public LocksConfig transport(TransportKind kind) {
        Objects.requireNonNull(kind, "The transport must not be null.");
        return changed(copy -> copy.transport = kind);
    }

    /**
     * Encrypts all that the nodes say to each other, and lets in only nodes with a certificate that names them. All nodes of a
     * cluster must have it, or none: there is no falling back to plain text.
     */
    public LocksConfig tls(TlsFiles files) {
        Objects.requireNonNull(files, "The files for TLS must not be null.");
        return changed(copy -> copy.tls = files);
    }

    /** Where to listen, as {@code host:port}, if not where the member list says; inside a container, for example. */
    public LocksConfig listenAddress(String address) {
        return changed(
                copy -> copy.listenAddress = MemberList.parse(List.of(address)).get(0));
    }

    /**
     * How long a hold lasts at most when its node is not heard of any more, {@link #LEASE_MIN} to {@link #LEASE_MAX}; the same
     * at all nodes. After a crash of its holder a lock is free again after about so long, and a voter that was restarted
     * grants nothing for so long. Nodes that hold something exchange a message every third part of it.
     */
    public LocksConfig lease(Duration time) {
        Objects.requireNonNull(time, "The lease must not be null.");
        if (time.compareTo(LEASE_MIN) < 0 || time.compareTo(LEASE_MAX) > 0) {
            throw new IllegalArgumentException(
                    "A lease lasts between " + LEASE_MIN + " and " + LEASE_MAX + ", not " + time + ".");
        }
        return changed(copy -> copy.lease = time);
    }

    /**
     * Where this node keeps the little that it must not forget over a restart: so that fences rise even if the clocks of the
     * machines were set back. A directory of its own for each node; it is made if it is not there. One that does not last, as
     * in a container without a volume, is as good as none.
     */
    public LocksConfig dataDirectory(Path directory) {
        Objects.requireNonNull(directory, "The data directory must not be null: leave it away for none.");
        return changed(copy -> copy.dataDirectory = directory);
    }

    /**
     * Whether a lock that this node takes again and again stays with it between its uses, until another node wants it; taking
     * it costs no message then. On, unless switched off.
     */
    public LocksConfig standing(boolean on) {
        return changed(copy -> copy.standing = on);
    }

    /**
     * How long {@link Locks#join} waits for enough nodes; if they grant nothing yet because they have just started, it waits
     * for that too, which is about a {@link #lease} more.
     */
    public LocksConfig joinTimeout(Duration time) {
        return changed(copy -> copy.joinTimeout = positive("join timeout", time));
    }

    /** How long a node may be silent before the others do without it. The same at all nodes. */
    public LocksConfig suspectAfter(Duration time) {
        return changed(copy -> copy.suspectAfter = positive("silence until a node is suspected", time));
    }

    /**
     * How long too few nodes must be reachable before those who wait are told {@link LockUnavailableException}; counted from
     * when the missing ones are suspected.
     */
    public LocksConfig unavailableAfter(Duration time) {
        return changed(copy -> copy.unavailableAfter = positive("time until a lock counts as unavailable", time));
    }

    /** How long {@link DistributedLock#tryLock()} waits for the answers of other nodes before it says no. */
    public LocksConfig attemptPatience(Duration time) {
        return changed(copy -> copy.attemptPatience = positive("patience of an attempt", time));
    }

    /** How long {@link DistributedLock#describe()} waits for the answers of other nodes. */
    public LocksConfig describeTimeout(Duration time) {
        return changed(copy -> copy.describeTimeout = positive("describe timeout", time));
    }

    /**
     * How long a waiting thread looks for its lock before it sleeps; zero for never. It makes short waits shorter, and costs
     * a processor for that time. Without effect where there is only one processor.
     */
    public LocksConfig spin(Duration time) {
        Objects.requireNonNull(time, "The spin time must not be null: give zero to switch it off.");
        if (time.isNegative()) {
            throw new IllegalArgumentException(
                    "The spin time must not be negative: " + time + ". Give zero to switch it off.");
        }
        return changed(copy -> copy.spin = time);
    }

    private static String required(String what, String value) {
        if (Objects.requireNonNull(value, () -> "The " + what + " must not be null.")
                .isBlank()) {
            throw new IllegalArgumentException("The " + what + " must not be blank.");
        }
        return value;
    }

    private static Duration positive(String what, Duration time) {
        Objects.requireNonNull(time, () -> "The " + what + " must not be null.");
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException("The " + what + " must be longer than nothing, not " + time + ".");
        }
        return time;
    }

    public List<Member> members() {
        return values.members;
    }

    /** The name of this guest; null if this process is a member. */
    public @Nullable String guestName() {
        return values.guestName;
    }

    /**
     * Which of the members this process is, or the name of a guest; throws {@link IllegalArgumentException} if that was not
     * said.
     */
    public String nodeId() {
        String id = values.guestName == null ? values.nodeId : values.guestName;
        if (id != null) {
            return id;
        }
        if (values.members.isEmpty()) {
            throw new IllegalArgumentException(
                    "This configuration has no members: list them with LocksConfig.of(...).");
        }
        if (values.members.size() == 1) {
            return values.members.get(0).id();
        }
        throw new IllegalArgumentException(
                "Which of the members is this process? Say so with nodeId(...): one of " + memberIds() + ".");
    }

    /** Where to listen, or null for where the member list says. */
    public @Nullable Member listenAddress() {
        return values.listenAddress;
    }

    public String cluster() {
        return values.cluster;
    }

    public String protocol() {
        return values.protocol;
    }

    /** The quorum system, or null for the protocol's usual one. */
    public @Nullable String quorums() {
        return values.quorums;
    }

    public TransportKind transport() {
        return values.transport;
    }

    /** The certificate and key of this node, or null for plain text. */
    public @Nullable TlsFiles tls() {
        return values.tls;
    }

    public Duration lease() {
        return values.lease;
    }

    /** Where this node keeps what it must not forget, or null if it keeps nothing. */
    public @Nullable Path dataDirectory() {
        return values.dataDirectory;
    }

    public boolean standing() {
        return values.standing;
    }

    public Duration joinTimeout() {
        return values.joinTimeout;
    }

    public Duration suspectAfter() {
        return values.suspectAfter;
    }

    public Duration unavailableAfter() {
        return values.unavailableAfter;
    }

    public Duration attemptPatience() {
        return values.attemptPatience;
    }

    public Duration describeTimeout() {
        return values.describeTimeout;
    }

    public Duration spin() {
        return values.spin;
    }

    /** Equal if every setting is. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LocksConfig config && config.toString().equals(toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    /** Every setting, in words. */
    @Override
    public String toString() {
        return values.toString();
    }
}
