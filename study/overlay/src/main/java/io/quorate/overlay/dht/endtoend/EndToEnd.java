// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht.endtoend;

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
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The End-to-End protocol. */
public final class EndToEnd implements DhtProtocol {
    /** After the protocols of the core that vote, before those of the reference. */
    private static final int PLACE_IN_LISTS = 9;

    /**
     * Queues are in the order of arrival, and stay so when they are passed on. But a request that was sent away twice waits a random time
     * in no queue, and any number of others may enter meanwhile.
     */
    private static final ProtocolTraits CORRECTED_TRAITS =
            new ProtocolTraits(Delivery.UNORDERED, true, true, false, Crashes.ALL_BY_LEASES, Fairness.NONE);

    /** As printed: nothing may be lost or come twice, and nobody may crash. */
    private static final ProtocolTraits PRINTED_TRAITS =
            new ProtocolTraits(Delivery.FIFO, false, false, false, Crashes.NONE, Fairness.NONE);

    /** Null: the steps as printed. */
    private final @Nullable EndToEndRules rules;

    /** With all its rules. */
    public EndToEnd() {
        this(EndToEndRules.ALL);
    }

    private EndToEnd(@Nullable EndToEndRules rules) {
        this.rules = rules;
    }

    /** As in the paper, where two may be inside and others wait forever: for the checker, never for use. */
    public static EndToEnd asPrinted() {
        return new EndToEnd(null);
    }

    /** Without one rule: for the checker, never for use. */
    public static EndToEnd without(EndToEndRule rule) {
        return new EndToEnd(EndToEndRules.without(rule));
    }

    /** Without one rule of votes: for the checker, never for use. */
    public static EndToEnd without(Rule rule) {
        return new EndToEnd(EndToEndRules.without(rule));
    }

    @Override
    public String name() {
        return "endtoend";
    }

    @Override
    public String summary() {
        return "on an overlay: the node that has the votes of most replicas keeps the queue, and hands both to the next";
    }

    @Override
    public int placeInLists() {
        return PLACE_IN_LISTS;
    }

    @Override
    public ProtocolTraits traits() {
        return rules == null ? PRINTED_TRAITS : CORRECTED_TRAITS;
    }

    @Override
    public LockMachine<DhtMessage> newMachine(MachineContext context) {
        return rules == null ? new PrintedMachine(context) : new EndToEndMachine(context, rules);
    }

    @Override
    public String rules() {
        return rules == null ? "as-printed" : "corrected";
    }

    @Override
    public Optional<String> knownFault() {
        return rules == null ? Optional.of(AS_PRINTED_FAULT) : Optional.empty();
    }

    @Override
    public List<Protocol<DhtMessage>> ruleSets() {
        return List.of(new EndToEnd(), asPrinted());
    }
}
