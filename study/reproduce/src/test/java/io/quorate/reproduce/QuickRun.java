// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce;

/** Items, run quickly. */
public final class QuickRun {
    private QuickRun() {}

    public static Finding of(String item) {
        return Items.named(item).get(0).experiment().run(Scale.QUICK, Experiment.Progress.NONE);
    }

    /** The first table of what is found. */
    static Sheet sheet(String item) {
        return of(item).sheets().get(0);
    }
}
