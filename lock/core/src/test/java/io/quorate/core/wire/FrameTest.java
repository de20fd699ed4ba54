// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.LamportClock;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.core.quorumlock.QuorumLockMessage;
import io.quorate.core.quorumlock.QuorumLockMessage.Grant;
import io.quorate.core.quorumlock.QuorumLockMessage.Request;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** Frames come back as they were written, or are refused whole. */
class FrameTest {
    private static final Codec<QuorumLockMessage> CODEC = new QuorumLock().codec();
    private static final LockName ORDERS = LockName.of("orders");
    private static final LockName STOCK = LockName.of("stock");

    private static byte[] bytesOf(FrameWriter writer, long clock) {
        return writer.finish(clock).toByteArray();
    }

    private static Frame<QuorumLockMessage> read(byte[] bytes) {
        return Frame.read(bytes, 0, bytes.length, CODEC, HeaderPart.NONE);
    }

    private static Request request(long counter) {
        return new Request(new Stamp(counter, NodeId.of(2), 0), Mode.EXCLUSIVE, false);
    }

    @Property
    void wholeNumbersComeBack(@ForAll @LongRange(max = Long.MAX_VALUE) long number) {
        ByteSink sink = new ByteSink();
        sink.writeLong(number);
        sink.writeFixedLong(number);
        ByteSource source = new ByteSource(sink.toByteArray());
        assertThat(source.readLong()).isEqualTo(number);
        assertThat(source.readFixedLong()).isEqualTo(number);
        assertThat(source.isAtEnd()).isTrue();
    }

    @Example
    void messagesOfSeveralLocksComeBackInOrder() {
        FrameWriter writer = new FrameWriter();
        Grant grant = new Grant(new Stamp(3, NodeId.of(0), 4), 9, true, 0);
        assertThat(writer.add(ORDERS, request(1), CODEC)).isTrue();
        assertThat(writer.add(ORDERS, grant, CODEC)).isTrue();
        assertThat(writer.add(STOCK, request(2), CODEC)).isTrue();
        Frame<QuorumLockMessage> frame = read(bytesOf(writer, 17));
        assertThat(frame.clock()).isEqualTo(17);
        assertThat(frame.resync()).isFalse();
        assertThat(frame.entries())
                .containsExactly(
                        new Frame.Entry<>(ORDERS, request(1)),
                        new Frame.Entry<>(ORDERS, grant),
                        new Frame.Entry<>(STOCK, request(2)));
    }

    @Example
    void aWriterIsUsedAgainWithoutLeavingsOfTheFrameBefore() {
        FrameWriter writer = new FrameWriter();
        writer.markResync();
        writer.add(ORDERS, request(1), CODEC);
        assertThat(read(bytesOf(writer, 5)).resync()).isTrue();
        writer.begin(HeaderPart.NONE);
        writer.add(ORDERS, request(2), CODEC);
        Frame<QuorumLockMessage> frame = read(bytesOf(writer, 6));
        assertThat(frame.resync()).isFalse();
        assertThat(frame.entries()).containsExactly(new Frame.Entry<>(ORDERS, request(2)));
    }

    @Property(tries = 50)
    void aReaderThatRemembersNamesNeverMixesThemUp(@ForAll @Size(max = 600) List<@IntRange(max = 2000) Integer> locks) {
        FrameReader<QuorumLockMessage> reader = new FrameReader<>(CODEC, HeaderPart.NONE);
        FrameWriter writer = new FrameWriter();
        for (int lock : locks) {
            writer.add(LockName.of("lock/" + lock), request(lock), CODEC);
        }
        byte[] bytes = bytesOf(writer, 1);
        for (int again = 0; again < 2; again++) {
            reader.read(bytes, 0, bytes.length);
            assertThat(reader.size()).isEqualTo(locks.size());
            for (int place = 0; place < reader.size(); place++) {
                assertThat(reader.lock(place)).hasToString("lock/" + locks.get(place));
                assertThat(reader.message(place)).isEqualTo(request(locks.get(place)));
            }
        }
    }

    @Example
    void aFrameTakesNoMoreThanItsLimit() {
        FrameWriter writer = new FrameWriter();
        int added = 0;
        while (writer.add(added % 2 == 0 ? ORDERS : STOCK, request(added), CODEC)) {
            added++;
        }
        byte[] bytes = bytesOf(writer, 1);
        assertThat(bytes.length).isBetween(Frame.LENGTH_MAX - 32, Frame.LENGTH_MAX);
        assertThat(read(bytes).entries()).hasSize(added);
    }

