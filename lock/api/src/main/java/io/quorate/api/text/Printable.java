package io.quorate.api.text;

import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes text fit for logs, exceptions and terminals. Names of locks and nodes come from outside: they must not begin a line of
 * their own, move the cursor, hide letters or turn the direction of writing around. Every module uses this one.
 */
public final class Printable {
    /**
     * Control characters, separators of lines and paragraphs, invisible format characters and half characters. The joiners U+200C
     * and U+200D stay: some languages and emoji need them.
     */
    private static final Pattern UNFIT =
            Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cs}[\\p{Cf}&&[^\\x{200C}\\x{200D}]]]");

    private static final Pattern UNFIT_BUT_NEW_LINE = Pattern.compile("(?!\\n)" + UNFIT.pattern());

    private Printable() {}

    /** The text with a question mark in place of each character that is not fit. */
    public static String of(String text) {
        return isPlain(text) ? text : UNFIT.matcher(text).replaceAll("?");
    }

    /** The same for text of several lines, which keeps them. */
    public static String lines(String text) {
        return isPlain(text) ? text : UNFIT_BUT_NEW_LINE.matcher(text).replaceAll("?");
    }

    /** A JSON document whose strings hold no unfit character: each becomes an escape, so that nothing is lost. */
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

    /** Most text is: a quick look spares the search. */
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
