// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.roles;

import io.quorate.api.text.Printable;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The rights of the owner of a certificate in a cluster. */
public enum Role {
    /** Votes, takes every lock, asks about every lock, and passes on what operators ask. */
    MEMBER,
    /** Takes locks, as a guest. */
    HOLDER,
    /** Asks about locks. */
    OBSERVER,
    /** Also asks for locks back, and revokes them. */
    OPERATOR;

    /** As it is written in certificates, files and messages. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Throws {@link IllegalArgumentException}, which names all roles, if there is none called so. */
    static Role named(String word) {
        return Arrays.stream(values())
                .filter(role -> role.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no role \"" + printable(word)
                        + "\": give one of "
                        + Arrays.stream(values()).map(Role::word).collect(Collectors.joining(", "))));
    }

    /** Some of it comes from the other side, and goes into logs. */
    static String printable(String text) {
        return Printable.of(text);
    }

    /** Whether this role includes the rights of the other one. */
    boolean includes(Role other) {
        return switch (this) {
            case MEMBER -> other != OPERATOR;
            case OPERATOR -> other == OPERATOR || other == OBSERVER;
            case HOLDER, OBSERVER -> other == this;
        };
    }
}
