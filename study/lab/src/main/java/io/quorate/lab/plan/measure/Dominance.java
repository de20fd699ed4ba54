// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan.measure;

/**
 * Whether there is a system that is better in every case: one whose quorums lie within those of this one, and that has
 * more of them. There is none exactly if for every set of nodes either it or the rest contains a quorum (Garcia-Molina and
 * Barbara).
 */
public enum Dominance {
    NON_DOMINATED,
    DOMINATED,
    NOT_KNOWN
}
