// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.replay;

/** The promise that a sentence says is broken, without the case: the text after a colon, and all numbers, are about the case. */
public final class BrokenPromise {
    private BrokenPromise() {}

    public static String of(String sentence) {
        int colon = sentence.indexOf(':');
        return (colon < 0 ? sentence : sentence.substring(0, colon))
                .replaceAll("[0-9]+", "")
                .strip();
    }
}
