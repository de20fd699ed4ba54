// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.claims;

import java.util.List;

/** A way to measure something, as a table of claims names it: the first word is its name, the rest is for it. */
@FunctionalInterface
public interface Measure {
    /** Measures; the same words give the same answer on every machine. */
    Answer of(List<String> words);
}
