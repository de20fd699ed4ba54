// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Text of paths and queries: percent-encoded UTF-8, read strictly. Invalid text is a {@link Problem}, never a guess. */
public final class PercentText {
    private PercentText() {}

    /** The text that is written so in a path; with no control characters in it. */
    public static String ofPath(String raw) {
        return withoutControls(decoded(raw, false));
    }

    /**
     * The name that is written so at the end of a path. It may have slashes, as they are or as {@code %2F}; but no part {@code .} or
     * {@code ..}, which clients and proxies resolve, each in its own way.
     */
    public static String nameAtEndOf(String raw) {
        String name = withoutControls(decoded(raw, false));
        for (String part : name.split("/", -1)) {
            if (part.equals(".") || part.equals("..")) {
                throw Problem.badRequest("The name at the end of the path has a part \"" + part
                        + "\", which programs on the way may resolve. Ask for it by ?prefix= instead.");
            }
        }
        return name;
    }

    /** The parameters of a query, each once. Values may be anything that a lock is called: a list must go on behind each of them. */
    static Map<String, String> query(String raw) {
        Map<String, String> parameters = new LinkedHashMap<>();
        if (raw.isEmpty()) {
            return parameters;
        }
        for (String part : raw.split("&", -1)) {
            int equals = part.indexOf('=');
            String name = withoutControls(decoded(equals < 0 ? part : part.substring(0, equals), true));
            String value = equals < 0 ? "" : decoded(part.substring(equals + 1), true);
            if (name.isEmpty() || parameters.put(name, value) != null) {
                throw Problem.badRequest(
                        "The query has a parameter twice, or one without a name. Give each once, as name=value.");
            }
        }
        return parameters;
    }

    private static String decoded(String raw, boolean plusIsSpace) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length());
        for (int index = 0; index < raw.length(); index++) {
            char letter = raw.charAt(index);
            if (letter == '%') {
                bytes.write(hex(raw, index + 1) * 16 + hex(raw, index + 2));
                index += 2;
            } else if (letter > '~' || letter <= ' ') {
                throw Problem.badRequest("The path or query has characters that must be percent-encoded as UTF-8.");
            } else {
                bytes.write(letter == '+' && plusIsSpace ? ' ' : letter);
            }
        }
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException invalid) {
            throw Problem.badRequest(
                    "The percent-encoded bytes in the path or query are no UTF-8. Encode text as UTF-8.");
        }
        return text;
    }

    private static String withoutControls(String text) {
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw Problem.badRequest("The path has a control character. Leave it out, or ask for it by ?prefix=.");
        }
        return text;
    }

    private static int hex(String raw, int index) {
        int digit = index < raw.length() && raw.charAt(index) < 0x80 ? Character.digit(raw.charAt(index), 16) : -1;
        if (digit < 0) {
            throw Problem.badRequest(
                    "Two hexadecimal digits must follow each % in the path or query. Write %25 for %.");
        }
        return digit;
    }
}
