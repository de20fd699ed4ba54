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
 * How to join a cluster. Immutable: each method that sets something returns a changed copy. All nodes of a cluster must be
 * given the same members, cluster name, protocol, quorums and lease.
 *
 * <p>The setters only refuse null. {@link Locks#join} checks the settings together, and reports every fault in one
 * {@link InvalidConfigException}; {@link #validate()} checks earlier what can be checked without a node.
 */
public final class LocksConfig {
    /** What {@link #cluster()} is when nothing else is said. */
    public static final String DEFAULT_CLUSTER = "quorate";

    /** Minimum lease. */
    public static final Duration LEASE_MIN = Duration.ofMillis(100);

    /** Maximum lease. */
    public static final Duration LEASE_MAX = Duration.ofHours(1);

    /** Maximum number of spare votes. */
    static final int SPARE_VOTES_MAX = 3;

    /** What a member is called and where it listens. */
    public record Member(String id, String host, int port) {}

    private List<String> memberTexts = List.of();
    private List<Member> members = List.of();

    /** Whether the cluster has a list of members. */
    private boolean hasMembers = true;

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

    /** The only place that makes copies: no field changes once a caller has the object. */
    private LocksConfig changed(Consumer<LocksConfig> change) {
        LocksConfig copy = new LocksConfig();
        copy.memberTexts = memberTexts;
        copy.members = members;
        copy.hasMembers = hasMembers;
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
     * The members of the cluster, each as {@code id=host:port} or as {@code host:port}; the id is then the host, or
     * {@code host:port} if several members have the same host.
     */
    public static LocksConfig of(String... members) {
        return of(Arrays.asList(members));
    }

    /** The members of the cluster, written as for {@link #of(String...)}. */
    public static LocksConfig of(List<String> members) {
        members.forEach(member ->
                Objects.requireNonNull(member, "A member must not be null: it is written as in \"a=hostA:7400\"."));
        LocksConfig config = new LocksConfig();
        config.memberTexts = List.copyOf(members);
        config.members = MemberList.read(config.memberTexts, new ArrayList<>());
        return config;
    }

    /**
     * For protocols whose nodes find each other without a list of members. Such a protocol comes with a library of its own, which has
     * its own way to join.
     */
    public static LocksConfig withoutMembers() {
        LocksConfig config = new LocksConfig();
        config.hasMembers = false;
        return config;
    }

    /** Which of the members this process is. Needed unless there is only one. */
    public LocksConfig nodeId(String id) {
        Objects.requireNonNull(id, "The id of a node must not be null.");
        return changed(copy -> {
            copy.nodeId = id;
            copy.guestName = null;
        });
    }

    /**
     * This process is none of the members but a guest, of which there may be any number: it takes locks as they do, but has no
     * vote, so that it may come and go without anybody's doing without it. The name is for people, without blanks, and need
     * not be unique. Guests need the protocol {@code quorumlock}; they listen nowhere
     * and keep nothing.
     */
    public LocksConfig guest(String name) {
        Objects.requireNonNull(name, "The name of a guest must not be null.");
        return changed(copy -> {
            copy.guestName = name;
            copy.nodeId = null;
        });
    }

    private String memberIds() {
        return String.join(", ", members.stream().map(Member::id).toList());
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

    /**
     * Encrypts all that the nodes say to each other, and lets in only nodes with a certificate that names them. All nodes of a
     * cluster must have it, or none: there is no falling back to plain text. Needed unless all addresses are loopback addresses.
     */
    public LocksConfig tls(TlsFiles files) {
        Objects.requireNonNull(files, "The files for TLS must not be null.");
        return changed(copy -> copy.tls = files);
    }

    /**
     * As {@link #tls(TlsFiles)}, with certificate, key and trust from an {@code SSLContext} that is ready to use; it replaces
     * files given before. Only TLSv1.3 with a certificate on both sides is spoken, and each certificate must name the id of its
     * node. To renew a certificate, give a context whose key manager picks up the new one.
     */
    public LocksConfig tls(SSLContext context) {
        TlsContext given = new TlsContext(context);
        return changed(copy -> copy.tls = given);
    }

    /**
     * Talks with other hosts without TLS. Whoever reaches a port of such a cluster can take and free every lock, so every start
     * logs a warning. Only for networks that nobody else can reach. Without it and without {@link #tls(TlsFiles)}, all addresses
     * must be loopback addresses.
     */
    public LocksConfig insecure() {
        return changed(copy -> copy.insecure = true);
    }

    /**
     * Who may do what at this node, in place of the roles in certificates: a file with lines {@code name role [prefix...]}. The name
     * is one in a certificate; the role is {@code member}, {@code holder}, {@code observer}, {@code operator} or {@code none}; prefixes
     * limit it to locks whose names begin so. Read again when it has changed. The same at all nodes. Needs TLS.
     */
    public LocksConfig roles(Path file) {
        return changed(copy -> copy.roles = required("file of roles", file));
    }

    /** Where to listen, as {@code host:port}, if not where the member list says; inside a container, for example. */
    public LocksConfig listenAddress(String address) {
        Objects.requireNonNull(
                address, "The address to listen at must not be null: leave it away for that of the member.");
        return changed(copy -> copy.listenText = address);
    }

    /**
     * How long a hold lasts at most when its node is not heard of any more, {@link #LEASE_MIN} to {@link #LEASE_MAX}; the same
     * at all nodes. After a crash of its holder a lock is free again after about so long, and a voter that was restarted
     * grants nothing for so long. Nodes that hold something exchange a message every third part of it.
     */
    public LocksConfig lease(Duration time) {
        return changed(copy -> copy.lease = required("lease", time));
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
        return changed(copy -> copy.joinTimeout = required("join timeout", time));
    }

    /** How long a node may be silent before the others do without it. The same at all nodes. */
    public LocksConfig suspectAfter(Duration time) {
        return changed(copy -> copy.suspectAfter = required("silence until a node is suspected", time));
    }

    /**
     * How long too few nodes must be reachable before those who wait are told {@link LockUnavailableException}; counted from
     * when the missing ones are suspected.
     */
    public LocksConfig unavailableAfter(Duration time) {
        return changed(copy -> copy.unavailableAfter = required("time until a lock counts as unavailable", time));
    }

    /**
     * Number of node crashes at once that a contended hold survives: 1 by default, 0 for none, at most 3. A hold that others wait for
     * asks for spare votes when it has lasted for a tenth of the lease. It gets as many as the quorum system can give
     * ({@link Hold#hasSpareVotes}).
     */
    public LocksConfig spareVotes(int count) {
        return changed(copy -> copy.spareVotes = count);
    }

    /**
     * How long {@link DistributedLock#tryLock()}, or any method with a shorter timeout, waits for the answers of other nodes before it
     * says no. When its own time is up and somebody is known to hold the lock, it says no as soon as that is known.
     */
    public LocksConfig attemptTimeout(Duration time) {
        return changed(copy -> copy.attemptTimeout = required("timeout of an attempt", time));
    }

    /** How long {@link DistributedLock#describe()} waits for the answers of other nodes. */
    public LocksConfig describeTimeout(Duration time) {
        return changed(copy -> copy.describeTimeout = required("describe timeout", time));
    }

    /**
     * How long a waiting thread looks for its lock before it sleeps; zero for never. It makes short waits shorter, and costs
     * a processor for that time. Without effect where there is only one processor.
     */
    public LocksConfig spin(Duration time) {
        Objects.requireNonNull(time, "The spin time must not be null: give zero to switch it off.");
        return changed(copy -> copy.spin = time);
    }

    /**
     * Runs the callbacks of the application: the stages behind {@link DistributedLock#acquireAsync()},
     * {@link Hold#onReleaseRequested} and {@link Locks#addHealthListener}. Without it, four threads of the library run them. Loss notifications
     * ({@link Hold#onLost}, {@link LockListener#lost}) never run here: they have threads of their own, so that no callback
     * can delay them. When the executor rejects a callback, a thread of the library runs it.
     */
    public LocksConfig callbackExecutor(Executor executor) {
        return changed(copy -> copy.callbackExecutor = required("executor of callbacks", executor));
    }

    /**
     * Whether the node leaves the cluster when the JVM shuts down (TERM, {@code System.exit}). On, unless switched off. The hook never gives
     * back a hold that is open: application threads still work while hooks run. It lets the others leave this node, gives back what
     * nobody here holds, and waits {@link #shutdownGrace} for open holds to be closed. A hold that is open even then ends with its
     * lease, as after a crash. Switch it off where something else calls {@link Locks#close()} at the end of the process.
     */
    public LocksConfig shutdownHook(boolean on) {
        return changed(copy -> copy.shutdownHook = on);
    }

    /** How long the {@linkplain #shutdownHook shutdown hook} waits for open holds to be closed; without open holds it does not wait. */
    public LocksConfig shutdownGrace(Duration time) {
        return changed(copy -> copy.shutdownGrace = required("shutdown grace", time));
    }

    /**
     * Logs a warning, once for each hold, when a hold has been open for longer than this: somebody may have forgotten to close it.
     * Without effect below one {@link #lease}; zero for no warning. The default is 10 minutes.
     */
    public LocksConfig warnOpenAfter(Duration time) {
        return changed(copy -> copy.warnOpenAfter = required("time until a hold is warned of", time));
    }

    /**
     * Whether the log shows the stack of the thread that took the lock when a hold is lost, or is open for longer than
     * {@link #warnOpenAfter}. Each acquisition then costs some microseconds for its stack trace. Off by default.
     */
    public LocksConfig traceHolds(boolean on) {
        return changed(copy -> copy.traceHolds = on);
    }

    private static <T> T required(String what, T value) {
        return Objects.requireNonNull(value, () -> "The " + what + " must not be null.");
    }

    /**
     * Everything that is wrong with these settings, each as a sentence that says what to do; empty if nothing is. A node
     * checks more when it starts: whether it knows the protocol and the quorum system, for example.
     */
    public List<String> faults() {
        List<String> faults = new ArrayList<>();
        if (hasMembers) {
            MemberList.read(memberTexts, faults);
            if (faults.isEmpty()) {
                checkWhoThisIs(faults);
            }
        }
        if (guestName != null) {
            checkGuest(guestName, faults);
        }
        if (listenText != null) {
            List<String> ofAddress = new ArrayList<>();
            MemberList.read(List.of(listenText), ofAddress);
            ofAddress.forEach(fault -> faults.add("The address to listen at is not sound. " + fault));
        }
        SettingRules.notBlank("cluster name", cluster, faults);
        SettingRules.notBlank("protocol", protocol, faults);
        if (quorums != null) {
            SettingRules.notBlank("quorum system", quorums, faults);
        }
        if (tls != null && insecure) {
            faults.add("The configuration has TLS and says insecure(): leave insecure() away.");
        }
        if (roles != null && tls == null) {
            faults.add(
                    "Roles need TLS, for without certificates nobody knows who is there: give tls(...), or leave the file of"
                            + " roles away.");
        }
        if (lease.compareTo(LEASE_MIN) < 0 || lease.compareTo(LEASE_MAX) > 0) {
            faults.add("A lease lasts between " + LEASE_MIN + " and " + LEASE_MAX + ", not " + lease + ".");
        }
        if (spareVotes < 0 || spareVotes > SPARE_VOTES_MAX) {
            faults.add("A hold has 0 to " + SPARE_VOTES_MAX + " spare votes, not " + spareVotes + ".");
        }
        SettingRules.positive("join timeout", joinTimeout, faults);
        SettingRules.positive("silence until a node is suspected", suspectAfter, faults);
        SettingRules.positive("time until a lock counts as unavailable", unavailableAfter, faults);
        SettingRules.positive("timeout of an attempt", attemptTimeout, faults);
        SettingRules.positive("describe timeout", describeTimeout, faults);
        SettingRules.notNegative("time until a hold is warned of", warnOpenAfter, "Give zero for no warning.", faults);
        SettingRules.notNegative("spin time", spin, "Give zero to switch it off.", faults);
        SettingRules.notNegative("shutdown grace", shutdownGrace, "Give zero to wait for nothing.", faults);
        return List.copyOf(faults);
    }

    private void checkWhoThisIs(List<String> faults) {
        String id = nodeId;
        if (id == null && guestName == null && members.size() > 1) {
            faults.add(notSaid());
        }
        if (id != null && members.stream().noneMatch(member -> member.id().equals(id))) {
            faults.add("No member is called \"" + id + "\". The members are: " + memberIds()
                    + ". Give the id of the member that this process is.");
        }
    }

    private void checkGuest(String name, List<String> faults) {
        SettingRules.guestName(name, faults);
        if (dataDirectory != null) {
            faults.add("A guest has no data directory, for it keeps nothing: leave the data directory away.");
        }
    }

    /** Throws {@link InvalidConfigException} with all {@link #faults()} if there are any; otherwise returns this. */
    public LocksConfig validate() {
        List<String> faults = faults();
        if (!faults.isEmpty()) {
            throw new InvalidConfigException(faults);
        }
        return this;
    }

    /** The members that could be read; {@link #faults()} says whether others could not. */
    public List<Member> members() {
        return members;
    }

    /** The name of this guest; null if this process is a member. */
    public @Nullable String guestName() {
        return guestName;
    }

    /**
     * Which of the members this process is, or the name of a guest; throws {@link IllegalArgumentException} if that was not
     * said.
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

    private String notSaid() {
        return "Which of the members is this process? Say so with nodeId(...): one of " + memberIds() + ".";
    }

    /** Where to listen, or null for where the member list says. */
    public @Nullable Member listenAddress() {
        if (listenText == null) {
            return null;
        }
        return MemberList.parse(List.of(listenText)).get(0);
    }

    public String cluster() {
        return cluster;
    }

    public String protocol() {
        return protocol;
    }

    /** The quorum system, or null for the protocol's usual one. */
    public @Nullable String quorums() {
        return quorums;
    }

    /** The certificate and key of this node, or null for plain text. */
    public @Nullable TlsMaterial tls() {
        return tls;
    }

    /** Whether this node may talk with other hosts in plain text. */
    public boolean isInsecure() {
        return insecure;
    }

    /** The file that says who may do what, or null for what certificates say. */
    public @Nullable Path roles() {
        return roles;
    }

    public Duration lease() {
        return lease;
    }

    /** Where this node keeps what it must not forget, or null if it keeps nothing. */
    public @Nullable Path dataDirectory() {
        return dataDirectory;
    }

    public boolean standing() {
        return standing;
    }

    public int spareVotes() {
        return spareVotes;
    }

    public Duration joinTimeout() {
        return joinTimeout;
    }

    public Duration suspectAfter() {
        return suspectAfter;
    }

    public Duration unavailableAfter() {
        return unavailableAfter;
    }

    public Duration attemptTimeout() {
        return attemptTimeout;
    }

    public Duration describeTimeout() {
        return describeTimeout;
    }

    public Duration spin() {
        return spin;
    }

    /** What runs callbacks, or null for threads of the library. */
    public @Nullable Executor callbackExecutor() {
        return callbackExecutor;
    }

    public boolean shutdownHook() {
        return shutdownHook;
    }

    public Duration shutdownGrace() {
        return shutdownGrace;
    }

    public Duration warnOpenAfter() {
        return warnOpenAfter;
    }

    public boolean traceHolds() {
        return traceHolds;
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
        return "members " + memberTexts
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
