// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.wire;

import io.quorate.core.model.LockName;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** A {@link Frame} being written; used again for every turn. */
public final class FrameWriter {
    private final ByteSink sink = new ByteSink();
    private final CRC32C checksum = new CRC32C();
    private @Nullable LockName lastLock;
    private boolean resync;
    private boolean aboutRosters;

    public FrameWriter() {
        begin(HeaderPart.NONE);
    }

    /** Begins a new frame with what the header says now. */
    public void begin(HeaderPart header) {
        sink.clear();
        sink.writeByte(Frame.VERSION);
        sink.writeByte(0);
        sink.writeFixedLong(0);
        int piece = sink.beginPiece();
        header.writeTo(sink);
        sink.endPiece(piece);
        lastLock = null;
        resync = false;
        aboutRosters = false;
    }

    /** The frame says this about rosters, and nothing about locks. */
    public void sayAboutRosters(byte[] content) {
        if (sink.length() + content.length + Frame.CHECKSUM_LENGTH > Frame.LENGTH_MAX) {
            throw new IllegalStateException("a roster is too long for a frame: " + content.length + " bytes");
        }
        sink.writeBytes(content);
        aboutRosters = true;
    }

    /** Adds a message, unless the frame would become too long: then it is left as it was, and the answer is false. */
    public <M> boolean add(LockName lock, M message, Codec<M> codec) {
        int before = sink.length();
        if (lock.equals(lastLock)) {
            sink.writeInt(0);
        } else {
            sink.writeInt(lock.utf8().length);
            sink.writeBytes(lock.utf8());
        }
        int piece = sink.beginPiece();
        codec.write(message, sink);
        sink.endPiece(piece);
        if (sink.length() + Frame.CHECKSUM_LENGTH > Frame.LENGTH_MAX) {
            sink.truncate(before);
            return false;
        }
        lastLock = lock;
        return true;
    }

    /** The receiver should repeat the messages that still apply. */
    public void markResync() {
        resync = true;
    }

    /** Completes the frame and hands out its bytes, which are valid until the next begins. */
    public ByteSink finish(long clock) {
        sink.patchFixedLong(Frame.CLOCK_OFFSET, clock);
        sink.buffer()[Frame.FLAGS_OFFSET] =
                (byte) ((resync ? Frame.RESYNC : 0) | (aboutRosters ? Frame.ABOUT_ROSTERS : 0));
        sink.writeFixedInt(Frame.checksum(checksum, sink.buffer(), 0, sink.length()));
        return sink;
    }
}
