// SPDX-License-Identifier: Apache-2.0
package io.quorate.faultnet;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips the tests of a class, and says so in the output of the build, where no network with faults can be made. */
final class NeedsRoot implements BeforeAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) throws InterruptedException {
        String whyNot = FaultNet.whyNot();
        if (whyNot != null) {
            System.err.println("[WARNING] NOT TESTED: " + context.getDisplayName() + ". " + whyNot);
        }
        assumeTrue(whyNot == null, whyNot);
    }
}
