package io.quorate.spring.boot;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The settings of a node, as {@code quorate.*} in {@code application.properties}. What is not set has the usual value of
 * {@link io.quorate.api.LocksConfig}.
 */
@ConfigurationProperties("quorate")
public class QuorateProperties {
    private boolean enabled = true;
    private boolean inMemory;
    private List<String> members = new ArrayList<>();
    private @Nullable String nodeId;
    private @Nullable String guest;
    private @Nullable String cluster;
    private @Nullable String listenAddress;
    private boolean insecure;
    private @Nullable Path roles;
    private @Nullable String quorums;
    private @Nullable Duration lease;
    private @Nullable Path dataDirectory;
    private @Nullable Integer spareVotes;
    private @Nullable Boolean traceHolds;
    private @Nullable Duration warnOpenAfter;
    private @Nullable Duration shutdownGrace;

    private final Tls tls = new Tls();
    private final Timeouts timeouts = new Timeouts();
    private final Locked locked = new Locked();
    private final Metrics metrics = new Metrics();
    private final Observations observations = new Observations();
    private final LockRegistry lockRegistry = new LockRegistry();

    /** Whether this application has a node at all. */
    public boolean isEnabled() {
        return enabled;
    }

    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    /** For tests: a node of its own in memory, without ports. Needs quorate-testing. */
    public boolean isInMemory() {
        return inMemory;
    }

    public void setInMemory(boolean inMemory) {
        this.inMemory = inMemory;
    }

    /** All members of the cluster, each as id=host:port. The same list at every node. */
    public List<String> getMembers() {
        return members;
    }

    public void setMembers(List<String> members) {
        this.members = members;
    }

    /** Which of the members this process is. */
    public @Nullable String getNodeId() {
        return nodeId;
    }

    public void setNodeId(@Nullable String nodeId) {
        this.nodeId = nodeId;
    }

    /** Join without a vote, under this name, instead of as a member. */
    public @Nullable String getGuest() {
        return guest;
    }

    public void setGuest(@Nullable String guest) {
        this.guest = guest;
    }

    /** Name of the cluster. Nodes of different names refuse each other. */
    public @Nullable String getCluster() {
        return cluster;
    }

    public void setCluster(@Nullable String cluster) {
        this.cluster = cluster;
    }

    /** Where to listen, as host:port, if not where the list of members says. */
    public @Nullable String getListenAddress() {
        return listenAddress;
    }

    public void setListenAddress(@Nullable String listenAddress) {
        this.listenAddress = listenAddress;
    }

    /** Talk with other hosts without TLS. Anyone who reaches a port can then take and free every lock. */
    public boolean isInsecure() {
        return insecure;
    }

    public void setInsecure(boolean insecure) {
        this.insecure = insecure;
    }

    /** File that says who may do what at this member. Needs TLS. */
    public @Nullable Path getRoles() {
        return roles;
    }

    public void setRoles(@Nullable Path roles) {
        this.roles = roles;
    }

    /** Which sets of nodes decide. */
    public @Nullable String getQuorums() {
        return quorums;
    }

    public void setQuorums(@Nullable String quorums) {
        this.quorums = quorums;
    }

    /** How long a hold outlives contact with its voters. The same at every node. */
    public @Nullable Duration getLease() {
        return lease;
    }

    public void setLease(@Nullable Duration lease) {
        this.lease = lease;
    }

    /** Where this member keeps what it must not forget over a restart. */
    public @Nullable Path getDataDirectory() {
        return dataDirectory;
    }

    public void setDataDirectory(@Nullable Path dataDirectory) {
        this.dataDirectory = dataDirectory;
    }

    /** How many nodes may crash at once without costing a hold that others wait for. */
    public @Nullable Integer getSpareVotes() {
        return spareVotes;
    }

    public void setSpareVotes(@Nullable Integer spareVotes) {
        this.spareVotes = spareVotes;
    }

    /** Whether warnings about a hold show the stack of the thread that took it. */
    public @Nullable Boolean getTraceHolds() {
        return traceHolds;
    }

    public void setTraceHolds(@Nullable Boolean traceHolds) {
        this.traceHolds = traceHolds;
    }

    /** A hold that is open for longer is logged once. Zero for never. */
    public @Nullable Duration getWarnOpenAfter() {
        return warnOpenAfter;
    }

    public void setWarnOpenAfter(@Nullable Duration warnOpenAfter) {
        this.warnOpenAfter = warnOpenAfter;
    }

    /** How long the end of the context waits for holds that are still open. */
    public @Nullable Duration getShutdownGrace() {
        return shutdownGrace;
    }

    public void setShutdownGrace(@Nullable Duration shutdownGrace) {
        this.shutdownGrace = shutdownGrace;
    }

