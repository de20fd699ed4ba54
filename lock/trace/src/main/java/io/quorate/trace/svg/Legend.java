// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace.svg;

import io.quorate.trace.Kinds;
import io.quorate.trace.SpaceTime;
import io.quorate.trace.SpaceTime.Activity;
import java.util.ArrayList;
import java.util.List;

/** The meanings of a diagram's signs. */
public final class Legend {
    private Legend() {}

    /** The signs that are used besides the kinds of messages: a name, a space, and what it means. */
    public static List<String> samples(SpaceTime diagram) {
        List<String> samples = new ArrayList<>(List.of("wait waits", "hold holds"));
        if (has(diagram, Activity.HOLDING_SHARED)) {
            samples.add("shared holds, shared");
        }
        if (has(diagram, Activity.DOWN)) {
            samples.add("down has crashed");
        }
        if (!diagram.cuts().isEmpty()) {
            samples.add("cut links are cut");
        }
        if (diagram.messages().stream().anyMatch(message -> !message.isReceived())) {
            samples.add("lost does not arrive");
        }
        return samples;
    }

    private static boolean has(SpaceTime diagram, Activity activity) {
        return diagram.spans().stream().anyMatch(span -> span.activity() == activity);
    }

    /** Draws a sign, 22 wide, around a height; that of a kind of message if it is called so. */
    public static void drawSample(Svg svg, Kinds kinds, String sample, String text, double x, double y) {
        switch (sample) {
            case "kind" ->
                svg.add(
                        "<line class=\"kind %\" x1=\"%\" y1=\"%\" x2=\"%\" y2=\"%\" stroke-width=\"2.5\"%/>",
                        kinds.style(text), x, y, x + 22, y, Svg.markup(kinds.dashes(text)));
            case "lost" -> SvgArrows.cross(svg, x + 11, y);
            case "wait" ->
                svg.add("<rect class=\"wait\" x=\"%\" y=\"%\" width=\"22\" height=\"4\" rx=\"2\"/>", x, y - 2);
            case "cut" -> {
                svg.add("<rect class=\"cut\" x=\"%\" y=\"%\" width=\"22\" height=\"11\"/>", x, y - 5.5);
                svg.add("<line class=\"cut-edge\" x1=\"%\" y1=\"%\" x2=\"%\" y2=\"%\"/>", x, y - 5.5, x + 22, y - 5.5);
            }
            default ->
                svg.add("<rect class=\"%\" x=\"%\" y=\"%\" width=\"22\" height=\"11\" rx=\"3\"/>", sample, x, y - 5.5);
        }
    }
}
