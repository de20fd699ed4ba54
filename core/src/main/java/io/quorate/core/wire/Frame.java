package io.quorate.core.wire;

import io.quorate.core.model.LockName;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * What one turn of a node says to one destination, as read back from its bytes: a byte for the version, one for flags,
 * eight for the sender's logical clock; then messages, each with its lock (a lock name of length 0 means the same lock as
 * before); then four bytes of checksum.
 */
public record Frame<M>(long clock, boolean resync, List<Entry<M>> entries) {
    /** The first byte of every frame. */
    public static final int VERSION = 1;

    /** No frame is longer; a turn with more to say makes several. */
    public static final int LENGTH_MAX = 64 * 1024;

    /** Flag: the sender's link was reset, so the receiver should say again what is still true. */
    static final int RESYNC = 1;

    static final int FLAGS_OFFSET = 1;

    /** Where the clock begins; it ends with the header. */
    public static final int CLOCK_OFFSET = 2;

    public static final int HEADER_LENGTH = 10;
    public static final int CHECKSUM_LENGTH = 4;

    /** One message about one lock. */
    public record Entry<M>(LockName lock, M message) {}

    /** Reads a whole frame, or throws {@link MalformedFrameException}. */
    public static <M> Frame<M> read(byte[] bytes, int offset, int length, Codec<M> codec) {
        if (length > LENGTH_MAX) {
            throw new MalformedFrameException("a frame of " + length + " bytes is over the limit of " + LENGTH_MAX);
        }
        if (length < HEADER_LENGTH + CHECKSUM_LENGTH) {
            throw new MalformedFrameException("a frame of " + length + " bytes is too short");
        }
        int contentLength = length - CHECKSUM_LENGTH;
        int claimed = new ByteSource(bytes, offset + contentLength, CHECKSUM_LENGTH).readFixedInt();
        if (claimed != checksum(bytes, offset, contentLength)) {
            throw new MalformedFrameException("the checksum of a frame is wrong");
        }
        return readContent(new ByteSource(bytes, offset, contentLength), codec);
    }

    private static <M> Frame<M> readContent(ByteSource source, Codec<M> codec) {
        int version = source.readByte();
        if (version != VERSION) {
            throw new MalformedFrameException("a frame of version " + version + "; this node speaks " + VERSION);
        }
        int flags = source.readByte();
        long clock = source.readFixedLong();
        ByteSource.requireCounter(clock);
        List<Entry<M>> entries = new ArrayList<>(2);
        LockName lock = null;
        while (!source.isAtEnd()) {
            lock = readLock(source, lock);
            entries.add(new Entry<>(lock, codec.read(source)));
        }
        return new Frame<>(clock, (flags & RESYNC) != 0, entries);
    }

    private static LockName readLock(ByteSource source, @Nullable LockName before) {
        int length = source.readInt();
        if (length == 0 && before != null) {
            return before;
        }
        if (length == 0 || length > LockName.BYTES_MAX) {
            throw new MalformedFrameException("a lock name of " + length + " bytes");
        }
        return LockName.ofUtf8(source.readBytes(length));
    }

    static int checksum(byte[] bytes, int offset, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, offset, length);
        return (int) checksum.getValue();
    }
}