    public Tls getTls() {
        return tls;
    }

    public Timeouts getTimeouts() {
        return timeouts;
    }

    public Locked getLocked() {
        return locked;
    }

    public Metrics getMetrics() {
        return metrics;
    }

    public Observations getObservations() {
        return observations;
    }

    public LockRegistry getLockRegistry() {
        return lockRegistry;
    }

    /** Certificate, key and trust: three files, or a directory, or a bundle. */
    public static class Tls {
        private @Nullable Path certificate;
        private @Nullable Path key;
        private @Nullable Path authorities;
        private @Nullable Path directory;
        private @Nullable String bundle;

        /** PEM file with the certificate of this node. */
        public @Nullable Path getCertificate() {
            return certificate;
        }

        public void setCertificate(@Nullable Path certificate) {
            this.certificate = certificate;
        }

        /** PEM file with its private key, not encrypted. */
        public @Nullable Path getKey() {
            return key;
        }

        public void setKey(@Nullable Path key) {
            this.key = key;
        }

        /** PEM file with the certificates of all trusted authorities. */
        public @Nullable Path getAuthorities() {
            return authorities;
        }

        public void setAuthorities(@Nullable Path authorities) {
            this.authorities = authorities;
        }

        /** Directory with tls.crt, tls.key and ca.crt, as Kubernetes mounts a secret. */
        public @Nullable Path getDirectory() {
            return directory;
        }

        public void setDirectory(@Nullable Path directory) {
            this.directory = directory;
        }

        /** Name of an SSL bundle of Spring Boot (spring.ssl.bundle.*). */
        public @Nullable String getBundle() {
            return bundle;
        }

        public void setBundle(@Nullable String bundle) {
            this.bundle = bundle;
        }
    }

    /** How long the node waits for others. */
    public static class Timeouts {
        private @Nullable Duration suspectAfter;
        private @Nullable Duration unavailableAfter;
        private @Nullable Duration attempt;
        private @Nullable Duration describe;

        /** How long a member may be silent before the others do without it. The same at every node. */
        public @Nullable Duration getSuspectAfter() {
            return suspectAfter;
        }

        public void setSuspectAfter(@Nullable Duration suspectAfter) {
            this.suspectAfter = suspectAfter;
        }

        /** How long a quorum must be out of reach before waiters are told. */
        public @Nullable Duration getUnavailableAfter() {
            return unavailableAfter;
        }

        public void setUnavailableAfter(@Nullable Duration unavailableAfter) {
            this.unavailableAfter = unavailableAfter;
        }

        /** How long an attempt without waiting waits for answers of other nodes. */
        public @Nullable Duration getAttempt() {
            return attempt;
        }

        public void setAttempt(@Nullable Duration attempt) {
            this.attempt = attempt;
        }

        /** How long describe() waits for answers of other nodes. */
        public @Nullable Duration getDescribe() {
            return describe;
        }

        public void setDescribe(@Nullable Duration describe) {
            this.describe = describe;
        }
    }

    /** Methods with {@link io.quorate.spring.Locked}. */
    public static class Locked {
        private Duration timeout = Duration.ofSeconds(30);

        /** How long such a method waits for its lock if it does not say. */
        public Duration getTimeout() {
            return timeout;
        }

        public void setTimeout(Duration timeout) {
            this.timeout = timeout;
        }
    }

    /** Metrics, if quorate-micrometer is there. */
    public static class Metrics {
        private boolean enabled = true;
        private boolean histogram;

        /** Whether the metrics of the node are registered. */
        public boolean isEnabled() {
            return enabled;
        }

        public void setEnabled(boolean enabled) {
            this.enabled = enabled;
        }

        /** Whether both timers have a histogram: eleven more series for each outcome. */
        public boolean isHistogram() {
            return histogram;
        }

        public void setHistogram(boolean histogram) {
            this.histogram = histogram;
        }
    }

    /** Observations, if quorate-micrometer is there. */
    public static class Observations {
        private boolean enabled = true;

        /** Whether each call for a lock, and each hold, is an observation. */
        public boolean isEnabled() {
            return enabled;
        }

        public void setEnabled(boolean enabled) {
            this.enabled = enabled;
        }
    }

    /** The lock registry, if Spring Integration is there. */
    public static class LockRegistry {
        private boolean enabled = true;
        private String prefix = "integration/";

        /** Whether there is a LockRegistry bean. */
        public boolean isEnabled() {
            return enabled;
        }

        public void setEnabled(boolean enabled) {
            this.enabled = enabled;
        }

        /** What the names of its locks begin with. */
        public String getPrefix() {
            return prefix;
        }

        public void setPrefix(String prefix) {
            this.prefix = prefix;
        }
    }
}
