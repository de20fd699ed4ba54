// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.wire;

import io.quorate.core.model.LockName;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The messages of one turn of a node to one destination. Nodes write it by a {@link FrameWriter} and read it by a {@link FrameReader};
 * this is the form to look at. As bytes:
 *
 * <ol>
 *   <li>one byte for the version, one for flags, eight for the sender's logical clock;
 *   <li>what the {@link HeaderPart} of the protocol writes, behind its length;
 *   <li>the messages, each with its lock and behind its length; a lock name of length 0 means the same lock as before;
 *   <li>four bytes of checksum.
 * </ol>
 *
 * <p>The lengths let a newer release add fields: a reader skips what stands behind the fields that it knows, and messages that it
 * does not know if their code is {@link Codec#OPTIONAL_CODE} or more.
 */
public record Frame<M>(long clock, boolean resync, HeaderPart header, List<Entry<M>> entries) {
    /** The first byte of every frame. */
    public static final int VERSION = 4;

    /** No frame is longer; a turn with more to say makes several. */
    public static final int LENGTH_MAX = 64 * 1024;

    /** Flag: the sender's link was reset, so the receiver should say again what is still true. */
    static final int RESYNC = 1;

    /** Flag: the frame is about rosters. After the header come other bytes than messages about locks. */
    static final int ABOUT_ROSTERS = 2;

    static final int FLAGS_OFFSET = 1;

    /** Where the clock begins. */
    public static final int CLOCK_OFFSET = 2;

    /** Of the part of the header that every frame has. */
    public static final int HEADER_LENGTH = 10;

    public static final int CHECKSUM_LENGTH = 4;

    /** One message about one lock. */
    public record Entry<M>(LockName lock, M message) {}

    /** Reads a whole frame, or throws {@link MalformedFrameException}. */
    public static <M> Frame<M> read(byte[] bytes, int offset, int length, Codec<M> codec, HeaderPart header) {
        FrameReader<M> reader = new FrameReader<>(codec, header);
        reader.read(bytes, offset, length);
        List<Entry<M>> entries = new ArrayList<>(reader.size());
        for (int place = 0; place < reader.size(); place++) {
            entries.add(new Entry<>(reader.lock(place), reader.message(place)));
        }
        return new Frame<>(reader.clock(), reader.isResync(), header, entries);
    }

    static int checksum(CRC32C checksum, byte[] bytes, int offset, int length) {
        checksum.reset();
        checksum.update(bytes, offset, length);
        return (int) checksum.getValue();
    }
}
