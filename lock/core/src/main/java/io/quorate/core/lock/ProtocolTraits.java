// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock;

import java.time.Duration;
import java.util.Optional;

/**
 * The requirements of a protocol, and the faults that it survives. Three readers: the lab injects just these faults, the node warns or
 * refuses when
 * its transport gives less than is needed, and the table of guarantees is made from it.
 *
 * @param forgetsIdleLocks whether a lock that nobody holds or waits for takes no memory
 * @param transmissionMax no message may travel longer; zero if messages may take any time
 * @param survivesRestarts whether a node that has crashed may start again, having forgotten everything
 */
public record ProtocolTraits(
        Delivery needs,
        boolean survivesLinkResets,
        boolean survivesDuplicates,
        boolean knowsShared,
        Crashes crashes,
        Fairness fairness,
        boolean forgetsIdleLocks,
        Duration transmissionMax,
        boolean survivesRestarts) {

    /** Of a protocol that works however long messages take, and whose nodes start again if there are leases. */
    public ProtocolTraits(
            Delivery needs,
            boolean survivesLinkResets,
            boolean survivesDuplicates,
            boolean knowsShared,
            Crashes crashes,
            Fairness fairness,
            boolean forgetsIdleLocks) {
        this(
                needs,
                survivesLinkResets,
                survivesDuplicates,
                knowsShared,
                crashes,
                fairness,
                forgetsIdleLocks,
                Duration.ZERO,
                crashes == Crashes.ALL_BY_LEASES);
    }

    /** Of a protocol that forgets idle locks. */
    public ProtocolTraits(
            Delivery needs,
            boolean survivesLinkResets,
            boolean survivesDuplicates,
            boolean knowsShared,
            Crashes crashes,
            Fairness fairness) {
        this(needs, survivesLinkResets, survivesDuplicates, knowsShared, crashes, fairness, true);
    }

    /** The same of a protocol that keeps something about every lock that was ever used. */
    public ProtocolTraits keepingIdleLocks() {
        return new ProtocolTraits(
                needs,
                survivesLinkResets,
                survivesDuplicates,
                knowsShared,
                crashes,
                fairness,
                false,
                transmissionMax,
                survivesRestarts);
    }

    /** The same of a protocol whose nodes may start again. */
    public ProtocolTraits survivingRestarts() {
        return new ProtocolTraits(
                needs,
                survivesLinkResets,
                survivesDuplicates,
                knowsShared,
                crashes,
                fairness,
                forgetsIdleLocks,
                transmissionMax,
                true);
    }

    /** The same of a protocol that excludes only if no message ever takes longer than this. */
    public ProtocolTraits withinTransmissionTimesOf(Duration max) {
        return new ProtocolTraits(
                needs,
                survivesLinkResets,
                survivesDuplicates,
                knowsShared,
                crashes,
                fairness,
                forgetsIdleLocks,
                max,
                survivesRestarts);
    }

    /** Whether two may be inside together as soon as one message takes longer than {@link #transmissionMax}. */
    public boolean needsTimeBound() {
        return !transmissionMax.isZero();
    }

    /**
     * The assumption on which exclusion rests although no real network keeps it: that only crashed nodes are suspected, or that
     * messages are fast. In words, to follow "only if"; empty if the protocol excludes whatever the network does. A failure detector
     * cannot tell a crashed node from one that is slow, cut off or not connected yet.
     */
    public Optional<String> assumption() {
        if (crashes == Crashes.ALL_IF_DETECTED_RIGHTLY) {
            return Optional.of("crashes are detected rightly, so that no living node is ever suspected");
        }
        return needsTimeBound()
                ? Optional.of("no message is lost or takes longer than " + transmissionMax.toMillis() + " ms")
                : Optional.empty();
    }

    /** The order in which messages must arrive. */
    public enum Delivery {
        /** All messages of all nodes in one order, the same at every node, also at their senders. */
        SEQUENCED,
        /** Those from one node to another in the order in which they were sent. */
        FIFO,
        /** In any order. */
        UNORDERED
    }

    /** The effect of a node's crash. */
    public enum Crashes {
        /** Any crash may stop everybody. */
        NONE,
        /** Waiters use other voters while some are down, but the locks of a crashed node stay held. */
        VOTERS_WHILE_WAITING,
        /** As before, and requests of the dead no longer wait; but what a crashed node was granted stays granted. */
        VOTERS_AND_WAITERS,
        /**
         * The others continue after any crash, and the locks of the crashed node are free again; but only if every suspicion is right. A
         * node that is suspected and alive may be inside together with another.
         */
        ALL_IF_DETECTED_RIGHTLY,
        /**
         * The others continue when a node crashes, restarts or is cut off, as long as a quorum is up. The locks of that node are free after
         * its lease. Suspicions may be wrong; clocks must keep to the drift.
         */
        ALL_BY_LEASES
    }

    /** Whether grants last as long as sessions do. */
    public boolean isLeased() {
        return crashes == Crashes.ALL_BY_LEASES;
    }

    /** In which order waiters are served. */
    public enum Fairness {
        /** In the order in which the requests reach the node that decides. */
        ARRIVAL,
        /** By age of the requests, as logical clocks tell it. */
        STAMP_ORDER,
        /** EXCLUSIVE before SHARED, which may starve; else by age. */
        WRITERS_FIRST,
        /** In no order that is promised. How many later requests may be served before one that waits is bounded. */
        BOUNDED,
        /** In no order, and later requests may be served any number of times before one that waits. It is served in the end. */
        NONE
    }
}
