// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace;

/** How colours look, also to people who cannot see red or green (matrices of Viénot, Brettel and Mollon for linear light). */
public final class ColourVision {
    static final double[][] ALL = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static final double[][] NO_RED = {{0.11238, 0.88762, 0}, {0.11238, 0.88762, 0}, {0.00401, -0.00401, 1}};
    static final double[][] NO_GREEN = {{0.29275, 0.70725, 0}, {0.29275, 0.70725, 0}, {-0.02234, 0.02234, 1}};

    private ColourVision() {}

    private static double[] linear(String hex) {
        double[] light = new double[3];
        for (int channel = 0; channel < 3; channel++) {
            double value = Integer.parseInt(hex.substring(1 + 2 * channel, 3 + 2 * channel), 16) / 255.0;
            light[channel] = value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
        }
        return light;
    }

    /** How bright the colour is, from 0 to 1. */
    public static double luminance(String hex) {
        double[] light = linear(hex);
        return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
    }

    /** The distance of two colours in CIELAB, as these eyes see them. */
    public static double difference(String one, String other, double[][] eye) {
        double[] first = lab(seen(linear(one), eye));
        double[] second = lab(seen(linear(other), eye));
        return Math.sqrt(Math.pow(first[0] - second[0], 2)
                + Math.pow(first[1] - second[1], 2)
                + Math.pow(first[2] - second[2], 2));
    }

    private static double[] seen(double[] light, double[][] eye) {
        double[] seen = new double[3];
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < 3; column++) {
                seen[row] += eye[row][column] * light[column];
            }
            seen[row] = Math.max(0, Math.min(1, seen[row]));
        }
        return seen;
    }

    private static double[] lab(double[] light) {
        double x = (0.4124 * light[0] + 0.3576 * light[1] + 0.1805 * light[2]) / 0.9505;
        double y = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
        double z = (0.0193 * light[0] + 0.1192 * light[1] + 0.9505 * light[2]) / 1.089;
        return new double[] {116 * root(y) - 16, 500 * (root(x) - root(y)), 200 * (root(y) - root(z))};
    }

    private static double root(double value) {
        return value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16.0 / 116;
    }
}
