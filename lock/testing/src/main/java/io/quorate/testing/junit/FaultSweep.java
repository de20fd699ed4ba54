// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.junit;

import io.quorate.testing.Fault;
import io.quorate.testing.cluster.FaultPoint;
import io.quorate.testing.cluster.FaultRun;
import io.quorate.testing.watch.LockEvent;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;

/** The runs of one test: the first counts the events, and if it succeeds, the others follow from it. */
final class FaultSweep implements Iterator<TestTemplateInvocationContext> {
    private final LockFault annotation;
    private final ClusterSettings settings;
    private final List<Fault> faults;
    private final FaultInvocation first;
    private boolean firstWasGiven;

    /** Null until the first run is over. */
    private @Nullable Iterator<TestTemplateInvocationContext> rest;

    FaultSweep(LockFault annotation, ClusterSettings settings, List<Fault> faults) {
        this.annotation = annotation;
        this.settings = settings;
        this.faults = faults;
        this.first = new FaultInvocation(annotation, settings, FaultRun.withoutFault(), false);
    }

    @Override
    public boolean hasNext() {
        return !firstWasGiven || rest().hasNext();
    }

    @Override
    public TestTemplateInvocationContext next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        if (!firstWasGiven) {
            firstWasGiven = true;
            return first;
        }
        return rest().next();
    }

    private Iterator<TestTemplateInvocationContext> rest() {
        Iterator<TestTemplateInvocationContext> known = rest;
        if (known == null) {
            known = first.hasSucceeded()
                    ? follow(first.events()).iterator()
                    : List.<TestTemplateInvocationContext>of().iterator();
            rest = known;
        }
        return known;
    }

    private List<TestTemplateInvocationContext> follow(List<LockEvent> events) {
        List<TestTemplateInvocationContext> runs = new ArrayList<>();
        for (Fault fault : faults) {
            for (LockEvent event : events) {
                boolean needsHold = fault == Fault.REVOKE || fault == Fault.LOSE_HOLD;
                if (event.openHolds() > 0 || !needsHold) {
                    FaultRun run = FaultRun.with(new FaultPoint(fault, event.number(), annotation.seed()));
                    runs.add(new FaultInvocation(annotation, settings, run, false, event));
                }
            }
        }
        if (events.isEmpty()) {
            throw new ExtensionConfigurationException(
                    "This @LockFault test has no lock event, so no fault can strike: give the code under test the Locks"
                            + " that the test method or a @BeforeEach method has as a parameter, not those of the"
                            + " constructor, and use them in the test method.");
        }
        if (runs.size() > annotation.maxRuns()) {
            throw new ExtensionConfigurationException("This @LockFault test has " + events.size() + " events and "
                    + faults.size() + " faults: " + runs.size() + " runs are more than maxRuns = "
                    + annotation.maxRuns() + ". Test less at a time, name fewer faults, or raise maxRuns.");
        }
        return runs;
    }
}
