// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a node. Immutable: each setter returns a changed copy. All nodes of a cluster need the same members, cluster
 * name, protocol, quorums and lease.
 *
 * <p>The setters only refuse null. {@link Locks#join} checks all settings together and reports every error in one
 * {@link InvalidConfigException}. {@link #validate()} checks earlier what can be checked without a node.
 */
public final class LocksConfig {
    /** The default of {@link #cluster()}. */
    public static final String DEFAULT_CLUSTER = "quorate";

    /** Minimum lease. */
    public static final Duration LEASE_MIN = Duration.ofMillis(100);

    /** Maximum lease. */
    public static final Duration LEASE_MAX = Duration.ofHours(1);

    /** Maximum number of spare votes. */
    static final int SPARE_VOTES_MAX = 3;

    /**
     * A member of the cluster.
     *
     * @param id its id, unique in the cluster
     * @param host where it listens
     * @param port where it listens
     */
    public record Member(String id, String host, int port) {}

    private List<String> memberTexts = List.of();
    private List<Member> members = List.of();

    /** Whether the cluster has a list of members. */
    private boolean hasMembers = true;

    /** Whether the list only says where members may be found. */
    private boolean onlyContacts;

    private @Nullable String nodeId;
    private @Nullable String guestName;
    private @Nullable String listenText;
    private String cluster = DEFAULT_CLUSTER;
    private String protocol = "quorumlock";
    private @Nullable String quorums;
    private @Nullable TlsMaterial tls;
    private boolean insecure;
    private @Nullable Path roles;
    private Duration lease = Duration.ofSeconds(5);
    private @Nullable Path dataDirectory;
    private boolean standing = true;
    private int spareVotes = 1;
    private Duration joinTimeout = Duration.ofSeconds(30);
    private Duration suspectAfter = Duration.ofSeconds(3);
    private Duration unavailableAfter = Duration.ofSeconds(5);
    private Duration attemptTimeout = Duration.ofMillis(100);
    private Duration describeTimeout = Duration.ofSeconds(1);
    private Duration spin = Duration.ofNanos(10_000);
    private @Nullable Executor callbackExecutor;
    private boolean shutdownHook = true;
    private Duration shutdownGrace = Duration.ofSeconds(5);
    private Duration warnOpenAfter = Duration.ofMinutes(10);
    private boolean traceHolds;

    private LocksConfig() {}

    /** The only place that makes copies. Fields never change once a caller has the object. */
    private LocksConfig changed(Consumer<LocksConfig> change) {
        LocksConfig copy = new LocksConfig();
        copy.memberTexts = memberTexts;
        copy.members = members;
        copy.hasMembers = hasMembers;
        copy.onlyContacts = onlyContacts;
        copy.nodeId = nodeId;
        copy.guestName = guestName;
        copy.listenText = listenText;
        copy.cluster = cluster;
        copy.protocol = protocol;
        copy.quorums = quorums;
        copy.tls = tls;
        copy.insecure = insecure;
        copy.roles = roles;
        copy.lease = lease;
        copy.dataDirectory = dataDirectory;
        copy.standing = standing;
        copy.spareVotes = spareVotes;
        copy.joinTimeout = joinTimeout;
        copy.suspectAfter = suspectAfter;
        copy.unavailableAfter = unavailableAfter;
        copy.attemptTimeout = attemptTimeout;
        copy.describeTimeout = describeTimeout;
        copy.spin = spin;
        copy.callbackExecutor = callbackExecutor;
        copy.shutdownHook = shutdownHook;
        copy.shutdownGrace = shutdownGrace;
        copy.warnOpenAfter = warnOpenAfter;
        copy.traceHolds = traceHolds;
        change.accept(copy);
        return copy;
    }

    /**
     * Lists the members of the cluster. Without an id, the host is the id, or {@code host:port} if several members share the host.
     *
     * @param members each as {@code id=host:port} or {@code host:port}
     * @return the configuration
     */
    public static LocksConfig of(String... members) {
        return of(Arrays.asList(members));
    }

    /**
     * Lists the members of the cluster, as {@link #of(String...)} does.
     *
     * @param members each as {@code id=host:port} or {@code host:port}
     * @return the configuration
     */
    public static LocksConfig of(List<String> members) {
        members.forEach(member ->
                Objects.requireNonNull(member, "A member must not be null: it is written as in \"a=hostA:7400\"."));
        LocksConfig config = new LocksConfig();
        config.memberTexts = List.copyOf(members);
        config.members = MemberList.read(config.memberTexts, new ArrayList<>());
        return config;
    }

    /**
     * A configuration for nodes that learn the members from the cluster. One contact that answers is enough. For {@link #guest guests},
     * and for nodes with a {@link #dataDirectory data directory}. A node whose directory is empty waits until a change of the roster
     * names it ({@link RosterChange#add}).
     *
     * @param addresses each as {@code host:port}. A name with {@code dns:} in front, as in {@code dns:quorate:7400}, stands for all
     *     addresses that it resolves to, as the name of a headless service does
     * @return the configuration
     */
    public static LocksConfig contacts(String... addresses) {
        return contacts(Arrays.asList(addresses));
    }

    /**
     * A configuration for nodes that learn the members from the cluster, as {@link #contacts(String...)}.
     *
     * @param addresses each as {@code host:port} or {@code dns:name:port}
     * @return the configuration
     */
    public static LocksConfig contacts(List<String> addresses) {
        LocksConfig config = of(addresses);
        config.onlyContacts = true;
        return config;
    }

    /**
     * Takes the list of members for contacts only, as {@link #contacts(List)} does: the cluster tells who its members are.
     *
     * @return a changed copy
     */
    public LocksConfig asContacts() {
        return changed(copy -> copy.onlyContacts = true);
    }

    /** {@return a configuration without members, for protocols whose nodes find each other; they have their own way to join} */
    public static LocksConfig withoutMembers() {
        LocksConfig config = new LocksConfig();
        config.hasMembers = false;
        return config;
    }

    /**
     * Says which member this process is. Required unless there is only one member.
     *
     * @param id the id of the member
     * @return a changed copy
     */
    public LocksConfig nodeId(String id) {
        Objects.requireNonNull(id, "The id of a node must not be null.");
        return changed(copy -> {
            copy.nodeId = id;
            copy.guestName = null;
        });
    }

    /**
     * Joins as a guest instead of a member. A guest takes locks but has no vote, so it may come and go without affecting the
     * quorum. There may be any number of guests. They listen on no port and store nothing. Needs the protocol {@code quorumlock}.
     *
     * @param name for people, without blanks; need not be unique
     * @return a changed copy
     */
    public LocksConfig guest(String name) {
        Objects.requireNonNull(name, "The name of a guest must not be null.");
        return changed(copy -> {
            copy.guestName = name;
            copy.nodeId = null;
        });
    }

    String memberIds() {
        return String.join(", ", members.stream().map(Member::id).toList());
    }

    /**
     * Names the cluster. Nodes with different cluster names refuse each other.
     *
     * @param name the name of the cluster
     * @return a changed copy
     */
    public LocksConfig cluster(String name) {
        return changed(copy -> copy.cluster = required("cluster name", name));
    }

    /**
     * Chooses the algorithm. Keep the default, {@code quorumlock}, in production.
     *
     * @param name the name of the protocol
     * @return a changed copy
     */
    public LocksConfig protocol(String name) {
        return changed(copy -> copy.protocol = required("protocol", name));
    }

    /**
     * Chooses which sets of nodes form a quorum. The default of {@code quorumlock} is {@code majority}.
     *
     * @param name as in {@code majority}, or {@code file:quorums.txt} for a list with one quorum per line
     * @return a changed copy
     */
    public LocksConfig quorums(String name) {
        return changed(copy -> copy.quorums = required("quorum system", name));
    }

    /**
     * Uses mutual TLS: encrypts all traffic, and accepts only nodes with a certificate that names them. Either all nodes of a cluster
     * use it or none. Required unless all addresses are loopback addresses.
     *
     * @param files the certificate, key and trusted authorities of this node
     * @return a changed copy
     */
    public LocksConfig tls(TlsFiles files) {
        Objects.requireNonNull(files, "The files for TLS must not be null.");
        return changed(copy -> copy.tls = files);
    }

    /**
     * Uses mutual TLS as {@link #tls(TlsFiles)} does, with an {@code SSLContext} of the application. It replaces files given before.
     * Only TLSv1.3 is used, with a certificate on both sides that names the id of its node. To renew a certificate, use a key
     * manager that picks up the new one.
     *
     * @param context the certificate, key and trust of this node
     * @return a changed copy
     */
    public LocksConfig tls(SSLContext context) {
        TlsContext given = new TlsContext(context);
        return changed(copy -> copy.tls = given);
    }

    /**
     * Allows connections with other hosts without TLS. Every process that reaches a port of this cluster can then take and free every
     * lock, so each start logs a warning. Use it only on networks that nobody else can reach. Without it and without
     * {@link #tls(TlsFiles)} all addresses must be loopback addresses.
     *
     * @return a changed copy
     */
    public LocksConfig insecure() {
        return changed(copy -> copy.insecure = true);
    }

    /**
     * Reads the rights of nodes and clients from a file instead of their certificates. Each line is {@code name role [prefix...]}. The
     * name is one in a certificate. The role is {@code member}, {@code holder}, {@code observer}, {@code operator} or {@code none};
     * prefixes limit it to locks whose names begin with them. A changed file is read again. Use the same file at all nodes. Needs TLS.
     *
     * @param file the file of roles
     * @return a changed copy
     */
    public LocksConfig roles(Path file) {
        return changed(copy -> copy.roles = required("file of roles", file));
    }

    /**
     * Listens at another address than the one in the member list; inside a container, for example.
     *
     * @param address as {@code host:port}
     * @return a changed copy
     */
    public LocksConfig listenAddress(String address) {
        Objects.requireNonNull(
                address, "The address to listen at must not be null: omit it to use the address of the member.");
        return changed(copy -> copy.listenText = address);
    }

    /**
     * Sets the lease: how long a hold stays valid without contact with its voters. The same at all nodes. After a crash of the holder
     * its lock is free after about one lease. A voter that restarts after a crash grants nothing for one lease. Nodes with holds exchange
     * a heartbeat every third of the lease.
     *
     * @param time {@link #LEASE_MIN} to {@link #LEASE_MAX}; the default is 5 s
     * @return a changed copy
     */
    public LocksConfig lease(Duration time) {
        return changed(copy -> copy.lease = required("lease", time));
    }

    /**
     * Keeps the clock and the roster of this node over restarts. Fencing tokens then rise even if the clock of the machine was set back,
     * and after a clean stop the next start votes at once. The roster can change while the cluster runs. An empty directory takes the list
     * of members as the first roster, unless other members say that the roster has changed since. Each node needs its own directory; it is
     * created if it is missing. It must survive restarts: a container needs a volume. Never copy or restore it.
     *
     * @param directory the directory of this node
     * @return a changed copy
     */
    public LocksConfig dataDirectory(Path directory) {
        Objects.requireNonNull(directory, "The data directory must not be null: omit it for none.");
        return changed(copy -> copy.dataDirectory = directory);
    }

    /**
     * Switches standing locks on or off. A standing lock stays with the node that uses it again and again, until another node requests
     * it. Taking it then costs no message. On by default.
     *
     * @param on whether locks stand
     * @return a changed copy
     */
    public LocksConfig standing(boolean on) {
        return changed(copy -> copy.standing = on);
    }

    /**
     * Sets how long {@link Locks#join} waits for a quorum. If nodes have just restarted and grant no votes yet, it waits up to one
     * {@link #lease} longer.
     *
     * @param time the default is 30 s
     * @return a changed copy
     */
    public LocksConfig joinTimeout(Duration time) {
        return changed(copy -> copy.joinTimeout = required("join timeout", time));
    }

    /**
     * Sets the timeout of the failure detector: a member that is silent for this time is suspected. The same at all nodes.
     *
     * @param time the default is 3 s
     * @return a changed copy
     */
    public LocksConfig suspectAfter(Duration time) {
        return changed(copy -> copy.suspectAfter = required("timeout of the failure detector (suspectAfter)", time));
    }

    /**
     * Sets how long no quorum may be reachable before waiters get {@link LockUnavailableException}. It counts from when the missing
     * members are suspected.
     *
     * @param time the default is 5 s
     * @return a changed copy
     */
    public LocksConfig unavailableAfter(Duration time) {
        return changed(
                copy -> copy.unavailableAfter = required("time until a lock is unavailable (unavailableAfter)", time));
    }

    /**
     * Sets how many simultaneous node crashes a contended hold survives. A hold that others wait for requests its spare votes after a
     * tenth of the lease. It gets as many as the quorum system has ({@link Hold#hasSpareVotes}).
     *
     * @param count 0 to 3; the default is 1
     * @return a changed copy
     */
    public LocksConfig spareVotes(int count) {
        return changed(copy -> copy.spareVotes = count);
    }

    /**
     * Sets how long {@link DistributedLock#tryLock()}, and any call with a shorter timeout, waits for answers of other nodes before it
     * gives up. It returns earlier if a node reports that it holds the lock.
     *
     * @param time the default is 100 ms
     * @return a changed copy
     */
    public LocksConfig attemptTimeout(Duration time) {
        return changed(copy -> copy.attemptTimeout = required("attempt timeout", time));
    }

    /**
     * Sets how long {@link DistributedLock#describe()} waits for answers of other nodes.
     *
     * @param time the default is 1 s
     * @return a changed copy
     */
    public LocksConfig describeTimeout(Duration time) {
        return changed(copy -> copy.describeTimeout = required("describe timeout", time));
    }

    /**
     * Sets how long a waiting thread spins before it sleeps. Spinning makes short waits shorter and uses a processor, so one thread
     * of a node spins at a time, and fewer waits spin while that does not help. It has no effect with one processor.
     *
     * @param time the default is 10 us; zero for never
     * @return a changed copy
     */
    public LocksConfig spin(Duration time) {
        Objects.requireNonNull(time, "The spin time must not be null: give zero to switch it off.");
        return changed(copy -> copy.spin = time);
    }

    /**
     * Runs callbacks of the application on this executor: stages of {@link DistributedLock#acquireAsync()},
     * {@link Hold#onReleaseRequested} and {@link Locks#addHealthListener}. The default is four threads of the library. Loss notifications
     * ({@link Hold#onLost}, {@link LockListener#lost}) have their own threads, so that no callback delays them. If the executor rejects a
     * callback, a thread of the library runs it.
     *
     * @param executor runs the callbacks
     * @return a changed copy
     */
    public LocksConfig callbackExecutor(Executor executor) {
        return changed(copy -> copy.callbackExecutor = required("executor of callbacks", executor));
    }

    /**
     * Switches the shutdown hook on or off. The hook leaves the cluster when the JVM shuts down (TERM, {@code System.exit}). It never
     * releases an open hold, because application threads still run. It waits {@link #shutdownGrace} for open holds to be closed. A hold that
     * is still open then expires with its lease, as after a crash. On by default; switch it off if a framework calls {@link Locks#close()}.
     *
     * @param on whether there is a hook
     * @return a changed copy
     */
    public LocksConfig shutdownHook(boolean on) {
        return changed(copy -> copy.shutdownHook = on);
    }

    /**
     * Sets how long the {@linkplain #shutdownHook shutdown hook} waits for open holds. Without open holds it does not wait.
     *
     * @param time the default is 5 s
     * @return a changed copy
     */
    public LocksConfig shutdownGrace(Duration time) {
        return changed(copy -> copy.shutdownGrace = required("shutdown grace", time));
    }

    /**
     * Logs a warning, once per hold, when a hold is open for longer than this: somebody may have forgotten to close it. It has no effect
     * below one {@link #lease}.
     *
     * @param time the default is 10 minutes; zero for no warning
     * @return a changed copy
     */
    public LocksConfig warnOpenAfter(Duration time) {
        return changed(
                copy -> copy.warnOpenAfter = required("time until an open hold is logged (warnOpenAfter)", time));
    }

    /**
     * Adds the stack trace of the acquisition to warnings about lost holds and about {@link #warnOpenAfter}. Each acquisition then costs
     * some microseconds more. Off by default.
     *
     * @param on whether stack traces are recorded
     * @return a changed copy
     */
    public LocksConfig traceHolds(boolean on) {
        return changed(copy -> copy.traceHolds = on);
    }

    private static <T> T required(String what, T value) {
        return Objects.requireNonNull(value, () -> "The " + what + " must not be null.");
    }

    /** {@return every error in these settings, each a sentence that says what to do. A node checks more when it starts} */
    public List<String> faults() {
        return ConfigCheck.faultsOf(this);
    }

    /** Whether the cluster has a list of members. */
    boolean hasMembers() {
        return hasMembers;
    }

    /** Which node this is; null if that was not said, or it is a guest. */
    @Nullable
    String nodeIdSaid() {
        return nodeId;
    }

    /** As it was written; null for none. */
    @Nullable
    String listenText() {
        return listenText;
    }

    /**
     * Checks these settings.
     *
     * @return this configuration
     * @throws InvalidConfigException with all {@link #faults()} if there are any
     */
    public LocksConfig validate() {
        List<String> faults = faults();
        if (!faults.isEmpty()) {
            throw new InvalidConfigException(faults);
        }
        return this;
    }

    /** {@return the members that could be parsed; {@link #faults()} has errors of the others} */
    public List<Member> members() {
        return members;
    }

    /** {@return the members or contacts as they were given; as many as {@link #members()} if there are no {@link #faults()}} */
    public List<String> listedTexts() {
        return memberTexts;
    }

    /** {@return whether the list only tells where some members may be found} */
    public boolean hasOnlyContacts() {
        return onlyContacts;
    }

    /** {@return the name of this guest; null if this process is a member} */
    public @Nullable String guestName() {
        return guestName;
    }

    /**
     * Returns the id of this member, or the name of this guest.
     *
     * @return the id or name
     * @throws IllegalArgumentException if the configuration has neither
     */
    public String nodeId() {
        String id = guestName == null ? nodeId : guestName;
        if (id != null) {
            return id;
        }
        if (!hasMembers) {
            throw new IllegalArgumentException(
                    "This configuration has no members: list them with LocksConfig.of(...).");
        }
        if (members.size() == 1) {
            return members.get(0).id();
        }
        throw new IllegalArgumentException(notSaid());
    }

    String notSaid() {
        return "Which of the members is this process? Set nodeId(...) to one of " + memberIds() + ".";
    }

    /** {@return where to listen; null for the address in the member list} */
    public @Nullable Member listenAddress() {
        if (listenText == null) {
            return null;
        }
        return MemberList.parse(List.of(listenText)).get(0);
    }

    /** {@return the name of the cluster} */
    public String cluster() {
        return cluster;
    }

    /** {@return the name of the protocol} */
    public String protocol() {
        return protocol;
    }

    /** {@return the quorum system; null for the default of the protocol} */
    public @Nullable String quorums() {
        return quorums;
    }

    /** {@return certificate, key and trust of this node; null without TLS} */
    public @Nullable TlsMaterial tls() {
        return tls;
    }

    /** {@return whether this node may connect with other hosts without TLS} */
    public boolean isInsecure() {
        return insecure;
    }

    /** {@return the file of roles; null if certificates have the roles} */
    public @Nullable Path roles() {
        return roles;
    }

    /** {@return the lease} */
    public Duration lease() {
        return lease;
    }

    /** {@return the data directory; null if there is none} */
    public @Nullable Path dataDirectory() {
        return dataDirectory;
    }

    /** {@return whether locks stand} */
    public boolean standing() {
        return standing;
    }

    /** {@return how many spare votes a contended hold requests} */
    public int spareVotes() {
        return spareVotes;
    }

    /** {@return how long {@link Locks#join} waits} */
    public Duration joinTimeout() {
        return joinTimeout;
    }

    /** {@return the timeout of the failure detector} */
    public Duration suspectAfter() {
        return suspectAfter;
    }

    /** {@return how long waiters wait without a quorum} */
    public Duration unavailableAfter() {
        return unavailableAfter;
    }

    /** {@return how long {@code tryLock()} waits for answers} */
    public Duration attemptTimeout() {
        return attemptTimeout;
    }

    /** {@return how long {@code describe()} waits for answers} */
    public Duration describeTimeout() {
        return describeTimeout;
    }

    /** {@return how long a waiting thread spins} */
    public Duration spin() {
        return spin;
    }

    /** {@return the executor of callbacks; null for threads of the library} */
    public @Nullable Executor callbackExecutor() {
        return callbackExecutor;
    }

    /** {@return whether there is a shutdown hook} */
    public boolean shutdownHook() {
        return shutdownHook;
    }

    /** {@return how long the shutdown hook waits for open holds} */
    public Duration shutdownGrace() {
        return shutdownGrace;
    }

    /** {@return after which time an open hold is logged} */
    public Duration warnOpenAfter() {
        return warnOpenAfter;
    }

    /** {@return whether stack traces of acquisitions are recorded} */
    public boolean traceHolds() {
        return traceHolds;
    }

    /** Two configurations are equal if all their settings are. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LocksConfig config && config.toString().equals(toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    /** {@return all settings, as text} */
    @Override
    public String toString() {
        return (onlyContacts ? "contacts " : "members ") + memberTexts
                + ", node " + nodeId
                + ", guest " + guestName
                + ", listening at " + listenText
                + ", cluster " + cluster
                + ", protocol " + protocol
                + ", quorums " + quorums
                + ", tls " + tls
                + ", insecure " + insecure
                + ", roles " + roles
                + ", lease " + lease
                + ", data directory " + dataDirectory
                + ", standing " + standing
                + ", spare votes " + spareVotes
                + ", join timeout " + joinTimeout
                + ", suspect after " + suspectAfter
                + ", unavailable after " + unavailableAfter
                + ", attempt timeout " + attemptTimeout
                + ", describe timeout " + describeTimeout
                + ", spin " + spin
                + ", callback executor " + callbackExecutor
                + ", shutdown hook " + shutdownHook
                + ", shutdown grace " + shutdownGrace
                + ", warn open after " + warnOpenAfter
                + ", trace holds " + traceHolds;
    }
}
