// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab;

import picocli.CommandLine.Option;

/** The option that makes a run in virtual time another one, or the same again. */
public final class Seed {
    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Where all randomness comes from (default: ${DEFAULT-VALUE}).")
    private long seed;

    public long number() {
        return seed;
    }
}
