// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import io.quorate.core.model.Suggestion;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;

/** The faults of a storm. */
public enum Fault {
    /** A frame arrives twice, the second time perhaps much later. */
    DUPLICATES,
    /** A link loses what is under way; both ends notice, or one. */
    RESETS,
    /** The nodes fall into two groups that cannot reach each other. */
    PARTITIONS(Where.NOT_OVER_OVERLAYS),
    /** A link, or all links of a node, carry nothing in one direction. */
    ONE_WAY(Where.NOT_OVER_OVERLAYS),
    /** Frames take much longer, up to two leases; over an overlay, up to a quarter of one. */
    SLOW,
    /** A node suspects another without a reason. */
    SUSPICIONS,
    /** A node crashes, or several do at once, and start again some time later. */
    CRASHES,
    /** All nodes crash at once. */
    BLACKOUTS(Where.NOT_OVER_OVERLAYS),
    /** A node says that it will grant nothing any more, and then ends; it starts again some time later. */
    STOPS,
    /** A node stands still, its clock does not. */
    PAUSES,
    /** A node learns that it may have stood still, and trusts nobody any more. */
    DISTRUST,
    /** A hold is revoked. */
    REVOCATIONS,
    /** The clocks run faster and slower than true time, as far as the leases allow, and change their rates. */
    DRIFT,
    /** The wall clocks of nodes are wrong by seconds, and jump. */
    SKEW,
    /** All that a node sends, or all that it is sent too, comes late for some time: by a twentieth to half of a lease. */
    GREY(Where.NOT_OVER_OVERLAYS),
    /** A node lets everybody leave and then ends; if its stop was clean, it votes as soon as it starts again. */
    CLEAN_STOPS(Where.NOT_OVER_OVERLAYS),
    /**
     * A second start of a node comes up beside it, and both are noticed before the second one votes. Both end; later one starts again.
     */
    TWINS(Where.NOT_OVER_OVERLAYS),
    /** Writes of a node with a data directory take up to several leases; often it starts with such a disk, and crashes again. */
    SLOW_DISK(Where.NOT_OVER_OVERLAYS),
    /** Single frames are lost, and nobody notices. */
    LOSS(Where.ONLY_OVER_OVERLAYS),
    /** A node can reach nobody, and nobody it. */
    ISOLATION(Where.ONLY_OVER_OVERLAYS),
    /** A node crashes and starts again at once, having forgotten everything. */
    RESTARTS(Where.ONLY_OVER_OVERLAYS),
    /** A node says good-bye and ends; it comes back some time later. */
    LEAVES(Where.ONLY_OVER_OVERLAYS),
    /** A node joins that was never there before. */
    NEWCOMERS(Where.ONLY_OVER_OVERLAYS),
    /** Two nodes next to each other on the ring do not hear each other, or one of them the other, for long; all others hear both. */
    BROKEN_LINKS(Where.ONLY_OVER_OVERLAYS),
    /** Several links between nodes near each other on the ring are broken for long, each in one direction or both. */
    TORN_LINKS(Where.ONLY_OVER_OVERLAYS),
    /** Of three groups of nodes two do not hear each other, for long; the third hears both. */
    RIFTS(Where.ONLY_OVER_OVERLAYS);

    /** In which storms a fault is drawn. */
    private enum Where {
        ANYWHERE,
        /** It would break the assumption of locks on an overlay: that neighbours notice each other within a lease. */
        NOT_OVER_OVERLAYS,
        /** It makes no sense where everybody knows everybody from the beginning, or breaks what is promised there. */
        ONLY_OVER_OVERLAYS
    }

    private final Where where;

    Fault() {
        this(Where.ANYWHERE);
    }

    Fault(Where where) {
        this.where = where;
    }

    /** Whether it can happen to nodes without an overlay. */
    boolean needsOverlay() {
        return where == Where.ONLY_OVER_OVERLAYS;
    }

    /** Whether it was added to the rules after others, so that it is drawn apart. */
    boolean isDrawnApart() {
        return this == GREY || this == CLEAN_STOPS || this == TWINS || this == SLOW_DISK;
    }

    /** Whether it is one of those that are to be survived, over an overlay or without one. */
    boolean isToBeSurvived(boolean overOverlay) {
        return where != (overOverlay ? Where.NOT_OVER_OVERLAYS : Where.ONLY_OVER_OVERLAYS);
    }

    /** As in the options of a command. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Set<Fault> none() {
        return Collections.unmodifiableSet(EnumSet.noneOf(Fault.class));
    }

    /** All that are to be survived, over an overlay or without one. */
    public static Set<Fault> all(boolean overOverlay) {
        Set<Fault> all = EnumSet.allOf(Fault.class);
        all.removeIf(fault -> !fault.isToBeSurvived(overOverlay));
        return Collections.unmodifiableSet(all);
    }

    /** Reads {@code none}, {@code all} (that are to be survived, over an overlay or without one), or names with commas between. */
    public static Set<Fault> parse(String text, boolean overOverlay) {
        if (text.equals("none") || text.equals("all")) {
            return text.equals("all") ? all(overOverlay) : none();
        }
        Set<Fault> faults = EnumSet.noneOf(Fault.class);
        for (String name : text.split(",")) {
            faults.add(named(name.strip()));
        }
        return Collections.unmodifiableSet(faults);
    }

    private static Fault named(String name) {
        for (Fault fault : values()) {
            if (fault.text().equals(name)) {
                return fault;
            }
        }
        List<String> known = Arrays.stream(values()).map(Fault::text).toList();
        throw Suggestion.unknown("fault of storms", name, known);
    }

    /** The text that {@link #parse} reads. */
    public static String text(Set<Fault> faults) {
        StringJoiner text = new StringJoiner(",").setEmptyValue("none");
        faults.forEach(fault -> text.add(fault.text()));
        return text.toString();
    }
}
