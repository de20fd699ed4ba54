package io.quorate.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** Who wants to hear that somebody asks for a lock to be given back; each hears it every time. */
final class ReleaseListeners {
    private final List<Consumer<String>> listeners = new ArrayList<>();

    synchronized void add(Consumer<String> listener) {
        listeners.add(Objects.requireNonNull(listener, "A listener must not be null."));
    }

    synchronized List<Consumer<String>> all() {
        return List.copyOf(listeners);
    }
}
