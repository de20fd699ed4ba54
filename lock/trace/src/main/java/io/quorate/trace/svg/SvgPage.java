// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace.svg;

/** The page that every picture is drawn on: its size, its title, and styles for light and dark backgrounds. */
public final class SvgPage {
    public static final double MARGIN = 18;

    /** As markup; of pages that pictures are part of, too. */
    public static final String STYLE = """
            <style>
              .page { fill: #ffffff; } .ink { fill: #1f2933; } .soft { fill: #6b7785; } .grid { stroke: #e6eaee; }
              .life { stroke: #9aa5b1; stroke-width: 1.5; } .halo { stroke: #ffffff; stroke-width: 3; paint-order: stroke; }
              .hold { fill: #f2b01e; stroke: #a87400; } .shared { fill: #f9dc8f; stroke: #a87400; } .wait { fill: #c79a3a; }
              .reset { stroke: #d8434e; fill: none; stroke-width: 1.5; } .warn { fill: #d8434e; }
              text { font-family: ui-sans-serif, "DejaVu Sans", Verdana, Arial, sans-serif; }
              @media (prefers-color-scheme: dark) {
                .page { fill: #14181d; } .ink { fill: #e8edf2; } .soft { fill: #98a4b1; } .grid { stroke: #262d35; }
                .life { stroke: #5d6975; } .halo { stroke: #14181d; } .hold { stroke: #ffd877; } .shared { stroke: #ffd877; }
              }
            </style>""";

    private SvgPage() {}

    /** Begins a picture; {@code spoken} is what a reader without eyes is told, {@code title} what is written above. */
    public static void open(Svg svg, double width, double height, String spoken, String title) {
        svg.add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 % %\" width=\"%\" height=\"%\" role=\"img\">",
                width, height, width, height);
        svg.add("<title>%</title>", spoken);
        svg.raw(STYLE);
        svg.add("<rect class=\"page\" x=\"0\" y=\"0\" width=\"%\" height=\"%\" rx=\"6\"/>", width, height);
        svg.add("<text class=\"ink\" x=\"%\" y=\"%\" font-size=\"15\">%</text>", MARGIN, MARGIN + 10, title);
    }
}
