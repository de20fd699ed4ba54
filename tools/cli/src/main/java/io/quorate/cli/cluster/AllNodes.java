// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.cluster;

import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.ExitCode;
import io.quorate.node.ClusterNode;
import java.time.Duration;

/** Waits for a whole cluster. A quorum would do, but a picture or a measurement is of all nodes. */
public final class AllNodes {
    private static final int LOOK_EVERY_MILLIS = 5;

    private AllNodes() {}

    public static void await(ClusterNode node, Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!node.missing().isEmpty()) {
            if (System.nanoTime() - deadline > 0) {
                throw new CommandFailure(
                        ExitCode.UNAVAILABLE,
                        "No answer from " + String.join(", ", node.missing()) + " within " + timeout.toSeconds()
                                + " s. Is loopback traffic blocked on this machine?");
            }
            Thread.sleep(LOOK_EVERY_MILLIS);
        }
    }
}
