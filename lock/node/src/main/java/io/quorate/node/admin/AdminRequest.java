// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.admin;

import io.quorate.api.text.Printable;
import io.quorate.core.model.LockName;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.net.roles.Role;
import io.quorate.node.roster.ChangeText;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A question to a node outside the protocol of the locks.
 *
 * @param name of the lock; for a list, what the names begin with; or the id of a node
 * @param limit for a list, how many locks at most
 * @param fence to revoke the hold with this fence only; 0 for whichever there is
 * @param asker who wants it, for the log
 * @param after for a list, only names behind this one; empty for all
 */
public record AdminRequest(Kind kind, String name, int limit, long fence, String asker, String after) {
    /** A node tells of no more locks at once. */
    static final int LIMIT_MAX = 1000;

    static final int ASKER_LENGTH_MAX = 200;

    /** The kind of request. */
    public enum Kind {
        /** What do you know of this lock? */
        DESCRIBE(0, "describing"),
        /** Which locks are in use at your place? */
        LIST(1, "listing"),
        /** Ask those of yours who hold this lock to give it back. */
        ASK_RELEASE(2, "the release of"),
        /** Take this lock from those of yours who hold it. */
        REVOKE(3, "revoking"),
        /** Is there a node with this id, and where? Only without a roster. */
        WHERE(4, "the address of a node"),
        /** What is your place among the others? Only without a roster. */
        PLACE(5, "the place of a node"),
        /** What can you do now? */
        HEALTH(6, "the health of a node"),
        /** Who are the members? Only with a roster. */
        ROSTER(7, "the roster"),
        /** A node waits until a roster names it. Only with a roster. */
        ANNOUNCE(8, "waiting to become a member"),
        /** Change the roster. Only with a roster. */
        CHANGE_ROSTER(9, "changing the roster");

        /** The byte on the wire, and the place in the list of kinds. */
        private final int code;

        /** For messages: what is asked for. */
        private final String words;

        Kind(int code, String words) {
            this.code = code;
            this.words = words;
        }
    }

    private static final Kind[] KINDS = Kind.values();

    /** One that is no later page of a list. */
    public AdminRequest(Kind kind, String name, int limit, long fence, String asker) {
        this(kind, name, limit, fence, asker, "");
    }

    public static AdminRequest describe(LockName lock) {
        return new AdminRequest(Kind.DESCRIBE, lock.toString(), 1, 0, "");
    }

    public static AdminRequest list(String prefix, int limit) {
        return list(prefix, "", limit);
    }

    public static AdminRequest list(String prefix, String after, int limit) {
        return new AdminRequest(Kind.LIST, prefix, Math.min(limit, LIMIT_MAX), 0, "", after);
    }

    static AdminRequest where(String nodeId) {
        return new AdminRequest(Kind.WHERE, nodeId, 1, 0, "");
    }

    static AdminRequest place() {
        return new AdminRequest(Kind.PLACE, "?", 1, 0, "");
    }

    static AdminRequest health() {
        return new AdminRequest(Kind.HEALTH, "?", 1, 0, "");
    }

    /** For the roster. */
    public static AdminRequest roster() {
        return new AdminRequest(Kind.ROSTER, "?", 1, 0, "");
    }

    /** Says that the node with this id waits, with a data directory that has this key. */
    public static AdminRequest announce(String nodeId, String key) {
        return new AdminRequest(Kind.ANNOUNCE, nodeId + " " + key, 1, 0, "");
    }

    /** Wants the roster changed. */
    public static AdminRequest changeRoster(String change) {
        return new AdminRequest(Kind.CHANGE_ROSTER, change, 1, 0, "");
    }

    /** The role that its sender needs. */
    public Role neededRole() {
        return switch (kind) {
            case DESCRIBE, LIST, WHERE, PLACE, HEALTH -> Role.OBSERVER;
            case ROSTER, ANNOUNCE -> Role.HOLDER; // a guest is told the roster anyhow
            case ASK_RELEASE, REVOKE, CHANGE_ROSTER -> Role.OPERATOR;
        };
    }

    /** The name of the lock that the role is needed for, or the beginning of names; null if this is about no lock. */
    public @Nullable String neededFor() {
        return switch (kind) {
            case DESCRIBE, LIST, ASK_RELEASE, REVOKE -> name;
            case WHERE, PLACE, HEALTH, ROSTER, ANNOUNCE, CHANGE_ROSTER -> null;
        };
    }

    /** The request in words, for messages and logs. */
    public String inWords() {
        return kind.words
                + (kind == Kind.CHANGE_ROSTER ? " (" + Printable.of(name) + ")" : "")
                + (neededFor() == null ? "" : " \"" + Printable.of(name) + "\"")
                + (fence == 0 ? "" : " with fence " + fence);
    }

    /** The lock that this is about; not for a list. */
    LockName lock() {
        return LockName.ofUtf8(name.getBytes(StandardCharsets.UTF_8));
    }

    public void writeTo(ByteSink sink) {
        sink.writeByte(kind.code);
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        sink.writeInt(utf8.length);
        sink.writeBytes(utf8);
        sink.writeInt(limit);
        sink.writeLong(fence);
        WireText.write(sink, asker, ASKER_LENGTH_MAX);
        byte[] behind = after.getBytes(StandardCharsets.UTF_8);
        sink.writeInt(behind.length);
        sink.writeBytes(behind);
    }

    /** Throws {@link MalformedFrameException} if these bytes ask nothing sensible. */
    static AdminRequest read(ByteSource source) {
        Kind kind = KINDS[source.readChoice(KINDS.length, "kind of question")];
        int length = source.readInt();
        int lengthMax = kind == Kind.CHANGE_ROSTER ? ChangeText.BYTES_MAX : LockName.BYTES_MAX;
        if (length > lengthMax || (length == 0 && kind != Kind.LIST)) {
            throw new MalformedFrameException("a lock name of " + length + " bytes");
        }
        String name = new String(source.readBytes(length), StandardCharsets.UTF_8);
        if (kind != Kind.LIST && kind != Kind.CHANGE_ROSTER) {
            requireName(name);
        }
        int limit = source.readInt();
        if (limit > LIMIT_MAX) {
            throw new MalformedFrameException("a question for " + limit + " locks, more than " + LIMIT_MAX);
        }
        return new AdminRequest(
                kind, name, limit, source.readLong(), WireText.read(source, ASKER_LENGTH_MAX), readAfter(source));
    }

    private static String readAfter(ByteSource source) {
        int length = source.readInt();
        if (length > LockName.BYTES_MAX) {
            throw new MalformedFrameException("a lock name of " + length + " bytes");
        }
        String after = new String(source.readBytes(length), StandardCharsets.UTF_8);
        requireName(after);
        return after;
    }

    private static void requireName(String name) {
        if (name.getBytes(StandardCharsets.UTF_8).length > LockName.BYTES_MAX) {
            throw new MalformedFrameException("no name of a lock, for its bytes are no UTF-8");
        }
    }
}
