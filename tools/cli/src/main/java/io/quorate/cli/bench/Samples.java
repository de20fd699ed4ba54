// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** How long each acquire with its release took, and how long all of them together. */
public record Samples(Histogram nanos, long elapsedNanos) {
    public static final long NANOS_MAX = 60_000_000_000L;

    public static Histogram newHistogram() {
        return new Histogram(NANOS_MAX, 3);
    }

    long median() {
        return nanos.getValueAtPercentile(50);
    }

    /** One line of text, from process to process. */
    public String toLine() {
        ByteBuffer buffer = ByteBuffer.allocate(nanos.getNeededByteBufferCapacity());
        int length = nanos.encodeIntoCompressedByteBuffer(buffer);
        return elapsedNanos + " " + Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    public static Samples ofLine(String line) {
        String[] words = line.split(" ");
        try {
            ByteBuffer buffer = ByteBuffer.wrap(Base64.getDecoder().decode(words[1]));
            return new Samples(Histogram.decodeFromCompressedByteBuffer(buffer, NANOS_MAX), Long.parseLong(words[0]));
        } catch (DataFormatException e) {
            throw new IllegalStateException("a child process sent a histogram that cannot be read", e);
        }
    }
}
