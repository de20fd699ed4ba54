// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.access;

import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.tls.SecretFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Bearer tokens and what they allow, from a file with lines {@code name role token [prefix...]}. A token is written as it is, or as
 * {@code sha256:} and the digest of it in hexadecimal digits. The file is read again when it has changed; one that is of no use does not
 * replace what is known.
 */
public final class Tokens {
    private static final EventLog LOG = EventLog.of(Tokens.class);

    /** A token that is shorter can be guessed. */
    private static final int LENGTH_MIN = 16;

    private static final int LENGTH_MAX = 512;
    private static final long BYTES_MAX = 1 << 20;
    private static final long LOOK_AGAIN_NANOS = Duration.ofSeconds(1).toNanos();
    private static final String DIGEST = "sha256:";
    private static final String EXAMPLE = "write it as in \"ci-bot acquire " + DIGEST + "9f86d0... billing/\"";

    private final Path file;
    private List<Grant> grants;
    private String readState;
    private long lookedAt = System.nanoTime();

    /** One line. */
    private record Grant(String name, Right role, Digest token, List<String> prefixes) {
        boolean permits(Right needed, @Nullable String lock) {
            return role.compareTo(needed) >= 0
                    && (lock == null || prefixes.isEmpty() || prefixes.stream().anyMatch(lock::startsWith));
        }

        @Override
        public String toString() {
            return role.word() + prefixes.stream().map(each -> " " + each).collect(Collectors.joining());
        }
    }

    /** Of a token. Compared in a time that does not depend on where they differ. */
    private static final class Digest {
        private final byte[] bytes;

        Digest(byte[] bytes) {
            this.bytes = bytes;
        }

        boolean isOf(byte[] other) {
            return MessageDigest.isEqual(bytes, other);
        }
    }

    private Tokens(Path file) {
        this.file = file;
        this.readState = state(file);
        this.grants = read(file);
        SecretFile.warnIfOthersMayRead(file, LOG);
    }

    /** Reads the file; an {@link IllegalArgumentException} says what is wrong with it. */
    public static Tokens of(Path file) {
        return new Tokens(file);
    }

    /**
     * The rights of the token, looked up each time: a stream outlives the file that it was opened under. Null if the file does not list it.
     */
    Caller.@Nullable Rights rightsOf(String token) {
        return found(token).isEmpty() ? null : (what, needed, lock) -> objectionTo(found(token), what, needed, lock);
    }

    private static @Nullable String objectionTo(List<Grant> found, String what, Right needed, @Nullable String lock) {
        if (found.isEmpty()) {
            return what + " needs a token, and the file of tokens does not list this one any more. Use another token";
        }
        return found.stream().anyMatch(each -> each.permits(needed, lock))
                ? null
                : what + " needs the role " + needed.word() + " for it, and the token of \"" + found.get(0).name
                        + "\" has: " + join(found) + ". Use another token, or change the file of tokens";
    }

    private static String join(List<Grant> found) {
        return found.stream().map(Grant::toString).collect(Collectors.joining(", "));
    }

    /** The owner of the token; only for a token that has rights. */
    String nameOf(String token) {
        return found(token).stream().map(Grant::name).findFirst().orElse("nobody");
    }

    /** All lines are compared, whichever fits. */
    private List<Grant> found(String token) {
        byte[] digest = sha256(token);
        return look().stream().filter(each -> each.token.isOf(digest)).toList();
    }

    private synchronized List<Grant> look() {
        if (System.nanoTime() - lookedAt > LOOK_AGAIN_NANOS) {
            lookedAt = System.nanoTime();
            String state = state(file);
            if (!state.equals(readState)) {
                readState = state; // a file that is of no use is not read again until it changes again
                try {
                    grants = read(file);
                    LOG.say(LogEvent.TOKENS_READ, file);
                    SecretFile.warnIfOthersMayRead(file, LOG);
                } catch (IllegalArgumentException useless) {
                    LOG.say(LogEvent.TOKENS_KEPT, useless.getMessage());
                }
            }
        }
        return grants;
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

    private static List<Grant> read(Path file) {
        List<Grant> grants = new ArrayList<>();
        int number = 0;
        for (String line : lines(file)) {
            number++;
            String text = line.strip();
            if (!text.isEmpty() && !text.startsWith("#")) {
                try {
                    grants.add(grant(List.of(text.split("\\s+"))));
                } catch (IllegalArgumentException wrong) {
                    throw new IllegalArgumentException("Line " + number + " of the file of tokens " + file
                            + " is of no use: " + wrong.getMessage());
                }
            }
        }
        return List.copyOf(grants);
    }

    private static List<String> lines(Path file) {
        try {
            if (Files.size(file) > BYTES_MAX) {
                throw new IllegalArgumentException(
                        "The file of tokens " + file + " has more than " + BYTES_MAX + " bytes: give the right one.");
            }
            return Files.readAllLines(file);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException(
                    "The file of tokens " + file + " cannot be read (" + unreadable
                            + "): give its path, and let this process read it.",
                    unreadable);
        }
    }

    private static Grant grant(List<String> words) {
        if (words.size() < 3) {
            throw new IllegalArgumentException("it needs a name, a role and a token; " + EXAMPLE + ".");
        }
        Right role = Arrays.stream(Right.values())
                .filter(each -> each.word().equals(words.get(1)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no role \"" + words.get(1) + "\"; give read, acquire or admin."));
        return new Grant(words.get(0), role, digest(words.get(2)), List.copyOf(words.subList(3, words.size())));
    }

    /** The message names no token: it goes into logs. */
    private static Digest digest(String word) {
        if (word.startsWith(DIGEST)) {
            try {
                byte[] digest = HexFormat.of().parseHex(word.substring(DIGEST.length()));
                if (digest.length == 32) {
                    return new Digest(digest);
                }
            } catch (IllegalArgumentException noHex) {
                // said below
            }
            throw new IllegalArgumentException("64 hexadecimal digits must follow " + DIGEST + ".");
        }
        if (word.length() < LENGTH_MIN || word.length() > LENGTH_MAX) {
            throw new IllegalArgumentException("a token has " + LENGTH_MIN + " to " + LENGTH_MAX
                    + " characters; \"openssl rand -hex 32\" makes a good one.");
        }
        return new Digest(sha256(word));
    }

    private static byte[] sha256(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
