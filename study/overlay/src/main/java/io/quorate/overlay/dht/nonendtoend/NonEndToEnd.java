// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht.nonendtoend;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.ProtocolTraits;
import io.quorate.core.lock.ProtocolTraits.Crashes;
import io.quorate.core.lock.ProtocolTraits.Delivery;
import io.quorate.core.lock.ProtocolTraits.Fairness;
import io.quorate.overlay.dht.DhtMessage;
import io.quorate.overlay.dht.DhtProtocol;
import io.quorate.overlay.dht.Rule;
import io.quorate.overlay.dht.Rules;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The Non End-to-End protocol. */
public final class NonEndToEnd implements DhtProtocol {
    /** After the protocols of the core that vote, before those of the reference. */
    private static final int PLACE_IN_LISTS = 10;

    /**
     * With one replica, those who have come to it are served by age. A request that waits on the way may be passed once by a younger one: a
     * replica votes as soon as the lock is given back, not when the queues on the way have come to it. Several replicas promise no order.
     */
    private static final ProtocolTraits CORRECTED_TRAITS = TRAITS;

    /** The rules that are corrected; null for the printed ones. */
    private final @Nullable PathRules corrected;

    /** By the corrected rules. */
    public NonEndToEnd() {
        this(PathRules.ALL);
    }

    private NonEndToEnd(@Nullable PathRules corrected) {
        this.corrected = corrected;
    }

    /** Without one rule: for the checker, never for use. */
    public static NonEndToEnd without(PathRule rule) {
        return new NonEndToEnd(new PathRules(Rules.ALL, rule));
    }

    /** Without one rule of votes: for the checker, never for use. */
    public static NonEndToEnd without(Rule rule) {
        return new NonEndToEnd(new PathRules(new Rules(rule), null));
    }

    /** As the paper has it: to show what is wrong with it, never for use. */
    public static NonEndToEnd asPrinted() {
        return new NonEndToEnd((PathRules) null);
    }

    @Override
    public String name() {
        return "nonendtoend";
    }

    @Override
    public String summary() {
        return "on an overlay: requests wait on their way to the replicas, and who gives the lock back takes them along";
    }

    @Override
    public String rules() {
        return corrected == null ? "as-printed" : "corrected";
    }

    @Override
    public Optional<String> knownFault() {
        return corrected == null ? Optional.of(AS_PRINTED_FAULT) : Optional.empty();
    }

    @Override
    public List<Protocol<DhtMessage>> ruleSets() {
        return List.of(new NonEndToEnd(), asPrinted());
    }

    /** Of the printed rules: they have no leases, and what the paper leaves to its reference [13] is not there. */
    @Override
    public int placeInLists() {
        return PLACE_IN_LISTS;
    }

    @Override
    public ProtocolTraits traits() {
        return corrected == null
                ? new ProtocolTraits(Delivery.FIFO, false, false, false, Crashes.NONE, Fairness.NONE)
                : CORRECTED_TRAITS;
    }

    @Override
    public LockMachine<DhtMessage> newMachine(MachineContext context) {
        PathRules rules = corrected;
        return rules == null ? new PrintedMachine(context) : new NonEndToEndMachine(context, rules);
    }
}
