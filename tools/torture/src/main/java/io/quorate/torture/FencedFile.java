// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A store that checks fences, as small as can be: a file with one number that all processes write. It takes a fence that is at
 * least as high as the highest so far, and refuses any other.
 */
final class FencedFile {
    /** The system's lock on the file is for processes; threads of one process need another. */
    private static final Object ONE_THREAD = new Object();

    private final Path file;

    FencedFile(Path file) {
        this.file = file;
    }

    /** Whether the write was taken. */
    boolean write(long fence) throws IOException {
        synchronized (ONE_THREAD) {
            try (FileChannel channel = FileChannel.open(
                            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                    var whileWeLook = channel.lock()) {
                ByteBuffer number = ByteBuffer.allocate(Long.BYTES);
                boolean empty = channel.read(number, 0) < Long.BYTES;
                if (whileWeLook.isValid() && (empty || number.getLong(0) <= fence)) {
                    channel.write(number.clear().putLong(fence).flip(), 0);
                    return true;
                }
                return false;
            }
        }
    }
}
