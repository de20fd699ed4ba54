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
 * @param anew whether to begin a new overlay even if this node was part of one before
 */
public record OverlayPlace(
        String kind,
        List<String> contacts,
        @Nullable String address,
        @Nullable String id,
        int replicas,
        boolean anew) {
    /** What {@link #kind} is when nothing else is said. */
    public static final String DEFAULT_KIND = "pastry";

    /** No node has a higher number. */
    public static final int NUMBER_MAX = 65_536;

    private static final int DEFAULT_REPLICAS = 3;
    private static final int REPLICAS_MAX = 31;

    public OverlayPlace {
        Objects.requireNonNull(kind, "The kind of an overlay must not be null.");
        contacts = List.copyOf(contacts);
        contacts.forEach(contact -> requireAddress("A node to join", contact));
        if (address != null) {
            requireAddress("Where a node is reached", address);
        }
        if (id != null && (!id.matches("n[1-9][0-9]{0,4}") || Integer.parseInt(id.substring(1)) > NUMBER_MAX)) {
            throw new IllegalArgumentException("A node of an overlay is called n1 to n" + NUMBER_MAX + ", not \"" + id
                    + "\": give such an id, or leave it away to draw one.");
        }
        if (replicas < 1 || replicas > REPLICAS_MAX) {
            throw new IllegalArgumentException(
                    "A lock has 1 to " + REPLICAS_MAX + " replicas, not " + replicas + "; 3 or 5 are usual.");
        }
        if (anew && !contacts.isEmpty()) {
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

    /** Of the first node, which begins an overlay; the others join it. */
    public static OverlayPlace first() {
        return new OverlayPlace(DEFAULT_KIND, List.of(), null, null, DEFAULT_REPLICAS, false);
    }

    /** Of a node that is let in by one of these, each {@code host:port}; they are tried in turn. */
    public static OverlayPlace joining(String... contacts) {
        return joining(List.of(contacts));
    }

    /** Of a node that is let in by one of these, each {@code host:port}; they are tried in turn. */
    public static OverlayPlace joining(List<String> contacts) {
        if (contacts.isEmpty()) {
            throw new IllegalArgumentException(
                    "Who shall let this node in? Name nodes of the overlay, as in \"hostA:7400\".");
        }
        return new OverlayPlace(DEFAULT_KIND, contacts, null, null, DEFAULT_REPLICAS, false);
    }

    public OverlayPlace withKind(String name) {
        return new OverlayPlace(name, contacts, address, id, replicas, anew);
    }

    /** Where the others reach this node, as {@code host:port}. */
    public OverlayPlace withAddress(String reachedAt) {
        return new OverlayPlace(kind, contacts, reachedAt, id, replicas, anew);
    }

    /** What the node is called, n1 to n65536: for TLS, whose certificates name nodes. */
    public OverlayPlace withId(String name) {
        return new OverlayPlace(kind, contacts, address, name, replicas, anew);
    }

    public OverlayPlace withReplicas(int count) {
        return new OverlayPlace(kind, contacts, address, id, count, anew);
    }

    /** Begins a new overlay even if the data directory tells that this node was part of one. */
    public OverlayPlace beginningAnew() {
        return new OverlayPlace(kind, contacts, address, id, replicas, true);
    }

    /** The id, or that it is still to be drawn. */
    String idInWords() {
        return id == null ? "with a number still to be drawn" : id;
    }
}
