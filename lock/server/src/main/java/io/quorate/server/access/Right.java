// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.access;

import io.quorate.node.net.roles.Role;
import java.util.Locale;

/** The right that a request needs. */
public enum Right {
    /** See locks, members, events and metrics. */
    READ(Role.OBSERVER),
    /** Hold locks. */
    ACQUIRE(Role.HOLDER),
    /** Ask for locks back, and revoke them. */
    ADMIN(Role.OPERATOR);

    private final Role role;

    Right(Role role) {
        this.role = role;
    }

    /** The role of a certificate that has this right. */
    Role role() {
        return role;
    }

    /** As it is written in the file of tokens: a token that has a right has those before it, too. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
