// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import io.quorate.core.model.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * How a guest calls itself in its hello, in place of the id of a member: an index of its own, and its name. One that was a member before
 * keeps its number. No id of a member has blanks, so the two are told apart.
 */
public record GuestName(int index, String name) {
    private static final String PREFIX = "guest ";

    public String toMemberId() {
        return PREFIX + index + " " + name;
    }

    /** Null if this is not the name of a guest. */
    public static @Nullable GuestName read(String memberId) {
        if (!memberId.matches(PREFIX + "(0|[1-9][0-9]{0,6}) \\S{1," + Roster.NAME_LENGTH_MAX + "}")) {
            return null;
        }
        int blank = memberId.indexOf(' ', PREFIX.length());
        int index = Integer.parseInt(memberId.substring(PREFIX.length(), blank));
        return index > NodeId.INDEX_MAX ? null : new GuestName(index, memberId.substring(blank + 1));
    }
}
