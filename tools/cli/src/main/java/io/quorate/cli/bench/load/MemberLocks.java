// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.load;

import io.quorate.api.Hold;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.ExitCode;
import java.time.Duration;

/** Locks of Quorate, by its public API only: so the same measurement runs on any version. */
public final class MemberLocks implements LockClient {
    private static final Duration JOIN_TIMEOUT = Duration.ofMinutes(2);
    private static final int LOOK_EVERY_MILLIS = 5;

    private final Locks locks;

    private MemberLocks(Locks locks) {
        this.locks = locks;
    }

    public static MemberLocks join(LocksConfig config) {
        return new MemberLocks(Locks.join(config.joinTimeout(JOIN_TIMEOUT)));
    }

    /** Whether this node hears all others. */
    public boolean hasAll() {
        return locks.statistics().nodesMissing() == 0;
    }

    /** A quorum would do, but a measurement is of the whole cluster. */
    public void awaitAll() throws InterruptedException {
        long deadline = System.nanoTime() + JOIN_TIMEOUT.toNanos();
        while (!hasAll()) {
            if (System.nanoTime() - deadline > 0) {
                throw new CommandFailure(
                        ExitCode.UNAVAILABLE,
                        locks.statistics().nodesMissing() + " nodes did not answer within " + JOIN_TIMEOUT.toSeconds()
                                + " s. Their logs say why.");
            }
            Thread.sleep(LOOK_EVERY_MILLIS);
        }
    }

    @Override
    public Held acquire(String name, Duration timeout) throws InterruptedException {
        Hold hold = locks.lock(name).acquire(timeout);
        return hold::close;
    }

    @Override
    public String settings() {
        return "quorumlock, majority, defaults";
    }

    @Override
    public void close() {
        locks.close();
    }
}
