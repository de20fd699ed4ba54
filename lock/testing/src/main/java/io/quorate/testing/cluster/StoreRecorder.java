// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.cluster;

import io.quorate.api.Hold;
import io.quorate.testing.FencedRecorder;
import io.quorate.testing.StaleFenceException;
import io.quorate.testing.watch.LockEvent;
import io.quorate.testing.watch.OpenHold;
import io.quorate.testing.watch.WatchedHold;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A store in memory, with or without a check of fences. */
final class StoreRecorder implements FencedRecorder {
    private final SimulatedCluster cluster;
    private final boolean checks;
    private final Map<String, Long> highest = new LinkedHashMap<>();
    private final List<Write> writes = new ArrayList<>();
    private final List<String> late = new ArrayList<>();

    StoreRecorder(SimulatedCluster cluster, boolean checks) {
        this.cluster = cluster;
        this.checks = checks;
    }

    private static WatchedHold ofThisCluster(Hold hold) {
        if (hold instanceof WatchedHold watched) {
            return watched;
        }
        throw new IllegalArgumentException(
                "This hold of \"" + hold.lockName()
                        + "\" was not taken through a LockCluster: take it through the Locks of the cluster that made this recorder.");
    }

    @Override
    public void write(Hold hold, Object value) {
        write(ofThisCluster(hold).entry(), value);
    }

    @Override
    public void write(String lockName, long fence, Object value) {
        OpenHold entry = cluster.book()
                .find(lockName, fence)
                .orElseThrow(() -> new IllegalArgumentException("No hold of \"" + lockName
                        + "\" in this cluster had the fence " + fence
                        + ": hand over hold.fence(), and the name of that lock."));
        write(entry, value);
    }

    private void write(OpenHold entry, Object value) {
        String lock = entry.held().lock();
        cluster.enters(entry.node());
        cluster.reaches(LockEvent.Kind.BEFORE_WRITE, entry.node(), lock, "write()");
        boolean valid = entry.held().isValid();
        synchronized (this) {
            long seen = highest.getOrDefault(lock, Long.MIN_VALUE);
            boolean stale = entry.fence() < seen;
            String text = "Write " + value + ", fence " + entry.fence();
            if (checks && stale) {
                cluster.record().write(entry.node(), "Refused: " + text, true);
                throw new StaleFenceException(lock, entry.fence(), seen);
            }
            if (!checks && (stale || !valid)) {
                cluster.record().mark(entry.node(), "LATE WRITE");
                late.add("\"" + value + "\" under " + entry.inWords()
                        + (stale
                                ? ": a later holder had written with fence " + seen
                                : ": the hold was over by the clock of its node"));
            }
            cluster.record().write(entry.node(), text, false);
            accept(new Write(lock, entry.fence(), value, cluster.idOf(entry.node()), false));
        }
    }

    private void accept(Write write) {
        highest.merge(write.lockName(), write.fence(), Math::max);
        writes.add(write);
    }

    /** The rival has the lock now, and uses it. */
    synchronized void rivalWrites(String lock, long fence, int node) {
        cluster.record().write(node, "Write rival's, fence " + fence, false);
        accept(new Write(lock, fence, "written by the rival", cluster.idOf(node), true));
    }

    @Override
    public Optional<Object> read(Hold hold) {
        WatchedHold watched = ofThisCluster(hold);
        String lock = hold.lockName();
        long fence = watched.entry().fence();
        synchronized (this) {
            long seen = highest.getOrDefault(lock, Long.MIN_VALUE);
            if (checks && fence < seen) {
                throw new StaleFenceException(lock, fence, seen);
            }
            highest.merge(lock, fence, Math::max);
        }
        return value(lock);
    }

    @Override
    public synchronized Optional<Object> value(String lockName) {
        Optional<Object> last = Optional.empty();
        for (Write write : writes) {
            last = write.lockName().equals(lockName) ? Optional.of(write.value()) : last;
        }
        return last;
    }

    @Override
    public synchronized List<Write> writes() {
        return writes.stream().filter(write -> !write.isRivals()).toList();
    }

    @Override
    public synchronized List<Write> allWrites() {
        return List.copyOf(writes);
    }

    /** Late writes that were taken, in words. */
    synchronized List<String> lateWrites() {
        return List.copyOf(late);
    }

    @Override
    public void assertNoLateWrites() {
        List<String> found = lateWrites();
        if (!found.isEmpty()) {
            throw new AssertionError(inWords(found) + "\n\n" + cluster.drawing());
        }
    }

    static String inWords(List<String> late) {
        return "The store took " + (late.size() == 1 ? "a late write" : late.size() + " late writes")
                + ", which a later holder does not expect:\n  " + String.join("\n  ", late)
                + "\nLet the store check fences, or do not write after the last moment at which the hold was known to be valid.";
    }
}
