// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.wire;

import io.quorate.core.model.LockName;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads frames, one after the other, keeping the last one read. It allocates the messages and little else: names of locks that recur are
 * the same objects.
 */
public final class FrameReader<M> {
    /** How many names are remembered; a power of two. */
    private static final int NAMES_REMEMBERED = 256;

    private static final byte[] NOTHING = {};

    private final Codec<M> codec;
    private final HeaderPart header;
    private final CRC32C checksum = new CRC32C();
    private final ByteSource source = new ByteSource();
    private final List<LockName> locks = new ArrayList<>();
    private final List<M> messages = new ArrayList<>();
    private final @Nullable LockName[] remembered = new LockName[NAMES_REMEMBERED];
    private long clock;
    private boolean resync;

    /** The frame's messages about rosters; empty for most. */
    private byte[] aboutRosters = NOTHING;

    /** Reads frames whose header has this part, which tells what the last one said. */
    public FrameReader(Codec<M> codec, HeaderPart header) {
        this.codec = codec;
        this.header = header;
    }

    /** Reads a whole frame, or throws {@link MalformedFrameException}. */
    public void read(byte[] bytes, int offset, int length) {
        locks.clear();
        messages.clear();
        if (length > Frame.LENGTH_MAX) {
            throw new MalformedFrameException(
                    "a frame of " + length + " bytes is over the limit of " + Frame.LENGTH_MAX);
        }
        if (length < Frame.HEADER_LENGTH + Frame.CHECKSUM_LENGTH) {
            throw new MalformedFrameException("a frame of " + length + " bytes is too short");
        }
        int contentLength = length - Frame.CHECKSUM_LENGTH;
        source.aimAt(bytes, offset + contentLength, Frame.CHECKSUM_LENGTH);
        if (source.readFixedInt() != Frame.checksum(checksum, bytes, offset, contentLength)) {
            throw new MalformedFrameException("the checksum of a frame is wrong");
        }
        source.aimAt(bytes, offset, contentLength);
        readContent();
    }

    private void readContent() {
        int version = source.readByte();
        if (version != Frame.VERSION) {
            throw new MalformedFrameException("a frame of version " + version + "; this node speaks " + Frame.VERSION);
        }
        int flags = source.readByte();
        resync = (flags & Frame.RESYNC) != 0;
        clock = source.readFixedLong();
        ByteSource.requireCounter(clock);
        int outer = source.enterPiece();
        header.read(source);
        source.leavePiece(outer);
        aboutRosters = (flags & Frame.ABOUT_ROSTERS) == 0 ? NOTHING : source.readRest();
        LockName lock = null;
        while (!source.isAtEnd()) {
            lock = readLock(lock);
            readMessage(lock);
        }
    }

    /** A newer release may send messages that this one need not know, and longer ones than this one knows. */
    private void readMessage(LockName lock) {
        int outer = source.enterPiece();
        int code = source.peekByte();
        if (code < Codec.OPTIONAL_CODE || codec.isKnown(code)) {
            locks.add(lock);
            messages.add(codec.read(source));
        }
        source.leavePiece(outer);
    }

    private LockName readLock(@Nullable LockName before) {
        int length = source.readInt();
        if (length == 0 && before != null) {
            return before;
        }
        if (length == 0 || length > LockName.BYTES_MAX) {
            throw new MalformedFrameException("a lock name of " + length + " bytes");
        }
        int place = source.hashOfNext(length) & (NAMES_REMEMBERED - 1);
        LockName known = remembered[place];
        if (known != null && source.skipIfNext(known.utf8(), length)) {
            return known;
        }
        LockName name = LockName.ofUtf8(source.readBytes(length));
        remembered[place] = name;
        return name;
    }

    /** The number of messages in the frame. */
    public int size() {
        return messages.size();
    }

    public LockName lock(int place) {
        return locks.get(place);
    }

    public M message(int place) {
        return messages.get(place);
    }

    /** The sender's logical clock. */
    public long clock() {
        return clock;
    }

    /** The frame's messages about rosters, as bytes; none if it is about locks. */
    public byte[] aboutRosters() {
        return aboutRosters;
    }

    /** Whether the sender's link was reset. */
    public boolean isResync() {
        return resync;
    }
}
