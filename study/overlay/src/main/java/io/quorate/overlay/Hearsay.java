// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import java.util.List;
import java.util.TreeMap;

/**
 * Those for whom a node has a place, whom others hear, and it does not. They are kept apart from those that it knows. Its neighbours are
 * told of them, with their age. So nearby nodes that do not hear them know of them, and news of a dead node ends.
 */
final class Hearsay {
    private final int silentRoundsMax;
    private final TreeMap<Key, Named> named = new TreeMap<>();

    /**
     * @param age how many rounds have gone by since somebody named it that hears it, one for each node at least over which that came
     * @param kept for how many rounds it has been kept here
     * @param isFirstHand whether it was named by one that hears it
     */
    private record Named(Handle node, int age, int kept, boolean isFirstHand) {
        Named afterRound() {
            return new Named(node, age + 1, kept + 1, isFirstHand);
        }

        /** News from distant nodes takes longer. */
        boolean isTooOld(int silentRoundsMax) {
            return age > (isFirstHand ? 1 : 2) * silentRoundsMax;
        }

        /** A node that was named just now has been asked, and will probably answer. */
        boolean isWorthTelling() {
            return kept > 1 || !isFirstHand;
        }
    }

    Hearsay(OverlayTiming timing) {
        silentRoundsMax = timing.silentRoundsMax();
    }

    Hearsay(Hearsay other) {
        silentRoundsMax = other.silentRoundsMax;
        named.putAll(other.named);
    }

    List<Handle> nodes() {
        return named.isEmpty()
                ? List.of()
                : named.values().stream().map(Named::node).toList();
    }

    /**
     * Somebody has named a node that this one does not hear. It hears the node itself if the age is 0; otherwise others did, this number of
     * rounds ago.
     */
    void named(Handle node, int age, OverlayOutbox out) {
        Named known = named.get(node.key());
        if (known == null || age < known.age) {
            Named next = new Named(node, age, known == null ? 0 : known.kept, age == 0);
            if (!next.isTooOld(silentRoundsMax)) {
                named.put(node.key(), next);
                if (known == null) {
                    out.hearsayChanged();
                }
            }
        }
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

    /** Another round has begun: who was not named for too long is forgotten. */
    void addRound(OverlayOutbox out) {
        named.replaceAll((key, each) -> each.afterRound());
        if (named.values().removeIf(each -> each.isTooOld(silentRoundsMax))) {
            out.hearsayChanged();
        }
    }

    /**
     * Those next to this node are told of them. They may hear this node, which does not hear them, and not those next to it: so they are
     * told of its neighbours, as if these were spoken of.
     */
    void passOn(HearingOverlay overlay, OverlayOutbox out) {
        if (named.isEmpty()) {
            return;
        }
        for (Handle neighbour : overlay.neighbours()) {
            if (overlay.exchangesWith(neighbour.node())) {
                tell(neighbour.node(), overlay.self(), out);
            }
            for (Named each : named.values()) {
                if (each.isWorthTelling() && overlay.isHeard(neighbour)) {
                    out.send(
                            each.node.node(),
                            new OverlayMessage.Rumour(overlay.self().key(), neighbour, 1));
                }
            }
        }
    }

    /** Passes it on to one that is next to this node, or believes so. */
    void tell(NodeId next, Handle self, OverlayOutbox out) {
        for (Named each : named.values()) {
            if (each.isWorthTelling() && !each.node.node().equals(next)) {
                out.send(next, new OverlayMessage.Rumour(self.key(), each.node, each.age + 1));
            }
        }
    }

    void describeTo(StateWriter writer) {
        for (Named each : named.values()) {
            writer.begin("hearsay");
            writer.node("node", each.node.node());
            writer.number("age", each.age);
            writer.number("kept", each.kept);
            writer.number("hand", each.isFirstHand ? 1 : 2);
            writer.end();
        }
    }
}
