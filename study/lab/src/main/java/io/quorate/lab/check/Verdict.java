// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

/** A search's verdict about a property, or about a system. */
public enum Verdict {
    /** It is so: every reachable state was looked at. */
    VALID,
    /** It is not so. */
    INVALID,
    /** The search ended before it could say. */
    UNKNOWN
}
