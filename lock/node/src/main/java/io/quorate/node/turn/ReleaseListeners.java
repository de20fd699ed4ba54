// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.turn;

import io.quorate.api.Registration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The listeners for requests to give a lock back; each is called every time. */
public final class ReleaseListeners {
    private final List<Entry> listeners = new CopyOnWriteArrayList<>();

    /** A listener that can be removed; compared by identity. */
    private static final class Entry implements Consumer<String> {
        private final Consumer<String> listener;
        private volatile boolean removed;

        Entry(Consumer<String> listener) {
            this.listener = listener;
        }

        @Override
        public void accept(String asker) {
            if (!removed) {
                listener.accept(asker);
            }
        }
    }

    public Registration add(Consumer<String> listener) {
        Entry entry = new Entry(Objects.requireNonNull(listener, "A listener must not be null."));
        listeners.add(entry);
        return () -> {
            entry.removed = true;
            listeners.remove(entry);
        };
    }

    public List<Consumer<String>> all() {
        return List.copyOf(listeners);
    }
}
