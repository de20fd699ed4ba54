// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

import io.quorate.core.lock.StateWriter;
import java.util.List;
import java.util.stream.Stream;

/** The nodes that a node asks to find its place: when it joins, and periodically afterwards, in turn. */
final class Contacts {
    /** The number of rounds after which a node looks for its place again: if the overlay has split, it finds the others so. */
    private static final int ROUNDS_BETWEEN_KNOCKS = 8;

    /** The number of peers that a node remembers of those that it lost last. */
    private static final int REMEMBERED_MAX = 8;

    private List<Handle> nodes = List.of();

    /** Those that counted as gone last, the last of all first. */
    private List<Handle> lost = List.of();

    private int attempts;
    private int roundsSinceKnock;

    /** The number of further rounds in which it asks every time. */
    private int knocksInARow;

    Contacts() {}

    Contacts(Contacts other) {
        nodes = other.nodes;
        lost = other.lost;
        attempts = other.attempts;
        roundsSinceKnock = other.roundsSinceKnock;
        knocksInARow = other.knocksInARow;
    }

    void replaceBy(List<Handle> others) {
        nodes = List.copyOf(others);
        attempts = 0;
    }

    /**
     * A node that was known counts as gone: it was silent, or its link has broken. If it was the last of all, this one was cut off, as
     * likely as not: it will ask those whom it has lost, one after the other.
     */
    void lost(Handle node, boolean alone) {
        lost = Stream.concat(Stream.of(node), lost.stream().filter(other -> !other.equals(node)))
                .limit(REMEMBERED_MAX)
                .toList();
        if (alone) {
            replaceBy(lost);
        }
    }

    boolean isEmpty() {
        return nodes.isEmpty();
    }

    /** The next of them is asked for the way to this node's own place. */
    void knock(Handle self, OverlayOutbox out) {
        roundsSinceKnock = 0;
        Handle contact = nodes.get(attempts++ % nodes.size());
        out.send(contact.node(), new OverlayMessage.Join(self.key(), self, 0));
    }

    /**
     * Whether somebody is asked in this round: seldom where all is well. But nodes that were cut off at the same time, and find each other
     * first when they are back, would form an overlay of their own. So they ask in each of the following rounds.
     */
    boolean isDueInThisRound(boolean alone) {
        knocksInARow = alone ? 2 * ROUNDS_BETWEEN_KNOCKS : Math.max(0, knocksInARow - 1);
        roundsSinceKnock++;
        return !isEmpty() && (roundsSinceKnock >= ROUNDS_BETWEEN_KNOCKS || knocksInARow > 0);
    }

    void describeTo(StateWriter writer) {
        writer.number("attempts", isEmpty() ? 0 : attempts % nodes.size());
        writer.number("sinceKnock", roundsSinceKnock);
        writer.number("knocksInARow", knocksInARow);
        for (Handle contact : nodes) {
            writer.node("contact", contact.node());
        }
        for (Handle node : lost) {
            writer.node("lost", node.node());
        }
    }
}
