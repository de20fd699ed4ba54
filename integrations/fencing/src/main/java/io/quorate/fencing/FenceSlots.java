// SPDX-License-Identifier: Apache-2.0
package io.quorate.fencing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32;

/**
 * The highest fence, in a file of two lines of the same length. A new fence overwrites the line of the lower one: a write that is torn by
 * a crash leaves the other line as it was. Each line has a checksum, so a torn one is known for what it is.
 */
final class FenceSlots {
    static final long NONE = 0;

    private static final int LENGTH = line(NONE).length;

    private final Path file;
    private final FileChannel channel;

    FenceSlots(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    private static byte[] line(long fence) {
        CRC32 check = new CRC32();
        check.update(ByteBuffer.allocate(Long.BYTES).putLong(fence).array());
        return String.format(Locale.ROOT, "fence %019d check %08x\n", fence, check.getValue())
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** The highest fence; {@link #NONE} in a file that is new. */
    long newest() throws IOException {
        long newest = Math.max(at(0), at(1));
        if (newest == NONE && channel.size() > LENGTH) {
            throw new IOException("Both lines of " + file
                    + " are damaged, so it is not known which fence was the highest. Find out which holder wrote"
                    + " last, then delete the file while nobody holds the lock.");
        }
        return newest;
    }

    /** The fence in this slot; {@link #NONE} if none was written there, or not completely. */
    private long at(int slot) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
        long start = (long) slot * LENGTH;
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, start + bytes.position()) < 0) {
                return NONE;
            }
        }
        String digits = new String(bytes.array(), "fence ".length(), 19, StandardCharsets.US_ASCII);
        if (!digits.chars().allMatch(each -> each >= '0' && each <= '9')) {
            return NONE;
        }
        long fence = parsed(digits);
        return Arrays.equals(bytes.array(), line(fence)) ? fence : NONE;
    }

    private static long parsed(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException tooLarge) {
            return NONE;
        }
    }

    void raise(long fence) throws IOException {
        int lower = at(0) <= at(1) ? 0 : 1;
        ByteBuffer line = ByteBuffer.wrap(line(fence));
        long start = (long) lower * LENGTH;
        while (line.hasRemaining()) {
            channel.write(line, start + line.position());
        }
        channel.force(true);
    }
}
