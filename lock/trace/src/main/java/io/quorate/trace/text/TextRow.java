// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace.text;

import io.quorate.trace.SpaceTime.Activity;
import io.quorate.trace.SpaceTime.Message;
import java.util.Arrays;

/** One line of a drawing for the terminal: what stands in each cell, and which kind of message it belongs to. */
final class TextRow {
    static final char IDLE = '│';

    /** The looks of a node's line, the most important last. */
    private static final String SIGNS = IDLE + "┊▓█x";

    private final char[] cells;
    private final String[] kinds;
    private final TextInk ink;

    TextRow(int width, TextInk ink) {
        this.cells = new char[width];
        this.kinds = new String[width];
        this.ink = ink;
        Arrays.fill(cells, ' ');
        Arrays.fill(kinds, "");
    }

    static char sign(Activity activity) {
        return switch (activity) {
            case WAITING -> '┊';
            case HOLDING_SHARED -> '▓';
            case HOLDING -> '█';
            case DOWN -> 'x';
        };
    }

    static int rank(char sign) {
        return SIGNS.indexOf(sign);
    }

    void life(int cell, char line) {
        cells[cell] = line;
    }

    void arrow(Message message, int from, int to, String label) {
        if (from == to) {
            return;
        }
        int way = from < to ? 1 : -1;
        for (int cell = from + way; cell != to; cell += way) {
            cells[cell] = cells[cell] == ' ' ? '─' : '┼';
            kinds[cell] = message.kind();
        }
        cells[to - way] = message.isReceived() ? (way > 0 ? '▶' : '◀') : '╳';
        String shown = TextDrawing.cut(label, Math.abs(to - from) - 5);
        int start = way > 0 ? from + 3 : from - 2 - shown.length();
        for (int place = 0; place < shown.length(); place++) {
            cells[start + place] = shown.charAt(place);
        }
    }

    /** Something at a node, or between two. */
    void mark(int one, int other) {
        int from = Math.min(one, other);
        int to = Math.max(one, other);
        for (int cell = from + 1; cell < to; cell++) {
            cells[cell] = cells[cell] == ' ' ? '╌' : cells[cell];
        }
        cells[(from + to) / 2] = one == other ? '◆' : '╳';
    }

    /** The line from a cell on, painted. */
    String from(int start) {
        StringBuilder line = new StringBuilder();
        int begin = start;
        for (int cell = start + 1; cell <= cells.length; cell++) {
            if (cell == cells.length || !kinds[cell].equals(kinds[begin])) {
                line.append(ink.paint(kinds[begin], new String(cells, begin, cell - begin)));
                begin = cell;
            }
        }
        return line.toString();
    }
}
