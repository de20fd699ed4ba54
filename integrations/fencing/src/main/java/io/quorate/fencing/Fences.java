package io.quorate.fencing;

/** What all guards ask of a fence. */
final class Fences {
    private Fences() {}

    static void requireSound(long fence) {
        if (fence <= 0) {
            throw new IllegalArgumentException(
                    "Fence " + fence + " protects nothing: give that of a hold, hold.fence().");
        }
    }
}
