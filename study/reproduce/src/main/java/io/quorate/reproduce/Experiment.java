// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce;

/**
 * Measures or computes something again. It takes all randomness from seeds of its own, so the same experiment gives the same
 * finding on every machine, and several may run at once.
 */
@FunctionalInterface
public interface Experiment {
    /** Does it. */
    Finding run(Scale scale, Progress progress);

    /** Is told how far the experiment is. */
    @FunctionalInterface
    interface Progress {
        Progress NONE = done -> {};

        /** So much of the work is done, from 0 to 1. */
        void at(double done);
    }
}
