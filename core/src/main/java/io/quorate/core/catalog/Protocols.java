package io.quorate.core.catalog;

import io.quorate.core.protocol.Protocol;
import io.quorate.core.protocol.maekawa.Maekawa;
import io.quorate.core.protocol.maekawa.ThiareFall;
import io.quorate.core.protocol.quorumlock.QuorumLock;
import io.quorate.core.protocol.reference.central.Central;
import java.util.List;

/** Every protocol by name. */
public final class Protocols {
    private static final List<Protocol<?>> ALL =
            List.of(new QuorumLock(), new Maekawa(), new ThiareFall(), new Central());

    private Protocols() {}

    public static List<Protocol<?>> all() {
        return ALL;
    }

    /** The protocol with this name; an unknown one is refused with a suggestion. */
    public static Protocol<?> named(String name) {
        for (Protocol<?> protocol : ALL) {
            if (protocol.name().equals(name)) {
                return protocol;
            }
        }
        throw Suggestion.unknown(
                "protocol", name, ALL.stream().map(Protocol::name).toList());
    }
}
