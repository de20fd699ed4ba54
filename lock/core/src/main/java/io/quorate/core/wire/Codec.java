package io.quorate.core.wire;

/** Writes the messages of one protocol as bytes, and reads them back equal. */
public interface Codec<M> {
    void write(M message, ByteSink sink);

    /** Throws {@link MalformedFrameException} if the bytes are no message. */
    M read(ByteSource source);
}
