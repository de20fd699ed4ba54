// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON as RFC 8259 has it and nothing else: no comments, no repeated names, no half characters. Bounded in size, depth and length
 * of numbers, so that no text from outside costs more than its own length.
 */
public final class JsonReader {
    /** Maximum length of a document in bytes. */
    public static final int BYTES_MAX = 64 * 1024;

    /** Maximum depth of objects and lists. */
    public static final int DEPTH_MAX = 16;

    /** Maximum length of a number in characters. */
    public static final int NUMBER_LENGTH_MAX = 40;

    private final String text;
    private int at;

    private JsonReader(String text) {
        this.text = text;
    }

    /** A map, list, string, boolean, {@code Long}, {@code Double} or null. */
    public static @Nullable Object read(byte[] utf8) throws MalformedJsonException {
        if (utf8.length > BYTES_MAX) {
            throw new MalformedJsonException("it has " + utf8.length + " bytes, more than " + BYTES_MAX);
        }
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
        } catch (CharacterCodingException invalid) {
            throw new MalformedJsonException("its bytes are no UTF-8");
        }
        JsonReader reader = new JsonReader(text);
        Object value = reader.value(0);
        reader.skipSpace();
        if (reader.at < text.length()) {
            throw reader.fault("something follows the end");
        }
        return value;
    }

    private MalformedJsonException fault(String what) {
        return new MalformedJsonException(what + ", at character " + at);
    }

    private void skipSpace() {
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    /** The next character that is no space; throws at the end. */
    private char peek() throws MalformedJsonException {
        skipSpace();
        if (at >= text.length()) {
            throw fault("it ends too early");
        }
        return text.charAt(at);
    }

    private boolean skip(char expected) throws MalformedJsonException {
        boolean isThere = peek() == expected;
        at += isThere ? 1 : 0;
        return isThere;
    }

    private void require(char expected) throws MalformedJsonException {
        if (!skip(expected)) {
            throw fault("'" + expected + "' is missing");
        }
    }

    private @Nullable Object value(int depth) throws MalformedJsonException {
        return switch (peek()) {
            case '{' -> object(depth + 1);
            case '[' -> list(depth + 1);
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private @Nullable Object word(String word, @Nullable Object value) throws MalformedJsonException {
        if (!text.startsWith(word, at)) {
            throw fault("no value is written so");
        }
        at += word.length();
        return value;
    }

    private void requireDepth(int depth) throws MalformedJsonException {
        if (depth > DEPTH_MAX) {
            throw fault("objects and lists are deeper than " + DEPTH_MAX);
        }
        at++;
    }

    private Map<String, @Nullable Object> object(int depth) throws MalformedJsonException {
        requireDepth(depth);
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        if (skip('}')) {
            return fields;
        }
        do {
            if (peek() != '"') {
                throw fault("a name in quotation marks is missing");
            }
            String name = string();
            require(':');
            Object value = value(depth);
            if (fields.containsKey(name)) {
                throw fault("a name is there twice");
            }
            fields.put(name, value);
        } while (skip(','));
        require('}');
        return fields;
    }

    private List<@Nullable Object> list(int depth) throws MalformedJsonException {
        requireDepth(depth);
        List<@Nullable Object> values = new ArrayList<>();
        if (skip(']')) {
            return values;
        }
        do {
            values.add(value(depth));
        } while (skip(','));
        require(']');
        return values;
    }

    private String string() throws MalformedJsonException {
        at++;
        StringBuilder string = new StringBuilder();
        while (at < text.length()) {
            char letter = text.charAt(at++);
            if (letter == '"') {
                requireWholeCharacters(string);
                return string.toString();
            }
            if (letter < ' ') {
                throw fault("a control character is not escaped");
            }
            string.append(letter == '\\' ? escaped() : letter);
        }
        throw fault("a string does not end");
    }

    private void requireWholeCharacters(CharSequence string) throws MalformedJsonException {
        for (int index = 0; index < string.length(); index++) {
            char letter = string.charAt(index);
            if (Character.isHighSurrogate(letter)
                    && index + 1 < string.length()
                    && Character.isLowSurrogate(string.charAt(index + 1))) {
                index++;
            } else if (Character.isSurrogate(letter)) {
                throw fault("a string has half a character");
            }
        }
    }

    private char escaped() throws MalformedJsonException {
        if (at >= text.length()) {
            throw fault("a string does not end");
        }
        char letter = text.charAt(at++);
        return switch (letter) {
            case '"', '\\', '/' -> letter;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unit();
            default -> throw fault("no escape is written so");
        };
    }

    private char unit() throws MalformedJsonException {
        int unit = 0;
        for (int digits = 0; digits < 4; digits++) {
            int digit = at < text.length() ? hexDigit(text.charAt(at)) : -1;
            if (digit < 0) {
                throw fault("four hexadecimal digits are missing");
            }
            unit = unit * 16 + digit;
            at++;
        }
        return (char) unit;
    }

    /** {@code Character.digit} knows digits of other scripts, too. */
    private static int hexDigit(char letter) {
        return letter < 0x80 ? Character.digit(letter, 16) : -1;
    }

    private Object number() throws MalformedJsonException {
        int start = at;
        if (text.charAt(at) == '-') {
            at++;
        }
        boolean startsWithZero = at < text.length() && text.charAt(at) == '0';
        int whole = digits();
        if (whole == 0 || (startsWithZero && whole > 1)) {
            throw fault("no value is written so");
        }
        boolean isWhole = true;
        if (at < text.length() && text.charAt(at) == '.') {
            at++;
            isWhole = false;
            requireDigits();
        }
        if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            at++;
            isWhole = false;
            if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
                at++;
            }
            requireDigits();
        }
        if (at - start > NUMBER_LENGTH_MAX) {
            throw fault("a number is longer than " + NUMBER_LENGTH_MAX + " characters");
        }
        return number(text.substring(start, at), isWhole);
    }

    private Object number(String digits, boolean isWhole) throws MalformedJsonException {
        if (isWhole) {
            try {
                return Long.valueOf(digits);
            } catch (NumberFormatException tooLarge) {
                // A number of any size is JSON, only not exact.
            }
        }
        double number = Double.parseDouble(digits);
        if (!Double.isFinite(number)) {
            throw fault("a number is too large");
        }
        return number;
    }

    private int digits() {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at - start;
    }

    private void requireDigits() throws MalformedJsonException {
        if (digits() == 0) {
            throw fault("a digit is missing");
        }
    }
}
