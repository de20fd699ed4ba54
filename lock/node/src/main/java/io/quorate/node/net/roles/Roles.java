// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.roles;

import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.TransportException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides which roles the owner of a certificate has at this node. A file of roles comes first, if it lists one of the names in
 * the certificate; then the roles in the certificate itself. If neither says anything, a certificate that names a member makes a
 * member, and any other makes a holder and observer of all locks: never an operator.
 *
 * <p>The file has lines {@code name role [prefix...]}, and is read again when it has changed.
 */
public final class Roles {
    private static final EventLog LOG = EventLog.of(Roles.class);

    /** For somebody whom the file takes every role from. */
    private static final String NONE = "none";

    /** No sensible file of roles is longer. */
    private static final long BYTES_MAX = 1 << 20;

    /** Where many ask, the file is looked at so often. */
    private static final long LOOK_AGAIN_NANOS = Duration.ofSeconds(1).toNanos();

    private static final List<RoleGrant> OF_MEMBERS = List.of(RoleGrant.of(Role.MEMBER));
    private static final List<RoleGrant> OF_OTHERS = List.of(RoleGrant.of(Role.HOLDER), RoleGrant.of(Role.OBSERVER));

    private volatile Predicate<String> isMember;
    private final @Nullable Path file;
    private volatile Map<String, List<RoleGrant>> listed = Map.of();

    /** How often the file has changed: {@link PeerRights} compare it. */
    private volatile int version;

    private volatile long lookedAt;
    private String readState = "";

    /**
     * Reads the file, if there is one; a {@link TransportException} says what is wrong with it.
     *
     * @param isMember whether a member is called so
     */
    public Roles(Predicate<String> isMember, @Nullable Path file) {
        this.isMember = isMember;
        this.file = file;
        if (file != null) {
            readState = state(file);
            lookedAt = System.nanoTime();
            listed = read(file);
        }
    }

    /** Of a client, which calls members only and lets nobody in. */
    public static Roles ofClient() {
        return new Roles(name -> true, null);
    }

    /** Other nodes are members from now on. */
    public synchronized void follow(Predicate<String> isMemberNow) {
        isMember = isMemberNow;
        version++; // written under the lock only
    }

    /** Those that the owner of the certificate has now. */
    List<RoleGrant> of(PeerIdentity owner) {
        if (owner.fault() != null || owner.names().isEmpty()) {
            return List.of();
        }
        List<RoleGrant> found = new ArrayList<>();
        boolean isListed = false;
        for (String name : owner.names()) {
            List<RoleGrant> grants = listed.get(name);
            isListed |= grants != null;
            found.addAll(grants == null ? List.of() : grants);
        }
        if (isListed) {
            return found;
        }
        if (!owner.roles().isEmpty()) {
            return owner.roles();
        }
        return owner.names().stream().anyMatch(isMember) ? OF_MEMBERS : OF_OTHERS;
    }

    /** Changes when somebody may have other roles. The file is looked at now, or, if that will do, within a second. */
    int version(boolean now) {
        Path path = file;
        if (path != null && (now || System.nanoTime() - lookedAt > LOOK_AGAIN_NANOS)) {
            look(path);
        }
        return version;
    }

    private synchronized void look(Path path) {
        lookedAt = System.nanoTime();
        String state = state(path);
        if (state.equals(readState)) {
            return;
        }
        readState = state; // a file that is of no use is not read again until it changes again
        try {
            listed = read(path);
            version++; // written under the lock only
            LOG.say(LogEvent.ROLES_READ, path, listed.keySet());
        } catch (TransportException useless) {
            LOG.say(LogEvent.ROLES_KEPT, useless.getMessage());
        }
    }

    private static String state(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return file.toRealPath() + " " + attributes.fileKey() + " " + attributes.lastModifiedTime() + " "
                    + attributes.size();
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }

    private static Map<String, List<RoleGrant>> read(Path file) {
        Map<String, List<RoleGrant>> listed = new LinkedHashMap<>();
        int number = 0;
        for (String line : lines(file)) {
            number++;
            int comment = line.indexOf('#');
            String text = (comment < 0 ? line : line.substring(0, comment)).strip();
            if (text.isEmpty()) {
                continue;
            }
            List<String> words = List.of(text.split("\\s+"));
            List<RoleGrant> grants = listed.computeIfAbsent(words.get(0), name -> new ArrayList<>());
            if (words.size() == 1) {
                throw unusable(file, number, "it has no role; write it as in \"ci-bot holder billing/\"");
            }
            if (!words.subList(1, words.size()).equals(List.of(NONE))) {
                try {
                    grants.add(RoleGrant.ofWords(words.subList(1, words.size())));
                } catch (IllegalArgumentException wrong) {
                    throw unusable(file, number, String.valueOf(wrong.getMessage()));
                }
            }
        }
        return listed;
    }

    private static List<String> lines(Path file) {
        try {
            if (Files.size(file) > BYTES_MAX) {
                throw new TransportException(
                        "the file of roles " + file + " has more than " + BYTES_MAX + " bytes: give the right one");
            }
            return Files.readAllLines(file);
        } catch (IOException unreadable) {
            throw new TransportException(
                    "the file of roles " + file + " cannot be read (" + unreadable
                            + "): give its path, and let this process read it",
                    unreadable);
        }
    }

    private static TransportException unusable(Path file, int line, String why) {
        return new TransportException("line " + line + " of the file of roles " + file + " is of no use: " + why);
    }
}
