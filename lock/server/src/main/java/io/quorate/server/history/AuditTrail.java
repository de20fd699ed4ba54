// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.history;

import io.quorate.server.json.JsonWriter;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The last things that an operator wants to know of: losses, releases that somebody asked for, and changes of health. */
public final class AuditTrail {
    static final int KEPT_MAX = 500;

    private final ArrayDeque<Entry> entries = new ArrayDeque<>();
    private long forgotten;

    private record Entry(
            Instant time, String kind, @Nullable String lock, String what) {}

    /**
     * Adds one.
     *
     * @param lock null if it is about no lock
     * @param what in words, for people
     */
    public synchronized void add(String kind, @Nullable String lock, String what) {
        entries.addLast(new Entry(Instant.now(), kind, lock, what));
        if (entries.size() > KEPT_MAX) {
            entries.removeFirst();
            forgotten++;
        }
    }

    /** The newest first; without those about locks that must not be seen. */
    synchronized List<JsonWriter.Fields> documents(Predicate<String> isSeen) {
        List<JsonWriter.Fields> documents = new ArrayList<>();
        Iterator<Entry> newestFirst = entries.descendingIterator();
        while (newestFirst.hasNext()) {
            Entry entry = newestFirst.next();
            if (entry.lock == null || isSeen.test(entry.lock)) {
                documents.add(JsonWriter.object()
                        .with("time", entry.time.toString())
                        .with("kind", entry.kind)
                        .with("lock", entry.lock)
                        .with("what", entry.what));
            }
        }
        return documents;
    }

    synchronized long forgotten() {
        return forgotten;
    }
}
