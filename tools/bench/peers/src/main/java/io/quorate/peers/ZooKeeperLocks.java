// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import io.quorate.cli.bench.load.LockClient;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.retry.ExponentialBackoffRetry;

/** ZooKeeper, through Curator's mutex: a queue of sequential nodes that end with their session. */
final class ZooKeeperLocks implements LockClient {
    private static final int USUAL_SESSION_MILLIS = 60_000;

    private final CuratorFramework client;

    private ZooKeeperLocks(CuratorFramework client) {
        this.client = client;
    }

    /** Connects; the session is Curator's default, 60 s, unless a lease is given. */
    static ZooKeeperLocks connect(String addresses, Duration lease) throws InterruptedException {
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(addresses)
                .sessionTimeoutMs(lease.isZero() ? USUAL_SESSION_MILLIS : (int) lease.toMillis())
                .retryPolicy(new ExponentialBackoffRetry(50, 10, 500))
                .build();
        client.start();
        if (!client.blockUntilConnected(60, TimeUnit.SECONDS)) {
            client.close();
            throw new IllegalStateException("No ZooKeeper server answered at " + addresses + " within 60 s.");
        }
        return new ZooKeeperLocks(client);
    }

    @Override
    public Held acquire(String name, Duration timeout) throws Exception {
        InterProcessMutex mutex = new InterProcessMutex(client, "/locks/" + name);
        if (!mutex.acquire(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new NotInTimeException(name, timeout);
        }
        return mutex::release;
    }

    @Override
    public String settings() throws IllegalStateException {
        try {
            return "Curator InterProcessMutex, session "
                    + client.getZookeeperClient().getZooKeeper().getSessionTimeout() + " ms";
        } catch (Exception e) {
            throw new IllegalStateException("The session of ZooKeeper cannot be asked for its settings.", e);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
