package io.quorate.core.wire;

import io.quorate.core.model.Invariant;
import io.quorate.core.model.LockName;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** A {@link Frame} being written; used again for every turn. What its header says is decided last. */
public final class FrameWriter {
    /** No {@link HeaderPart} writes more. */
    private static final int HEADER_PART_MAX = 64;

    private static final int BODY_MAX =
            Frame.LENGTH_MAX - Frame.HEADER_LENGTH - HEADER_PART_MAX - Frame.CHECKSUM_LENGTH;

    private final ByteSink frame = new ByteSink();
    private final ByteSink body = new ByteSink();
    private final CRC32C checksum = new CRC32C();
    private @Nullable LockName lastLock;
    private boolean resync;
    private boolean sealed;

    /** Begins a new frame. */
    public void begin() {
        frame.clear();
        body.clear();
        lastLock = null;
        resync = false;
        sealed = false;
    }

    /** Adds a message, unless the frame would become too long: then it is left as it was, and the answer is false. */
    public <M> boolean add(LockName lock, M message, Codec<M> codec) {
        int before = body.length();
        if (lock.equals(lastLock)) {
            body.writeInt(0);
        } else {
            body.writeInt(lock.utf8().length);
            body.writeBytes(lock.utf8());
        }
        codec.write(message, body);
        if (body.length() > BODY_MAX) {
            body.truncate(before);
            return false;
        }
        lastLock = lock;
        return true;
    }

    /** The receiver shall say again what is still true. */
    public void markResync() {
        resync = true;
    }

    /** The frame gets what the header says now. */
    public void seal(HeaderPart header) {
        frame.clear();
        frame.writeByte(Frame.VERSION);
        frame.writeByte(0);
        frame.writeFixedLong(0);
        header.writeTo(frame);
        Invariant.hold(frame.length() <= Frame.HEADER_LENGTH + HEADER_PART_MAX, "a header is short");
        sealed = true;
    }

    /** Completes the frame and hands out its bytes, which are valid until the next begins. */
    public ByteSink finish(long clock) {
        if (!sealed) {
            seal(HeaderPart.NONE);
        }
        frame.patchFixedLong(Frame.CLOCK_OFFSET, clock);
        frame.buffer()[Frame.FLAGS_OFFSET] = (byte) (resync ? Frame.RESYNC : 0);
        frame.writeBytes(body.buffer(), body.length());
        frame.writeFixedInt(Frame.checksum(checksum, frame.buffer(), 0, frame.length()));
        return frame;
    }
}
