// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import io.quorate.node.embedded.EmbeddedLocks;
import io.quorate.node.embedded.RunningNode;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import java.lang.ref.WeakReference;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Has a node leave its cluster when the JVM shuts down, so that a TERM is not a crash to the others. Application threads still work while
 * hooks run, so what they hold is never given back here ({@link RunningNode#closeWithProcess}).
 */
final class ShutdownHook {
    private static final EventLog LOG = EventLog.of(ShutdownHook.class);

    private final Thread hook;

    private ShutdownHook(Thread hook) {
        this.hook = hook;
    }

    /** Adds a hook for the node; closing the locks removes it. */
    static void install(RunningNode node, EmbeddedLocks locks, Duration grace) {
        WeakReference<RunningNode> running = new WeakReference<>(node); // its threads keep it as long as it works
        Thread hook = new Thread(() -> closeWithProcess(running.get(), grace), "quorate-shutdown-" + locks.nodeId());
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException shutsDownAlready) {
            LOG.sayWith(LogEvent.SHUTS_DOWN_ALREADY, shutsDownAlready, "a node that starts now must be closed");
            return;
        }
        locks.beforeClose(new ShutdownHook(hook)::remove);
    }

    /** Null if the node ended by itself and nobody uses it any more. */
    private static void closeWithProcess(@Nullable RunningNode node, Duration grace) {
        if (node != null) {
            node.closeWithProcess(grace);
        }
    }

    private void remove() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException runsAlready) {
            LOG.sayWith(LogEvent.SHUTS_DOWN_ALREADY, runsAlready, "the hook runs, and closing the locks ends it");
        }
    }
}
