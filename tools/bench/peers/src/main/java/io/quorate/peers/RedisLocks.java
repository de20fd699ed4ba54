// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import io.quorate.cli.bench.load.LockClient;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redis, through Redisson's usual lock: a lease that a watchdog renews, waiters woken by a message. */
final class RedisLocks implements LockClient {
    private final RedissonClient client;
    private final long watchdogMillis;

    private RedisLocks(RedissonClient client, long watchdogMillis) {
        this.client = client;
        this.watchdogMillis = watchdogMillis;
    }

    /** Connects with Redisson's own settings; the lease is its default, 30 s, unless one is given. */
    static RedisLocks connect(String address, Duration lease) {
        Config config = new Config();
        if (!lease.isZero()) {
            config.setLockWatchdogTimeout(lease.toMillis());
        }
        config.useSingleServer().setAddress("redis://" + address);
        return new RedisLocks(Redisson.create(config), config.getLockWatchdogTimeout());
    }

    @Override
    public Held acquire(String name, Duration timeout) throws Exception {
        RLock lock = client.getLock(name);
        if (!lock.tryLock(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new NotInTimeException(name, timeout);
        }
        return lock::unlock;
    }

    @Override
    public String settings() {
        return "Redisson RLock, watchdog " + watchdogMillis + " ms";
    }

    @Override
    public void close() {
        client.shutdown(0, 1, TimeUnit.SECONDS);
    }
}
