// SPDX-License-Identifier: Apache-2.0
package io.quorate.api.text;

import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes text safe for logs, exceptions and terminals. Names of locks and nodes come from outside. They must not start a new line,
 * move the cursor, hide characters or change the direction of writing.
 */
public final class Printable {
    /**
     * Control characters, line and paragraph separators, invisible format characters and unpaired surrogates. The joiners U+200C and
     * U+200D are allowed: some languages and emoji need them.
     */
    private static final Pattern UNFIT =
            Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cs}[\\p{Cf}&&[^\\x{200C}\\x{200D}]]]");

    private static final Pattern UNFIT_BUT_NEW_LINE = Pattern.compile("(?!\\n)" + UNFIT.pattern());

    private Printable() {}

    /**
     * Replaces each unsafe character by a question mark.
     *
     * @param text any text
     * @return the safe text, on one line
     */
    public static String of(String text) {
        return isPlain(text) ? text : UNFIT.matcher(text).replaceAll("?");
    }

    /**
     * Replaces each unsafe character by a question mark, and keeps line breaks.
     *
     * @param text any text
     * @return the safe text
     */
    public static String lines(String text) {
        return isPlain(text) ? text : UNFIT_BUT_NEW_LINE.matcher(text).replaceAll("?");
    }

    /**
     * Replaces each unsafe character in a JSON document by its escape, so that nothing is lost.
     *
     * @param document a JSON document
     * @return the same document, safe to print
     */
    public static String json(String document) {
        return UNFIT_BUT_NEW_LINE.matcher(document).replaceAll(Printable::escapes);
    }

    private static String escapes(MatchResult found) {
        StringBuilder escapes = new StringBuilder();
        for (char unit : found.group().toCharArray()) {
            escapes.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
        }
        return Matcher.quoteReplacement(escapes.toString());
    }

    /** Most text is printable ASCII: this check avoids the regular expression. */
    private static boolean isPlain(String text) {
        for (int index = 0; index < text.length(); index++) {
            char letter = text.charAt(index);
            if (letter < ' ' || letter > '~') {
                return false;
            }
        }
        return true;
    }
}
