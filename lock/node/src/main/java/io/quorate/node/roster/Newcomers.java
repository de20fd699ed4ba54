// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.roster;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The nodes that wait until a roster names them, as far as they have told this node. For every thread. */
public final class Newcomers {
    /** A newcomer announces itself several times in this time. */
    public static final Duration FRESH = Duration.ofSeconds(5);

    /** Maximum number of newcomers that are remembered. */
    private static final int REMEMBERED_MAX = 1000;

    private final Map<String, Seen> byId = new LinkedHashMap<>();

    private record Seen(String key, long at) {}

    /** A node with this id waits, with a data directory that has this key. */
    synchronized void announced(String id, String key, long now) {
        byId.remove(id);
        byId.put(id, new Seen(key, now));
        if (byId.size() > REMEMBERED_MAX) {
            byId.remove(byId.keySet().iterator().next());
        }
    }

    /** The key of the newcomer with this id that was heard lately; null if none was. */
    synchronized @Nullable String keyOf(String id, long now) {
        Seen seen = byId.get(id);
        return seen == null || now - seen.at > FRESH.toNanos() ? null : seen.key;
    }
}
