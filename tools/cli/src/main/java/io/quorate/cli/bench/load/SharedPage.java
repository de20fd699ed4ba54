// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.load;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Memory that all clients on this machine see: who holds which lock now, and who held it last. It counts true hand-offs, and
 * proves on the side that no contestant gave a lock to two clients at once.
 */
public final class SharedPage {
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    /** A cache line for each lock: first the holder, then the last holder. */
    private static final int LINE = 64;

    private static final int LAST = 8;

    private final ByteBuffer bytes;

    private SharedPage(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    public static SharedPage open(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new SharedPage(channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) Workload.NAMES * LINE));
        }
    }

    /** To be called under the lock. Whether nobody else is inside. */
    boolean enter(int lock, long me) {
        return (long) LONGS.getAndSet(bytes, lock * LINE, me) == 0;
    }

    /** To be called under the lock. Whether another client had it before. */
    boolean isHandOff(int lock, long client) {
        return (long) LONGS.getAndSet(bytes, lock * LINE + LAST, client) != client;
    }

    /** To be called under the lock, at its end. Whether nobody else came in meanwhile. */
    boolean leave(int lock, long me) {
        return LONGS.compareAndSet(bytes, lock * LINE, me, 0L);
    }
}
