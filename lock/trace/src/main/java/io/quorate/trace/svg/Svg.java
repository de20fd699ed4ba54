// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace.svg;

import java.util.Locale;

/** SVG or HTML being written. */
public final class Svg {
    private final StringBuilder text = new StringBuilder();

    /** Adds markup; each {@code %} takes the next value: numbers with one decimal, texts escaped. */
    public void add(String markup, Object... values) {
        int next = 0;
        for (int place = 0; place < markup.length(); place++) {
            char each = markup.charAt(place);
            if (each != '%') {
                text.append(each);
            } else {
                append(values[next++]);
            }
        }
        text.append('\n');
    }

    /** Markup as a value: it is not escaped. */
    public static Object markup(String markup) {
        return new Markup(markup);
    }

    private record Markup(String text) {}

    /** Adds markup as it is. */
    public void raw(String markup) {
        text.append(markup).append('\n');
    }

    private void append(Object value) {
        if (value instanceof Markup markup) {
            text.append(markup.text);
        } else if (value instanceof Double number) {
            text.append(number(number));
        } else {
            text.append(escaped(value.toString()));
        }
    }

    /** A number with one decimal, if it has any. */
    public static String number(double number) {
        String written = String.format(Locale.ROOT, "%.1f", number);
        return written.endsWith(".0") ? written.substring(0, written.length() - 2) : written;
    }

    /** The text with nothing in it that means something in XML, or that XML forbids. */
    public static String escaped(String plain) {
        StringBuilder escaped = new StringBuilder(plain.length());
        plain.codePoints().forEach(each -> {
            switch (each) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(isAllowed(each) ? each : 0xFFFD);
            }
        });
        return escaped.toString();
    }

    private static boolean isAllowed(int each) {
        boolean control = each < ' ' && each != '\t' && each != '\n';
        boolean half = each >= Character.MIN_SURROGATE && each <= Character.MAX_SURROGATE;
        return !control && !half && each != 0xFFFE && each != 0xFFFF;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
