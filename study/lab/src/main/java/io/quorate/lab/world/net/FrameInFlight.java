// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.net;

import io.quorate.core.lock.Message;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.session.SessionHeader;
import io.quorate.core.wire.Frame;
import io.quorate.lab.world.step.RememberingStepper;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A frame in flight. Never changes. */
public final class FrameInFlight {
    private final InFlightReader reader;
    private final byte[] bytes;

    /** Tells it from other packets of a {@link RememberingStepper}; -1 if there is none. */
    private final int id;

    private @Nullable List<Content> contents;
    private @Nullable SessionHeader header;

    public FrameInFlight(InFlightReader reader, byte[] bytes, int id) {
        this.reader = reader;
        this.bytes = bytes;
        this.id = id;
    }

    /** One message of a frame, and the lock that it is about. */
    public record Content(LockName lock, Message message) {}

    /** The frame as the node sent it; not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    public int id() {
        return id;
    }

    /** The frame with its logical clock and its checksum, which depends on it, blanked out. */
    public byte[] bytesWithoutClock() {
        byte[] rest = bytes.clone();
        Arrays.fill(rest, Frame.CLOCK_OFFSET, Frame.HEADER_LENGTH, (byte) 0);
        Arrays.fill(rest, rest.length - Frame.CHECKSUM_LENGTH, rest.length, (byte) 0);
        return rest;
    }

    /** Whether both say the same, whatever the senders' clocks. */
    public boolean saysTheSameAs(FrameInFlight other) {
        return Arrays.equals(bytesWithoutClock(), other.bytesWithoutClock());
    }

    boolean isSame(FrameInFlight other) {
        return this == other || (id == other.id && Arrays.equals(bytes, other.bytes));
    }

    /** The messages in it. */
    public List<Content> contents() {
        List<Content> known = contents;
        if (known == null) {
            known = reader.contents(bytes);
            contents = known;
        }
        return known;
    }

    /** How many messages it counts for: a broadcast is one, and is counted where it goes to the first other node. */
    public int messagesSent(NodeId from, NodeId to) {
        List<Content> all = contents();
        int count = 0;
        for (int place = 0; place < all.size(); place++) {
            count += all.get(place).message().isBroadcast() && !isFirstOther(from, to) ? 0 : 1;
        }
        return count;
    }

    /** Whether a broadcast of the one node is counted at the other. */
    public static boolean isFirstOther(NodeId from, NodeId to) {
        return to.index() == (from.index() == 0 ? 1 : 0);
    }

    /** Whether the sender asks the receiver to say again what is still true. */
    public boolean isResync() {
        return reader.frame(bytes).resync();
    }

    /** Its part about sessions; null if its protocol has none. */
    public @Nullable SessionHeader sessionHeader() {
        SessionHeader known = header;
        if (known == null && reader.frame(bytes).header() instanceof SessionHeader read) {
            known = read;
            header = known;
        }
        return known;
    }

    /** The messages, as in {@code Request 1.n1, Release 2.n1}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Content content : contents()) {
            text.append(text.length() == 0 ? "" : ", ").append(content.message());
        }
        return text.toString();
    }
}
