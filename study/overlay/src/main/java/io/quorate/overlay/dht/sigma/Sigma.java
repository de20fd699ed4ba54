// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht.sigma;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.ProtocolTraits;
import io.quorate.overlay.dht.DhtMachine;
import io.quorate.overlay.dht.DhtMessage;
import io.quorate.overlay.dht.DhtProtocol;
import io.quorate.overlay.dht.Rule;
import io.quorate.overlay.dht.Rules;

/** Sigma. */
public final class Sigma implements DhtProtocol {
    /** After the protocols of the core that vote, before those of the reference. */
    private static final int PLACE_IN_LISTS = 8;

    private final Rules rules;

    /** With all its rules. */
    public Sigma() {
        this(Rules.ALL);
    }

    private Sigma(Rules rules) {
        this.rules = rules;
    }

    /** Without one rule: for the checker, never for use. */
    public static Sigma without(Rule rule) {
        return new Sigma(new Rules(rule));
    }

    @Override
    public String name() {
        return "sigma";
    }

    @Override
    public String summary() {
        return "on an overlay: replicas of a lock, found by hashing, vote and keep the queues; who has too few votes yields";
    }

    @Override
    public int placeInLists() {
        return PLACE_IN_LISTS;
    }

    @Override
    public ProtocolTraits traits() {
        return TRAITS;
    }

    @Override
    public LockMachine<DhtMessage> newMachine(MachineContext context) {
        return new DhtMachine(context, rules, true);
    }
}
