// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace.svg;

import io.quorate.trace.Kinds;

/** The styles of space-time diagrams, beyond those that all pictures have. */
public final class DiagramStyle {
    private static final String LIGHT = """
            .message line, .message circle, .kind { stroke: currentColor; }
            .head, .message circle, text.label { fill: currentColor; } .wait { fill: #dcb45c; }
            .message line.casing { stroke: #ffffff; stroke-width: 4.5; stroke-opacity: 0.85; }
            .down { fill: url(#hatch); stroke: #c4123f; stroke-dasharray: 3 2; } .hatch { stroke: #c4123f; stroke-width: 1.6; }
            .gone { stroke: #ffffff; stroke-width: 4; } .cut { fill: #c4123f; fill-opacity: 0.06; }
            .cut-edge { stroke: #c4123f; stroke-dasharray: 7 4; } .side { stroke-width: 14; stroke-opacity: 0.2; }
            .left { stroke: #c4123f; } .right { stroke: #0b62c4; } .alarm { fill: #c4123f; } .alarm-line { stroke: #c4123f; }
            """;

    private static final String DARK = """
            .message line.casing { stroke: #14181d; } .down { stroke: #ff7d93; } .hatch { stroke: #ff7d93; } .gone { stroke: #14181d; }
            .cut { fill: #ff7d93; fill-opacity: 0.09; } .cut-edge { stroke: #ff7d93; } .left { stroke: #ff7d93; }
            .right { stroke: #6db3ff; } .alarm { fill: #ff7d93; } .alarm-line { stroke: #ff7d93; }
            """;

    private static final String HATCH =
            "<defs><pattern id=\"hatch\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\""
                    + " patternTransform=\"rotate(45)\"><line class=\"hatch\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"5\"/></pattern></defs>";

    private DiagramStyle() {}

    /** As markup, to stand behind {@link SvgPage#STYLE}. */
    public static String markup() {
        return "<style>\n" + LIGHT + Kinds.css(false) + "\n@media (prefers-color-scheme: dark) {\n" + DARK
                + Kinds.css(true) + "\n}\n</style>";
    }

    /** Definitions that the styles refer to. */
    public static String definitions() {
        return HATCH;
    }
}
