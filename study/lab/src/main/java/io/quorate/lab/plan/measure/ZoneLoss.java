// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan.measure;

/**
 * For which part of all locks a quorum is left whichever zone is lost. Each lock may number the voters in its own way, so
 * it may be so for some locks and not for others.
 *
 * @param isExact whether every numbering was looked at, or none makes a difference; else some were
 */
public record ZoneLoss(double survivedBy, boolean isExact) {
    /** Whether it is certain for all locks. */
    public boolean isSurvived() {
        return survivedBy == 1 && isExact;
    }
}
