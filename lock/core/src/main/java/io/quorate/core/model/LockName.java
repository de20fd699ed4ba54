// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The name of a lock: 1 to 512 bytes of UTF-8. Names that begin with {@link #RESERVED_PREFIX} are the library's own. */
public final class LockName implements Comparable<LockName> {
    /** Long enough for any path or key, short enough that a frame carries many. */
    public static final int BYTES_MAX = 512;

    /** No lock of an application has a name that begins so. */
    public static final String RESERVED_PREFIX = "$quorate/";

    private static final byte[] RESERVED = RESERVED_PREFIX.getBytes(StandardCharsets.UTF_8);

    private static final int SHOWN_MAX = 40;

    private final byte[] utf8;
    private final int hash;
    private @Nullable String text;

    private LockName(byte[] utf8, @Nullable String text) {
        this.utf8 = utf8;
        this.text = text;
        this.hash = Arrays.hashCode(utf8);
    }

    /** The lock of the library with this name behind the reserved prefix. */
    public static LockName reserved(String text) {
        return checked(RESERVED_PREFIX + text);
    }

    /** The lock with this name; refuses a name that is empty, too long or reserved. */
    public static LockName of(String text) {
        if (text.startsWith(RESERVED_PREFIX)) {
            throw new IllegalArgumentException("lock names that begin with \"" + RESERVED_PREFIX
                    + "\" are reserved for the library itself: choose a name that begins otherwise than \""
                    + text.substring(0, Math.min(SHOWN_MAX, text.length())) + "\"");
        }
        return checked(text);
    }

    private static LockName checked(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (utf8.length == 0) {
            throw new IllegalArgumentException("a lock name must not be empty: give at least one character");
        }
        if (utf8.length > BYTES_MAX) {
            throw new IllegalArgumentException("a lock name has at most " + BYTES_MAX + " bytes of UTF-8, this one has "
                    + utf8.length + ": shorten it, or use a hash of it (it begins \""
                    + text.substring(0, Math.min(SHOWN_MAX, text.length())) + "\")");
        }
        if (!new String(utf8, StandardCharsets.UTF_8).equals(text)) {
            throw new IllegalArgumentException("a lock name must be well-formed text: this one has half a character");
        }
        return new LockName(utf8, text);
    }

    /** The lock whose name was read from the wire. */
    public static LockName ofUtf8(byte[] utf8) {
        return new LockName(utf8, null);
    }

    /** Whether this lock is the library's own, and none of an application. */
    public boolean isReserved() {
        return utf8.length > RESERVED.length && Arrays.equals(utf8, 0, RESERVED.length, RESERVED, 0, RESERVED.length);
    }

    /** The bytes as they go over the wire; not to be changed. */
    public byte[] utf8() {
        return utf8;
    }

    /**
     * A number that depends on every byte of the name, evenly spread over all numbers. It is the same on every machine and
     * must stay the same in every version: nodes that run different versions place locks by it.
     */
    public long digest() {
        return Mixing.mixed(hash);
    }

    @Override
    public int compareTo(LockName other) {
        return Arrays.compareUnsigned(utf8, other.utf8);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof LockName name && hash == name.hash && Arrays.equals(utf8, name.utf8));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** Made when first asked for: most names that a node reads are never shown to anybody. */
    @Override
    public String toString() {
        String shown = text;
        if (shown == null) {
            shown = new String(utf8, StandardCharsets.UTF_8);
            text = shown;
        }
        return shown;
    }
}
