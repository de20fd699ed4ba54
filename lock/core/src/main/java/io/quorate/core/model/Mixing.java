// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.model;

/** Numbers that look random but are the same on every machine and in every version. */
public final class Mixing {
    private Mixing() {}

    /** The finalizer of SplitMix64: every bit of the number reaches every bit of the outcome. */
    public static long mixed(long number) {
        long mixed = number + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
