// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace.text;

import io.quorate.trace.Kinds;
import java.util.List;

/** Colours of a terminal, or none. */
interface TextInk {
    TextInk PLAIN = new TextInk() {};

    /** In the colour of a kind of message; in no colour if there is no such kind. */
    default String paint(String kind, String text) {
        return text;
    }

    default String bold(String text) {
        return text;
    }

    /** Errors. */
    default String alarm(String text) {
        return text;
    }

    /** A colour of the terminal's 256 for each kind, which is like the one that it has in pictures. */
    static TextInk coloured(List<String> kinds) {
        Kinds looks = new Kinds(kinds);
        return new TextInk() {
            @Override
            public String paint(String kind, String text) {
                return kind.isEmpty() ? text : escape("38;5;" + looks.terminalColour(kind), text);
            }

            @Override
            public String bold(String text) {
                return escape("1", text);
            }

            @Override
            public String alarm(String text) {
                return escape("31", text);
            }
        };
    }

    private static String escape(String code, String text) {
        return "\u001b[" + code + "m" + text + "\u001b[0m";
    }
}
