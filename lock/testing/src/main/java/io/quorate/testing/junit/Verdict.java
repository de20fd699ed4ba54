// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.junit;

import io.quorate.testing.cluster.SimulatedCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The complaints of a cluster about a test that has ended. */
final class Verdict {
    private final SimulatedCluster cluster;
    private final boolean failOnLeak;

    Verdict(SimulatedCluster cluster, boolean failOnLeak) {
        this.cluster = cluster;
        this.failOnLeak = failOnLeak;
    }

    /** Throws if anything is wrong. If the test has failed already, its exception gets what else is wrong. */
    void check(ExtensionContext context) {
        Optional<AssertionError> found = find(context, "");
        if (found.isPresent()) {
            Throwable failure = context.getExecutionException().orElse(null);
            if (failure == null) {
                throw found.get();
            }
            failure.addSuppressed(found.get());
        }
    }

    /**
     * The failures, with the diagram where it helps.
     *
     * @param label names the file of the diagram, if the test has several
     */
    Optional<AssertionError> find(ExtensionContext context, String label) {
        List<String> faults = new ArrayList<>();
        Optional<String> late = cluster.lateWrites();
        late.ifPresent(faults::add);
        if (failOnLeak) {
            cluster.leaks().ifPresent(faults::add);
        }
        if (faults.isEmpty()) {
            return Optional.empty();
        }
        String text = String.join("\n", faults);
        return Optional.of(new AssertionError(
                late.isEmpty() ? text : text + "\n\n" + new RunReport(cluster, context, label).inWords()));
    }
}
