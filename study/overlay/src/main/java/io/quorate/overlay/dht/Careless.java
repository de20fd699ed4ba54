// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.ProtocolTraits;
import io.quorate.overlay.node.PlaceRule;
import java.util.List;
import java.util.Optional;

/** A protocol whose nodes do not keep one rule: for storms, never for use. */
record Careless(DhtProtocol whole, PlaceRule leftOut) implements DhtProtocol {
    @Override
    public boolean keeps(PlaceRule rule) {
        return rule != leftOut;
    }

    @Override
    public String name() {
        return whole.name();
    }

    @Override
    public String summary() {
        return whole.summary();
    }

    @Override
    public ProtocolTraits traits() {
        return whole.traits();
    }

    @Override
    public LockMachine<DhtMessage> newMachine(MachineContext context) {
        return whole.newMachine(context);
    }

    @Override
    public String rules() {
        return whole.rules();
    }

    @Override
    public Optional<String> knownFault() {
        return whole.knownFault();
    }

    @Override
    public List<Protocol<DhtMessage>> ruleSets() {
        return whole.ruleSets();
    }
}
