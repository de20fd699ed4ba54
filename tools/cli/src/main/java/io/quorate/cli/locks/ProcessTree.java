// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.locks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A process and all that it has started, as far as can be seen: who is looked at while its parent lives is known from then on,
 * also when the parent has ended.
 */
final class ProcessTree {
    /** A killed process may just have started another; but that cannot go on forever. */
    private static final int ROUNDS_MAX = 50;

    private static final long ROUND_MILLIS = 20;

    private final ProcessHandle root;
    private final Map<Long, ProcessHandle> known = new LinkedHashMap<>();

    ProcessTree(ProcessHandle root) {
        this.root = root;
        known.put(root.pid(), root);
    }

    /** Takes note of who is there now. */
    synchronized void look() {
        known.values().removeIf(each -> !each.isAlive() && !each.equals(root));
        for (ProcessHandle each : List.copyOf(known.values())) {
            each.descendants().forEach(child -> known.put(child.pid(), child));
        }
    }

    /** Those that are alive. */
    synchronized List<ProcessHandle> alive() {
        look();
        return known.values().stream().filter(ProcessHandle::isAlive).toList();
    }

    /** Asks all to end. */
    void terminate() {
        alive().forEach(ProcessHandle::destroy);
    }

    /** Ends all. */
    void kill() {
        List<ProcessHandle> left = alive();
        for (int round = 0; !left.isEmpty() && round < ROUNDS_MAX; round++) {
            left.forEach(ProcessHandle::destroyForcibly);
            try {
                left.get(0).onExit().get(ROUND_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException notYet) {
                left = alive();
                continue;
            } catch (ExecutionException impossible) {
                throw new IllegalStateException(impossible);
            } catch (InterruptedException interruption) {
                Thread.currentThread().interrupt();
                return;
            }
            left = alive();
        }
    }
}
