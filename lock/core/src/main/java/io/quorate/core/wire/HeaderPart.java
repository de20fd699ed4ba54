// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.wire;

/** The fields of a frame besides its messages, after the clock. Both ends know whether there are any. */
public interface HeaderPart {
    /** Nothing. */
    HeaderPart NONE = new HeaderPart() {
        @Override
        public void writeTo(ByteSink sink) {}

        @Override
        public void read(ByteSource source) {}
    };

    void writeTo(ByteSink sink);

    /** Takes on what is read, or throws {@link MalformedFrameException}. */
    void read(ByteSource source);
}
