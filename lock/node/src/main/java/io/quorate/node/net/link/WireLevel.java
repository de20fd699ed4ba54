// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.link;

import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import org.jspecify.annotations.Nullable;

/**
 * The versions that a release speaks: its own level of the protocol between nodes, and the oldest that it still understands. Each release
 * that
 * changes what nodes say to each other raises the level by one, and understands the level before: so a cluster is upgraded, or
 * downgraded, one node after the other. See {@code docs/understand/compatibility.md}.
 *
 * @param speaks the level of the release
 * @param oldest the lowest level of a release that it talks with
 */
public record WireLevel(int speaks, int oldest) {
    /** Of this release. */
    public static final WireLevel OURS = new WireLevel(1, 1);

    void writeTo(ByteSink sink) {
        sink.writeInt(speaks);
        sink.writeInt(oldest);
    }

    static WireLevel read(ByteSource source) {
        return new WireLevel(source.readInt(), source.readInt());
    }

    /** Why nodes of these two levels do not talk, in words for both; null if they do. */
    @Nullable
    String objectionTo(WireLevel other) {
        if (speaks >= other.oldest && other.speaks >= oldest) {
            return null;
        }
        String older = "one node speaks level " + Math.min(speaks, other.speaks) + " of the protocol between nodes";
        return older + ", the other one speaks levels " + Math.max(oldest, other.oldest) + " to "
                + Math.max(speaks, other.speaks)
                + ": these releases are too far apart. Upgrade the older node to the release in between first";
    }
}
