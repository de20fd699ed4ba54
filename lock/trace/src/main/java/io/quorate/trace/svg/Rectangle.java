// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace.svg;

/** The room that a label takes: a rectangle, turned by an angle around its centre. */
public record Rectangle(double centreX, double centreY, double width, double height, double angle) {

    /** Whether the two have a point in common: they have not if some line along a side of one of them parts them. */
    boolean meets(Rectangle other) {
        return !isPartedBySidesOf(this, other) && !other.isPartedBySidesOf(other, this);
    }

    private boolean isPartedBySidesOf(Rectangle one, Rectangle other) {
        return isParted(one, other, angle) || isParted(one, other, angle + Math.PI / 2);
    }

    private static boolean isParted(Rectangle one, Rectangle other, double direction) {
        double dx = Math.cos(direction);
        double dy = Math.sin(direction);
        double distance = Math.abs((one.centreX - other.centreX) * dx + (one.centreY - other.centreY) * dy);
        return distance > one.reach(direction) + other.reach(direction);
    }

    double top() {
        return centreY - reach(Math.PI / 2);
    }

    double bottom() {
        return centreY + reach(Math.PI / 2);
    }

    /** How far it stretches from its centre in a direction. */
    private double reach(double direction) {
        double turned = direction - angle;
        return (Math.abs(Math.cos(turned)) * width + Math.abs(Math.sin(turned)) * height) / 2;
    }
}
