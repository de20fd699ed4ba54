package io.quorate.lab.draw;

/** Where the nodes' lines stand in a picture. */
record Columns(double first, double gap) {
    double x(int node) {
        return first + node * gap;
    }
}
