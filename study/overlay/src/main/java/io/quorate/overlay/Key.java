// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

import io.quorate.core.model.Mixing;
import io.quorate.core.model.NodeId;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import java.nio.charset.StandardCharsets;

/**
 * A place on the ring of all 128-bit numbers; after the highest comes 0 again. Nodes have keys, and so has whatever is to be
 * found: it belongs to the node whose key is nearest. Read from the left, a key is also a sequence of digits of a number of bits each.
 *
 * @param high the upper 64 bits, without a sign
 * @param low the lower 64 bits, without a sign
 */
public record Key(long high, long low) implements Comparable<Key> {
    public static final int BITS = 128;

    private static final long FIRST_SALT = 0x6A09_E667_F3BC_C908L;
    private static final long SECOND_SALT = 0xBB67_AE85_84CA_A73BL;

    /**
     * The key of a node, evenly spread. It is the same on every machine and must stay the same in every version. No two nodes
     * have the same: mixing maps different numbers to different numbers.
     */
    public static Key of(NodeId node) {
        long high = Mixing.mixed(node.index() ^ FIRST_SALT);
        return new Key(high, Mixing.mixed(high ^ SECOND_SALT));
    }

    /** The key of a name, evenly spread; the same on every machine and in every version. */
    public static Key of(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        long high = FIRST_SALT ^ bytes.length;
        long low = SECOND_SALT ^ bytes.length;
        for (byte each : bytes) {
            high = Mixing.mixed(high ^ (each & 0xFF));
            low = Mixing.mixed(low + high);
        }
        return new Key(high, low);
    }

    /** The key of a replica of what has this name: different replicas lie far apart, at nodes that have nothing to do with each other. */
    public static Key ofReplica(String name, int replica) {
        return of(replica + ":" + name);
    }

    /** Reads what {@link #writeTo} wrote. */
    static Key read(ByteSource source) {
        return new Key(source.readFixedLong(), source.readFixedLong());
    }

    /** Writes 16 bytes, the highest first. */
    ByteSink writeTo(ByteSink sink) {
        sink.writeFixedLong(high);
        sink.writeFixedLong(low);
        return sink;
    }

    /** How far one goes, always upwards, from here to there; a number without a sign. */
    public Key clockwiseTo(Key other) {
        long borrow = Long.compareUnsigned(other.low, low) < 0 ? 1 : 0;
        return new Key(other.high - high - borrow, other.low - low);
    }

    /** Whether one goes less far from here upwards to there; without an object, for it is asked with every message of an overlay. */
    public boolean isClockwiseLess(Key other, Key than) {
        long borrow = Long.compareUnsigned(other.low, low) < 0 ? 1 : 0;
        long wayHigh = other.high - high - borrow;
        return wayHigh == than.high
                ? Long.compareUnsigned(other.low - low, than.low) < 0
                : Long.compareUnsigned(wayHigh, than.high) < 0;
    }

    /** Whether a walk upwards from here, or downwards, meets one before the other. */
    public boolean meetsFirst(Key one, Key other, boolean upwards) {
        return upwards
                ? clockwiseTo(one).compareTo(clockwiseTo(other)) < 0
                : one.clockwiseTo(this).compareTo(other.clockwiseTo(this)) < 0;
    }

    /** How far it is to there by the shorter way. */
    public Key distanceTo(Key other) {
        Key clockwise = clockwiseTo(other);
        return clockwise.high >= 0 ? clockwise : other.clockwiseTo(this);
    }

    /** Whether one is nearer to here than the other; of two that are equally far, the one that lies clockwise is. */
    public boolean isNearer(Key one, Key other) {
        int order = distanceTo(one).compareTo(distanceTo(other));
        return order < 0 || (order == 0 && clockwiseTo(one).compareTo(clockwiseTo(other)) < 0);
    }

    /** The digit at this place, counted from the left from 0, if digits have this number of bits (1, 2, 4 or 8). */
    public int digit(int place, int bits) {
        int shift = BITS - (place + 1) * bits;
        long half = shift >= Long.SIZE ? high >>> (shift - Long.SIZE) : low >>> shift;
        return (int) half & ((1 << bits) - 1);
    }

    /** With how many equal digits both begin. */
    public int commonDigits(Key other, int bits) {
        int equal = high == other.high
                ? Long.SIZE + Long.numberOfLeadingZeros(low ^ other.low)
                : Long.numberOfLeadingZeros(high ^ other.high);
        return equal / bits;
    }

    /** As numbers without a sign. */
    @Override
    public int compareTo(Key other) {
        return high == other.high ? Long.compareUnsigned(low, other.low) : Long.compareUnsigned(high, other.high);
    }

    /** 32 hexadecimal digits. */
    @Override
    public String toString() {
        return hexadecimal(high) + hexadecimal(low);
    }

    private static String hexadecimal(long half) {
        String digits = Long.toHexString(half);
        return "0".repeat(16 - digits.length()) + digits;
    }
}
