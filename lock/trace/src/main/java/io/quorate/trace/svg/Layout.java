// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace.svg;

import io.quorate.trace.SpaceTime;

/** Where everything of a diagram lies on the page: nodes side by side, time downwards. */
public record Layout(Columns columns, TimeAxis axis, double top, double bottom, double width) {
    /** Left of it stand the times. */
    static final double TIME_WIDTH = 58;

    /** With more moments than this they lie closer together. */
    private static final int MOMENTS_WITH_ROOM = 150;

    /** The layout of what begins at this height. */
    public static Layout of(SpaceTime diagram, double top) {
        int nodes = diagram.nodes().size();
        double left = SvgPage.MARGIN + TIME_WIDTH + 30;
        Columns columns = new Columns(left, gap(nodes));
        long[] times = diagram.times();
        TimeAxis axis = new TimeAxis(times, top, times.length > MOMENTS_WITH_ROOM ? 14 : 22);
        return new Layout(columns, axis, top, Math.max(axis.end(), top) + 24, width(nodes));
    }

    static double width(int nodes) {
        return Math.max(560, 2 * SvgPage.MARGIN + TIME_WIDTH + gap(nodes) * Math.max(1, nodes - 1) + 60);
    }

    private static double gap(int nodes) {
        if (nodes <= 6) {
            return nodes <= 3 ? 190 : 150;
        }
        return nodes <= 9 ? 116 : nodes <= 16 ? 92 : 74;
    }

    /** How high something lies that happens, or has not happened, at this time. */
    public double y(long time) {
        return time == SpaceTime.NEVER ? bottom : axis.y(time);
    }
}
