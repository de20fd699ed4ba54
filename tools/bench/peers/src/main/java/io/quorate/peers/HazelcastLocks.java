// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.config.cp.CPSubsystemConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.cp.lock.FencedLock;
import io.quorate.cli.bench.load.LockClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Hazelcast, through the fenced lock of its CP subsystem. */
final class HazelcastLocks implements LockClient {
    private final HazelcastInstance client;
    private final long sessionSeconds;

    /** Hazelcast's own client asks the members for the group of a lock each time it is named. */
    private final Map<String, FencedLock> locks = new ConcurrentHashMap<>();

    private HazelcastLocks(HazelcastInstance client, long sessionSeconds) {
        this.client = client;
        this.sessionSeconds = sessionSeconds;
    }

    /** The members know the session; it is named here only to be reported. */
    static HazelcastLocks connect(List<String> addresses, Duration lease) {
        ClientConfig config = new ClientConfig();
        config.setProperty("hazelcast.logging.type", "none");
        config.getNetworkConfig()
                .setAddresses(addresses)
                .getAutoDetectionConfig()
                .setEnabled(false);
        config.getConnectionStrategyConfig().getConnectionRetryConfig().setClusterConnectTimeoutMillis(60_000);
        return new HazelcastLocks(HazelcastClient.newHazelcastClient(config), sessionSeconds(lease));
    }

    /** Hazelcast's default, 300 s, unless a lease is given. */
    static int sessionSeconds(Duration lease) {
        return lease.isZero() ? CPSubsystemConfig.DEFAULT_SESSION_TTL_SECONDS : (int) lease.toSeconds();
    }

    @Override
    public Held acquire(String name, Duration timeout) throws Exception {
        FencedLock lock = locks.computeIfAbsent(name, client.getCPSubsystem()::getLock);
        if (!lock.tryLock(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new NotInTimeException(name, timeout);
        }
        return lock::unlock;
    }

    @Override
    public String settings() {
        return "Hazelcast client, FencedLock in the default CP group, session " + sessionSeconds + " s";
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
