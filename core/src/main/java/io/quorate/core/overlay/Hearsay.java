package io.quorate.core.overlay;

import java.util.List;
import java.util.TreeMap;

/**
 * Those between a node and its neighbours whom others hear, and it does not. They are kept apart from those that it knows, and nobody
 * is told of them, so that nobody is spoken of for ever: they are forgotten when nobody has named them for some rounds.
 */
final class Hearsay {
    private final TreeMap<Key, Named> named = new TreeMap<>();

    /** @param rounds how many have gone by since */
    private record Named(Handle node, int rounds) {}

    Hearsay() {}

    Hearsay(Hearsay other) {
        named.putAll(other.named);
    }

    List<Handle> nodes() {
        return named.isEmpty()
                ? List.of()
                : named.values().stream().map(Named::node).toList();
    }

    /** Somebody has named a node that it hears, and this one does not. It matters if it is nearer than the neighbours. */
    void named(Handle node, Overlay overlay, OverlayOutbox out) {
        if (isNext(node, overlay, true) || isNext(node, overlay, false)) {
            boolean isNew = named.put(node.key(), new Named(node, 0)) == null;
            if (isNew) {
                out.hearsayChanged();
            }
        }
    }

    private static boolean isNext(Handle node, Overlay overlay, boolean upwards) {
        Handle next = overlay.neighbour(upwards);
        return next == null || overlay.self().key().meetsFirst(node.key(), next.key(), upwards);
    }

    /** The node is heard, or has said good-bye. */
    void forget(Handle node, OverlayOutbox out) {
        if (!named.isEmpty() && named.remove(node.key()) != null) {
            out.hearsayChanged();
        }
    }

    void clear() {
        named.clear();
    }

    /** Another round has begun: who was not named for more than so many is forgotten. */
    void addRound(int roundsMax, OverlayOutbox out) {
        named.replaceAll((key, each) -> new Named(each.node, each.rounds + 1));
        if (named.values().removeIf(each -> each.rounds > roundsMax)) {
            out.hearsayChanged();
        }
    }

    void describeTo(Overlay.Writer writer) {
        for (Named each : named.values()) {
            writer.begin("hearsay");
            writer.node("node", each.node.node());
            writer.number("rounds", each.rounds);
            writer.end();
        }
    }
}
