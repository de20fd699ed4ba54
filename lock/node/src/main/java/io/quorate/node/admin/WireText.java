// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.admin;

import io.quorate.api.text.Printable;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;
import java.nio.charset.StandardCharsets;

/** Text in questions and answers: UTF-8 behind its length, bounded. */
final class WireText {
    private WireText() {}

    /** Writes the text, cut to a maximum number of characters. */
    static void write(ByteSink sink, String text, int lengthMax) {
        byte[] utf8 = text.substring(0, Math.min(lengthMax, text.length())).getBytes(StandardCharsets.UTF_8);
        sink.writeInt(utf8.length);
        sink.writeBytes(utf8);
    }

    /** Reads what {@link #write} has written with the same limit. */
    static String read(ByteSource source, int lengthMax) {
        int length = source.readInt();
        if (length > lengthMax * 3) { // a character takes at most three bytes of UTF-8, two of them together four
            throw new MalformedFrameException("a text of " + length + " bytes");
        }
        // It ends up in logs and on terminals.
        return Printable.of(new String(source.readBytes(length), StandardCharsets.UTF_8));
    }
}
