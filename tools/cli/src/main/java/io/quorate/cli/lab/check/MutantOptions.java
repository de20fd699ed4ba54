// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.check;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How to look at a protocol without its rules. */
final class MutantOptions {
    @Option(
            names = "--mutants",
            description = {
                "Leave out each rule of the protocol in turn, each in a system made to show it.",
                "Succeeds if every such mutant is rejected: then every rule is needed, and the checker sees."
            })
    private boolean mutants;

    @Option(names = "--show", paramLabel = "RULE", description = "With --mutants: only this rule, as in R5.")
    private @Nullable String show;

    @Option(
            names = "--scenarios",
            paramLabel = "DIR",
            description = {
                "With --mutants: write the shortest run of each into DIR as RULE.scn, instead of printing them."
            })
    private @Nullable Path scenarios;

    boolean wanted() {
        return mutants || show != null || scenarios != null;
    }

    @Nullable
    String show() {
        return show;
    }

    @Nullable
    Path scenarios() {
        return scenarios;
    }
}
