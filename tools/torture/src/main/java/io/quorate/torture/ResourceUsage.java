// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The resources of a process at rest.
 *
 * @param heapBytes after a garbage collection
 */
record ResourceUsage(long heapBytes, long threads, long descriptors) {
    /** The growth that is no leak: loaded classes, warmed-up caches, a connection that is being made again. */
    private static final double HEAP_FACTOR = 1.5;

    private static final long HEAP_MORE = 4L << 20;
    private static final int THREADS_MORE = 6;
    private static final int DESCRIPTORS_MORE = 8;

    static ResourceUsage of(long pid, long heapBytes) throws IOException {
        return new ResourceUsage(heapBytes, count(pid, "task"), count(pid, "fd"));
    }

    private static long count(long pid, String folder) throws IOException {
        try (Stream<Path> entries = Files.list(Path.of("/proc/" + pid + "/" + folder))) {
            return entries.count();
        }
    }

    /** A sentence if it has become too much more than it was before. */
    Optional<String> leakSince(ResourceUsage before) {
        boolean leaks = heapBytes > before.heapBytes * HEAP_FACTOR + HEAP_MORE
                || threads > before.threads + THREADS_MORE
                || descriptors > before.descriptors + DESCRIPTORS_MORE;
        return leaks ? Optional.of("it has grown from " + before + " to " + this) : Optional.empty();
    }

    @Override
    public String toString() {
        return heapBytes / 1024 + " KiB of heap, " + threads + " threads, " + descriptors + " descriptors";
    }
}
