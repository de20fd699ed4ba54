// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.watch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/** All locks that are held through watched locks. */
public final class HoldBook {
    /** How many holds are remembered after they are over. */
    private static final int LATEST_MAX = 1_000;

    private final List<OpenHold> open = new ArrayList<>();

    /** Also those that are over, the latest last: a store may be asked about them. */
    private final ArrayDeque<OpenHold> latest = new ArrayDeque<>();

    private final ThreadLocal<Integer> listening = ThreadLocal.withInitial(() -> 0);

    /** A lock is held from now on. */
    public synchronized OpenHold add(int node, String nodeId, LockWatch.Held held) {
        OpenHold hold = new OpenHold(this, held, node, nodeId);
        open.add(hold);
        latest.add(hold);
        if (latest.size() > LATEST_MAX) {
            latest.remove();
        }
        return hold;
    }

    synchronized void remove(OpenHold hold) {
        open.remove(hold);
    }

    /** The holds that were not closed, the oldest first. */
    public synchronized List<OpenHold> open() {
        return List.copyOf(open);
    }

    /** The holds that were neither closed nor lost. */
    public List<OpenHold> stillHeld() {
        return open().stream().filter(hold -> !hold.held().isLost()).toList();
    }

    /** The hold of this lock with this fence, also if it is over, unless {@value #LATEST_MAX} others were taken since. */
    public synchronized Optional<OpenHold> find(String lock, long fence) {
        return latest.stream()
                .filter(hold -> hold.fence() == fence && hold.held().lock().equals(lock))
                .findFirst();
    }

    /** Forgets everything. */
    public synchronized void clear() {
        open.clear();
        latest.clear();
    }

    /** Whether a listener of the application has not yet returned, although its hold is lost; of these nodes only. */
    public boolean someAreUntold(IntPredicate nodes) {
        return open().stream().anyMatch(hold -> nodes.test(hold.node()) && hold.isUntold());
    }

    void listenerBegins() {
        listening.set(listening.get() + 1);
    }

    void listenerEnds() {
        listening.set(listening.get() - 1);
    }

    /** Whether the current thread runs a loss listener of the application. */
    public boolean isListener() {
        return listening.get() > 0;
    }
}
