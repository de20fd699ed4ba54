// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.draw;

/** A place on the page; y grows downwards. */
record Point(double x, double y) {
    /** The point so far from this one, in a direction: 0 is straight up, a quarter of the circle further is to the right. */
    Point towards(double turn, double distance) {
        double angle = 2 * Math.PI * turn;
        return new Point(x + distance * Math.sin(angle), y - distance * Math.cos(angle));
    }

    Point halfwayTo(Point other) {
        return new Point((x + other.x) / 2, (y + other.y) / 2);
    }

    Point moved(double right, double down) {
        return new Point(x + right, y + down);
    }
}
