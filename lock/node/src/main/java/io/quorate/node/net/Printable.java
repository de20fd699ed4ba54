package io.quorate.node.net;

import java.util.regex.Pattern;

/**
 * Makes text from outside fit for logs and terminals: nobody can begin a line of their own in it, move the cursor, or turn the
 * direction of writing around.
 */
public final class Printable {
    /** Control characters, those beyond ASCII too, separators of lines and paragraphs, and marks of direction. */
    private static final Pattern UNFIT =
            Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}\\x{61C}\\x{200E}\\x{200F}\\x{202A}-\\x{202E}\\x{2066}-\\x{2069}]");

    private Printable() {}

    /** The text with a question mark in place of each character that is not fit. */
    public static String of(String text) {
        return UNFIT.matcher(text).replaceAll("?");
    }
}
