// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.fuzz;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Puts the right checksum behind any content: a hostile peer can do that too, and no fuzzer would ever guess it. */
public final class Checksums {
    private Checksums() {}

    public static byte[] appendTo(byte[] content) {
        CRC32C checksum = new CRC32C();
        checksum.update(content);
        return ByteBuffer.allocate(content.length + Integer.BYTES)
                .put(content)
                .putInt((int) checksum.getValue())
                .array();
    }
}