    @Property
    void oneWrongBitIsNoticed(@ForAll @IntRange(max = 27) int place, @ForAll @IntRange(max = 7) int bit) {
        FrameWriter writer = new FrameWriter();
        writer.add(ORDERS, request(1), CODEC);
        byte[] bytes = bytesOf(writer, 3);
        bytes[place % bytes.length] ^= (byte) (1 << bit);
        assertThatThrownBy(() -> read(bytes)).isInstanceOf(MalformedFrameException.class);
    }

    @Property
    void rubbishIsRefusedEvenWithARightChecksum(@ForAll @Size(max = 60) byte[] rubbish) {
        ByteSink sink = new ByteSink();
        sink.writeBytes(rubbish);
        sink.writeFixedInt(Frame.checksum(new CRC32C(), rubbish, 0, rubbish.length));
        byte[] bytes = sink.toByteArray();
        try {
            Frame<QuorumLockMessage> frame = read(bytes);
            assertThat(frame.clock()).isBetween(0L, LamportClock.COUNTER_MAX);
        } catch (MalformedFrameException expected) {
            assertThat(expected).hasMessageNotContaining("null");
        }
    }

    @Example
    void anotherVersionATooLongFrameAndATornOneAreRefusedInWords() {
        FrameWriter writer = new FrameWriter();
        writer.add(ORDERS, request(1), CODEC);
        byte[] bytes = bytesOf(writer, 3);
        assertThatThrownBy(() -> read(Arrays.copyOf(bytes, 9))).hasMessageContaining("too short");
        assertThatThrownBy(() -> read(Arrays.copyOf(bytes, bytes.length - 1))).hasMessageContaining("checksum");
        assertThatThrownBy(() -> read(new byte[Frame.LENGTH_MAX + 1])).hasMessageContaining("over the limit");
        ByteSink other = new ByteSink();
        other.writeByte(9);
        other.writeBytes(new byte[9]);
        other.writeFixedInt(Frame.checksum(new CRC32C(), other.buffer(), 0, other.length()));
        assertThatThrownBy(() -> read(other.toByteArray())).hasMessageContaining("version 9");
    }

    /** A frame of a newer release: a longer header, and messages with fields or of kinds that this one does not know. */
    private static byte[] newer(int code, byte[] fields) {
        ByteSink sink = new ByteSink();
        sink.writeByte(Frame.VERSION);
        sink.writeByte(0);
        sink.writeFixedLong(17);
        sink.writeInt(3).writeBytes(new byte[] {1, 2, 3});
        sink.writeInt(ORDERS.utf8().length).writeBytes(ORDERS.utf8());
        int longer = sink.beginPiece();
        CODEC.write(request(1), sink);
        sink.writeBytes(fields);
        sink.endPiece(longer);
        sink.writeInt(0);
        sink.writeInt(1 + fields.length).writeByte(code).writeBytes(fields);
        sink.writeInt(0);
        int known = sink.beginPiece();
        CODEC.write(request(2), sink);
        sink.endPiece(known);
        sink.writeFixedInt(Frame.checksum(new CRC32C(), sink.buffer(), 0, sink.length()));
        return sink.toByteArray();
    }

    @Property(tries = 100)
    void whatANewerReleaseAddsIsSkipped(
            @ForAll @IntRange(min = Codec.OPTIONAL_CODE, max = 255) int code, @ForAll @Size(max = 300) byte[] fields) {
        Frame<QuorumLockMessage> frame = read(newer(code, fields));
        assertThat(frame.clock()).isEqualTo(17);
        assertThat(frame.entries())
                .containsExactly(new Frame.Entry<>(ORDERS, request(1)), new Frame.Entry<>(ORDERS, request(2)));
    }

    @Example
    void anUnknownMessageThatMustBeUnderstoodIsRefused() {
        byte[] bytes = newer(Codec.OPTIONAL_CODE - 1, new byte[0]);
        assertThatThrownBy(() -> read(bytes))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("there is no message of the quorum lock 127");
    }

    @Property
    void piecesOfAnyLengthComeBack(@ForAll @Size(max = 700) byte[] piece, @ForAll @Size(max = 5) byte[] behind) {
        ByteSink sink = new ByteSink();
        int place = sink.beginPiece();
        sink.writeBytes(piece);
        sink.endPiece(place);
        sink.writeBytes(behind);
        ByteSource source = new ByteSource(sink.toByteArray());
        int outer = source.enterPiece();
        assertThat(source.readBytes(piece.length)).isEqualTo(piece);
        assertThat(source.isAtEnd()).isTrue();
        source.leavePiece(outer);
        assertThat(source.readBytes(behind.length)).isEqualTo(behind);
    }
}
