// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.boot;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The settings of a node, as {@code quorate.*} in {@code application.properties}. A property that is not set has the default of
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

    /** {@return whether this application has a node} */
    public boolean isEnabled() {
        return enabled;
    }

    /**
     * Sets {@link #isEnabled()}.
     *
     * @param enabled the new value
     */
    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    /** {@return whether the node is in memory, without ports; for tests. Needs quorate-testing} */
    public boolean isInMemory() {
        return inMemory;
    }

    /**
     * Sets {@link #isInMemory()}.
     *
     * @param inMemory the new value
     */
    public void setInMemory(boolean inMemory) {
        this.inMemory = inMemory;
    }

    /** {@return all members of the cluster, each as id=host:port. The same list at every node} */
    public List<String> getMembers() {
        return members;
    }

    /**
     * Sets {@link #getMembers()}.
     *
     * @param members the new value
     */
    public void setMembers(List<String> members) {
        this.members = members;
    }

    /** {@return the id of the member that this process is} */
    public @Nullable String getNodeId() {
        return nodeId;
    }

    /**
     * Sets {@link #getNodeId()}.
     *
     * @param nodeId the new value
     */
    public void setNodeId(@Nullable String nodeId) {
        this.nodeId = nodeId;
    }

    /** {@return the name of this guest, which joins without a vote instead of as a member} */
    public @Nullable String getGuest() {
        return guest;
    }

    /**
     * Sets {@link #getGuest()}.
     *
     * @param guest the new value
     */
    public void setGuest(@Nullable String guest) {
        this.guest = guest;
    }

    /** {@return the name of the cluster. Nodes of different names refuse each other} */
    public @Nullable String getCluster() {
        return cluster;
    }

    /**
     * Sets {@link #getCluster()}.
     *
     * @param cluster the new value
     */
    public void setCluster(@Nullable String cluster) {
        this.cluster = cluster;
    }

    /** {@return where to listen, as host:port, if not where the list of members says} */
    public @Nullable String getListenAddress() {
        return listenAddress;
    }

    /**
     * Sets {@link #getListenAddress()}.
     *
     * @param listenAddress the new value
     */
    public void setListenAddress(@Nullable String listenAddress) {
        this.listenAddress = listenAddress;
    }

    /** {@return whether other hosts are allowed without TLS. Every process that reaches a port can then take and free every lock} */
    public boolean isInsecure() {
        return insecure;
    }

    /**
     * Sets {@link #isInsecure()}.
     *
     * @param insecure the new value
     */
    public void setInsecure(boolean insecure) {
        this.insecure = insecure;
    }

    /** {@return the file of roles. Needs TLS} */
    public @Nullable Path getRoles() {
        return roles;
    }

    /**
     * Sets {@link #getRoles()}.
     *
     * @param roles the new value
     */
    public void setRoles(@Nullable Path roles) {
        this.roles = roles;
    }

    /** {@return the quorum system} */
    public @Nullable String getQuorums() {
        return quorums;
    }

    /**
     * Sets {@link #getQuorums()}.
     *
     * @param quorums the new value
     */
    public void setQuorums(@Nullable String quorums) {
        this.quorums = quorums;
    }

    /** {@return the lease: how long a hold stays valid without contact with its voters. The same at every node} */
    public @Nullable Duration getLease() {
        return lease;
    }

    /**
     * Sets {@link #getLease()}.
     *
     * @param lease the new value
     */
    public void setLease(@Nullable Duration lease) {
        this.lease = lease;
    }

    /** {@return the data directory of this member, which keeps its clock over restarts} */
    public @Nullable Path getDataDirectory() {
        return dataDirectory;
    }

    /**
     * Sets {@link #getDataDirectory()}.
     *
     * @param dataDirectory the new value
     */
    public void setDataDirectory(@Nullable Path dataDirectory) {
        this.dataDirectory = dataDirectory;
    }

    /** {@return how many simultaneous crashes a contended hold survives} */
    public @Nullable Integer getSpareVotes() {
        return spareVotes;
    }

    /**
     * Sets {@link #getSpareVotes()}.
     *
     * @param spareVotes the new value
     */
    public void setSpareVotes(@Nullable Integer spareVotes) {
        this.spareVotes = spareVotes;
    }

    /** {@return whether warnings about a hold show the stack of the thread that took it} */
    public @Nullable Boolean getTraceHolds() {
        return traceHolds;
    }

    /**
     * Sets {@link #getTraceHolds()}.
     *
     * @param traceHolds the new value
     */
    public void setTraceHolds(@Nullable Boolean traceHolds) {
        this.traceHolds = traceHolds;
    }

    /** {@return the time after which an open hold is logged once. Zero for never} */
    public @Nullable Duration getWarnOpenAfter() {
        return warnOpenAfter;
    }

    /**
     * Sets {@link #getWarnOpenAfter()}.
     *
     * @param warnOpenAfter the new value
     */
    public void setWarnOpenAfter(@Nullable Duration warnOpenAfter) {
        this.warnOpenAfter = warnOpenAfter;
    }

    /** {@return how long the end of the context waits for holds that are still open} */
    public @Nullable Duration getShutdownGrace() {
        return shutdownGrace;
    }

    /**
     * Sets {@link #getShutdownGrace()}.
     *
     * @param shutdownGrace the new value
     */
    public void setShutdownGrace(@Nullable Duration shutdownGrace) {
        this.shutdownGrace = shutdownGrace;
    }

    /** {@return the TLS settings} */
    public Tls getTls() {
        return tls;
    }

    /** {@return the timeouts} */
    public Timeouts getTimeouts() {
        return timeouts;
    }

    /** {@return the settings of {@link io.quorate.spring.Locked} methods} */
    public Locked getLocked() {
        return locked;
    }

    /** {@return the settings of metrics} */
    public Metrics getMetrics() {
        return metrics;
    }

    /** {@return the settings of observations} */
    public Observations getObservations() {
        return observations;
    }

    /** {@return the settings of the lock registry} */
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

        /** {@return PEM file with the certificate of this node} */
        public @Nullable Path getCertificate() {
            return certificate;
        }

        /**
         * Sets {@link #getCertificate()}.
         *
         * @param certificate the new value
         */
        public void setCertificate(@Nullable Path certificate) {
            this.certificate = certificate;
        }

        /** {@return PEM file with its private key, not encrypted} */
        public @Nullable Path getKey() {
            return key;
        }

        /**
         * Sets {@link #getKey()}.
         *
         * @param key the new value
         */
        public void setKey(@Nullable Path key) {
            this.key = key;
        }

        /** {@return PEM file with the certificates of all trusted authorities} */
        public @Nullable Path getAuthorities() {
            return authorities;
        }

        /**
         * Sets {@link #getAuthorities()}.
         *
         * @param authorities the new value
         */
        public void setAuthorities(@Nullable Path authorities) {
            this.authorities = authorities;
        }

        /** {@return directory with tls.crt, tls.key and ca.crt, as Kubernetes mounts a secret} */
        public @Nullable Path getDirectory() {
            return directory;
        }

        /**
         * Sets {@link #getDirectory()}.
         *
         * @param directory the new value
         */
        public void setDirectory(@Nullable Path directory) {
            this.directory = directory;
        }

        /** {@return name of an SSL bundle of Spring Boot (spring.ssl.bundle.*)} */
        public @Nullable String getBundle() {
            return bundle;
        }

        /**
         * Sets {@link #getBundle()}.
         *
         * @param bundle the new value
         */
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

        /** {@return the timeout of the failure detector. The same at every node} */
        public @Nullable Duration getSuspectAfter() {
            return suspectAfter;
        }

        /**
         * Sets {@link #getSuspectAfter()}.
         *
         * @param suspectAfter the new value
         */
        public void setSuspectAfter(@Nullable Duration suspectAfter) {
            this.suspectAfter = suspectAfter;
        }

        /** {@return how long waiters wait without a quorum} */
        public @Nullable Duration getUnavailableAfter() {
            return unavailableAfter;
        }

        /**
         * Sets {@link #getUnavailableAfter()}.
         *
         * @param unavailableAfter the new value
         */
        public void setUnavailableAfter(@Nullable Duration unavailableAfter) {
            this.unavailableAfter = unavailableAfter;
        }

        /** {@return how long tryLock() waits for answers of other nodes} */
        public @Nullable Duration getAttempt() {
            return attempt;
        }

        /**
         * Sets {@link #getAttempt()}.
         *
         * @param attempt the new value
         */
        public void setAttempt(@Nullable Duration attempt) {
            this.attempt = attempt;
        }

        /** {@return how long describe() waits for answers of other nodes} */
        public @Nullable Duration getDescribe() {
            return describe;
        }

        /**
         * Sets {@link #getDescribe()}.
         *
         * @param describe the new value
         */
        public void setDescribe(@Nullable Duration describe) {
            this.describe = describe;
        }
    }

    /** Methods with {@link io.quorate.spring.Locked}. */
    public static class Locked {
        private Duration timeout = Duration.ofSeconds(30);

        /** {@return the timeout of methods that do not set one} */
        public Duration getTimeout() {
            return timeout;
        }

        /**
         * Sets {@link #getTimeout()}.
         *
         * @param timeout the new value
         */
        public void setTimeout(Duration timeout) {
            this.timeout = timeout;
        }
    }

    /** Metrics, if quorate-micrometer is there. */
    public static class Metrics {
        private boolean enabled = true;
        private boolean histogram;

        /** {@return whether the metrics of the node are registered} */
        public boolean isEnabled() {
            return enabled;
        }

        /**
         * Sets {@link #isEnabled()}.
         *
         * @param enabled the new value
         */
        public void setEnabled(boolean enabled) {
            this.enabled = enabled;
        }

        /** {@return whether both timers have a histogram: eleven more series for each outcome} */
        public boolean isHistogram() {
            return histogram;
        }

        /**
         * Sets {@link #isHistogram()}.
         *
         * @param histogram the new value
         */
        public void setHistogram(boolean histogram) {
            this.histogram = histogram;
        }
    }

    /** Observations, if quorate-micrometer is there. */
    public static class Observations {
        private boolean enabled = true;

        /** {@return whether each acquisition and each hold is observed} */
        public boolean isEnabled() {
            return enabled;
        }

        /**
         * Sets {@link #isEnabled()}.
         *
         * @param enabled the new value
         */
        public void setEnabled(boolean enabled) {
            this.enabled = enabled;
        }
    }

    /** The lock registry, if Spring Integration is there. */
    public static class LockRegistry {
        private boolean enabled = true;
        private String prefix = "integration/";

        /** {@return whether there is a LockRegistry bean} */
        public boolean isEnabled() {
            return enabled;
        }

        /**
         * Sets {@link #isEnabled()}.
         *
         * @param enabled the new value
         */
        public void setEnabled(boolean enabled) {
            this.enabled = enabled;
        }

        /** {@return the prefix of its lock names} */
        public String getPrefix() {
            return prefix;
        }

        /**
         * Sets {@link #getPrefix()}.
         *
         * @param prefix the new value
         */
        public void setPrefix(String prefix) {
            this.prefix = prefix;
        }
    }
}
