// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace.svg;

/** Where the nodes' lines stand in a picture. */
public record Columns(double first, double gap) {
    public double x(int node) {
        return first + node * gap;
    }
}
