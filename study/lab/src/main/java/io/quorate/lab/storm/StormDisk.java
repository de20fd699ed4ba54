// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.simulate.chance.Randomness;
import java.util.function.LongConsumer;

/**
 * The disk of one node: it keeps the ceiling of the node's clock over crashes. A write is done at once, but on a slow disk it takes up
 * to several leases, and a crash in the middle leaves the old ceiling or the new one.
 */
final class StormDisk {
    /** A slow write takes up to this many leases. */
    private static final int LEASES_MAX = 5;

    /** And at least this part of one. */
    private static final int LEAST_PART = 10;

    private final StormRun run;
    private final Randomness randomness;

    /** Told of each ceiling that is durable. */
    private final LongConsumer durable;

    private long kept;

    /** The last ceiling that was asked for; ceilings only rise, so it stands for all before it. */
    private long wanted;

    /** The ceiling that is being written. */
    private long writing;

    private boolean isWriting;
    private int slow;

    /** A write ends only if nothing ended it before. */
    private long writes;

    /** The node's behaviour while a ceiling is not durable yet. Only one order is right. */
    enum Order {
        /** K1: frames wait for the disk, losses are told at once. */
        DISK_FIRST,
        /** A flaw for tests: frames leave before the ceiling is durable. */
        FRAMES_FIRST,
        /** A flaw for tests: losses wait as frames do. */
        LOSSES_LAST
    }

    StormDisk(StormRun run, Randomness randomness, LongConsumer durable) {
        this.run = run;
        this.randomness = randomness;
        this.durable = durable;
    }

    /** The ceiling from which the next start begins. */
    long kept() {
        return kept;
    }

    boolean isWriting() {
        return isWriting;
    }

    /** Has the ceiling written. */
    void write(long ceiling) {
        wanted = ceiling;
        if (!isWriting) {
            begin();
        }
    }

    private void begin() {
        writing = wanted;
        if (slow == 0) {
            finish();
            return;
        }
        isWriting = true;
        run.counts().count("slow writes");
        long lease = run.storm().leaseNanos();
        long number = ++writes;
        long takes =
                RandomDuration.uniform(lease / LEAST_PART, LEASES_MAX * lease).draw(randomness);
        run.at(run.now() + takes, () -> {
            if (number == writes) {
                finish();
            }
        });
    }

    private void finish() {
        writes++;
        isWriting = false;
        kept = writing;
        durable.accept(kept);
        if (wanted > kept) {
            begin();
        }
    }

    void becomesSlow() {
        slow++;
    }

    /** One reason less to be slow: without any, a write that is under way is done now. */
    void recovers() {
        slow--;
        if (slow == 0 && isWriting) {
            finish();
        }
    }

    /** The process ends in the middle of a write, or not. */
    void crash() {
        if (isWriting) {
            run.counts().count("crashes during a write");
            kept = randomness.chance(0.5) ? writing : kept;
        }
        writes++;
        isWriting = false;
        wanted = kept;
    }

    /** Whether the process waits until its last write is done, so that a mark can follow it; a process may be killed before. */
    boolean flush() {
        if (isWriting && randomness.chance(0.5)) {
            return false;
        }
        kept = isWriting ? writing : kept;
        writes++;
        isWriting = false;
        return true;
    }
}
