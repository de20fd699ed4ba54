// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan.measure;

/**
 * How many failures are survived, whichever nodes they hit. Known exactly, or only between two bounds: the lower number is proven to be
 * survived, and more than {@code atMost} are not.
 *
 * @param fatalSets how many sets of {@code atLeast + 1} nodes end all quorums; negative if nobody counted
 */
public record Resilience(int atLeast, int atMost, long fatalSets) {
    private static final long NOT_COUNTED = -1;

    public static Resilience exactly(int failures) {
        return new Resilience(failures, failures, NOT_COUNTED);
    }

    public static Resilience between(int atLeast, int atMost) {
        return new Resilience(atLeast, atMost, NOT_COUNTED);
    }

    public boolean isExact() {
        return atLeast == atMost;
    }
}
