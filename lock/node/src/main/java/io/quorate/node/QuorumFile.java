// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import io.quorate.core.quorum.Explicit;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Quorums that are listed in a file, one a line; see {@link Explicit#ofLines} for how they are written. In a cluster n1 is
 * the first member of the roster in the order of ids, n2 the second, and so on.
 */
public final class QuorumFile {
    private static final String PREFIX = "file:";

    /** A list of a thousand quorums with a hundred members each is a tenth of this. */
    private static final long BYTES_MAX = 8 * 1024 * 1024;

    private QuorumFile() {}

    /** The name of a quorum system as it is; what is in the file if it is {@code file:PATH}, as a name that needs no file. */
    public static String inlined(String quorums) {
        return quorums.startsWith(PREFIX) ? nameOfLinesOf(quorums.substring(PREFIX.length())) : quorums;
    }

    private static String nameOfLinesOf(String file) {
        String lines = read(file);
        try {
            return Explicit.nameOfLines(lines);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    "The file \"" + file + "\" lists no quorums: " + wrong.getMessage() + ".", wrong);
        }
    }

    private static String read(String file) {
        if (file.isBlank()) {
            throw new IllegalArgumentException(
                    "The name of a file is missing behind \"file:\": write file:quorums.txt, for example.");
        }
        try {
            Path path = Path.of(file);
            if (!Files.exists(path)) {
                throw refusal(
                        file,
                        "there is no such file; paths begin at " + Path.of("").toAbsolutePath(),
                        null);
            }
            if (Files.isDirectory(path)) {
                throw refusal(file, "it is a directory", null);
            }
            if (Files.size(path) > BYTES_MAX) {
                throw refusal(file, "it has more than " + BYTES_MAX + " bytes", null);
            }
            return Files.readString(path, StandardCharsets.UTF_8);
        } catch (CharacterCodingException noText) {
            throw refusal(file, "it is not a text in UTF-8", noText);
        } catch (InvalidPathException | IOException failure) {
            throw refusal(file, failure.toString(), failure);
        }
    }

    private static IllegalArgumentException refusal(String file, String reason, @Nullable Exception cause) {
        return new IllegalArgumentException(
                "The quorums cannot be read from the file \"" + file + "\": " + reason
                        + ". Give the path of a readable text file with one quorum a line.",
                cause);
    }
}
