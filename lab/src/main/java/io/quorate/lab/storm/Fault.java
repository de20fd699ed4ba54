package io.quorate.lab.storm;

import io.quorate.core.catalog.Suggestion;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;

/** What goes wrong in a storm. */
public enum Fault {
    /** A frame arrives twice, the second time perhaps much later. */
    DUPLICATES,
    /** A link loses what is under way; both ends notice, or one. */
    RESETS,
    /** The nodes fall into two groups that cannot reach each other. */
    PARTITIONS,
    /** A link, or all links of a node, carry nothing in one direction. */
    ONE_WAY,
    /** Frames take much longer, up to two leases. */
    SLOW,
    /** A node suspects another without a reason. */
    SUSPICIONS,
    /** A node crashes, or several do at once, and start again some time later. */
    CRASHES,
    /** All nodes crash at once. */
    BLACKOUTS,
    /** A node says that it will grant nothing any more, and then ends; it starts again some time later. */
    STOPS,
    /** A node stands still, its clock does not. */
    PAUSES,
    /** A node learns that it may have stood still, and trusts nobody any more. */
    DISTRUST,
    /** A lock is taken from whoever holds it. */
    REVOCATIONS,
    /** The clocks run faster and slower than true time, as far as the leases allow, and change their rates. */
    DRIFT,
    /** What nodes take for true time is seconds wrong, and jumps. */
    SKEW;

    /** As in the options of a command. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Set<Fault> none() {
        return Collections.unmodifiableSet(EnumSet.noneOf(Fault.class));
    }

    public static Set<Fault> all() {
        return Collections.unmodifiableSet(EnumSet.allOf(Fault.class));
    }

    /** Reads {@code none}, {@code all}, or names with commas between. */
    public static Set<Fault> parse(String text) {
        if (text.equals("none") || text.equals("all")) {
            return text.equals("all") ? all() : none();
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

    /** What {@link #parse} reads. */
    public static String text(Set<Fault> faults) {
        StringJoiner text = new StringJoiner(",").setEmptyValue("none");
        faults.forEach(fault -> text.add(fault.text()));
        return text.toString();
    }
}
