// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.runtime;

import io.quorate.api.LocksConfig;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a node becomes part of an overlay, in which every node knows some others and nobody knows all.
 *
 * @param kind how the overlay is built, as in {@code pastry}; the same at all nodes
 * @param contacts nodes that are in, each as {@code host:port}, to be let in by one of them; empty to begin a new overlay
 * @param address where the others reach this node, as {@code host:port}; null for a free port of this machine
 * @param id what the node is called, n1 to n65536, and its place on the ring follows from it; null to draw one that nobody has
 * @param replicas how many replicas of each lock vote; the same at all nodes. More than half of them must agree
 * @param founding whether to begin a new overlay even if this node was part of one before
 */
public record OverlayPlace(
        String kind,
        List<String> contacts,
        @Nullable String address,
        @Nullable String id,
        int replicas,
        boolean founding) {
    /** The default of {@link #kind}. */
    public static final String DEFAULT_KIND = "pastry";

    /** No node has a higher number. */
    public static final int NUMBER_MAX = 65_536;

    private static final int DEFAULT_REPLICAS = 3;
    private static final int REPLICAS_MAX = 31;

    /**
     * Checks the values.
     *
     * @param kind pastry or ring
     * @param contacts nodes of the overlay, each as {@code host:port}
     * @param address where the others reach this node, or null
     * @param id n1 to n65536, or null
     * @param replicas how many replicas of each lock vote
     * @param founding whether to begin a new overlay
     * @throws IllegalArgumentException if a value is not valid; the message says what to give
     */
    public OverlayPlace {
        Objects.requireNonNull(kind, "The kind of an overlay must not be null.");
        contacts = List.copyOf(contacts);
        contacts.forEach(contact -> requireAddress("A node to join", contact));
        if (address != null) {
            requireAddress("Where a node is reached", address);
        }
        if (id != null && (!id.matches("n[1-9][0-9]{0,4}") || Integer.parseInt(id.substring(1)) > NUMBER_MAX)) {
            throw new IllegalArgumentException("A node of an overlay is called n1 to n" + NUMBER_MAX + ", not \"" + id
                    + "\": give such an id, or omit it to draw one.");
        }
        if (replicas < 1 || replicas > REPLICAS_MAX) {
            throw new IllegalArgumentException(
                    "A lock has 1 to " + REPLICAS_MAX + " replicas, not " + replicas + "; 3 or 5 are usual.");
        }
        if (founding && !contacts.isEmpty()) {
            throw new IllegalArgumentException(
                    "Either this node begins a new overlay, or it joins one: give contacts, or say that it begins.");
        }
    }

    private static void requireAddress(String what, String text) {
        if (!text.matches("[^=]+:[0-9]+")) {
            throw new IllegalArgumentException(
                    what + " is written host:port, as in \"hostA:7400\"; this is not: \"" + text + "\".");
        }
        LocksConfig.of(text);
    }

    /**
     * The place of the first node, which begins an overlay; the others join it.
     *
     * @return a place without contacts
     */
    public static OverlayPlace first() {
        return new OverlayPlace(DEFAULT_KIND, List.of(), null, null, DEFAULT_REPLICAS, false);
    }

    /**
     * The place of a node that joins through one of these nodes; they are tried in turn.
     *
     * @param contacts nodes of the overlay, each as {@code host:port}
     * @return a place with these contacts
     */
    public static OverlayPlace joining(String... contacts) {
        return joining(List.of(contacts));
    }

    /**
     * The place of a node that joins through one of these nodes; they are tried in turn.
     *
     * @param contacts nodes of the overlay, each as {@code host:port}
     * @return a place with these contacts
     */
    public static OverlayPlace joining(List<String> contacts) {
        if (contacts.isEmpty()) {
            throw new IllegalArgumentException(
                    "Which node should admit this one? Name nodes of the overlay, as in \"hostA:7400\".");
        }
        return new OverlayPlace(DEFAULT_KIND, contacts, null, null, DEFAULT_REPLICAS, false);
    }

    /**
     * Another kind of overlay.
     *
     * @param name pastry or ring; the same at all nodes
     * @return a copy with this kind
     */
    public OverlayPlace withKind(String name) {
        return new OverlayPlace(name, contacts, address, id, replicas, founding);
    }

    /**
     * Another address.
     *
     * @param reachedAt where the others reach this node, as {@code host:port}
     * @return a copy with this address
     */
    public OverlayPlace withAddress(String reachedAt) {
        return new OverlayPlace(kind, contacts, reachedAt, id, replicas, founding);
    }

    /**
     * Another id: for TLS, whose certificates name nodes.
     *
     * @param name n1 to n65536
     * @return a copy with this id
     */
    public OverlayPlace withId(String name) {
        return new OverlayPlace(kind, contacts, address, name, replicas, founding);
    }

    /**
     * Another number of replicas.
     *
     * @param count how many replicas of each lock vote; the same at all nodes
     * @return a copy with this number
     */
    public OverlayPlace withReplicas(int count) {
        return new OverlayPlace(kind, contacts, address, id, count, founding);
    }

    /**
     * Begins a new overlay even if the data directory says that this node was part of one.
     *
     * @return a copy that begins a new overlay
     */
    public OverlayPlace beginningAnew() {
        return new OverlayPlace(kind, contacts, address, id, replicas, true);
    }

    /** The id, or that it is still to be drawn. */
    String idInWords() {
        return id == null ? "with a number still to be drawn" : id;
    }
}
