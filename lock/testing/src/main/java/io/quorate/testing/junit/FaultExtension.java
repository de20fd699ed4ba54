// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.junit;

import io.quorate.testing.Fault;
import io.quorate.testing.cluster.FaultPoint;
import io.quorate.testing.cluster.FaultRun;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Behind {@link LockFault}: one run that counts, then one for each fault at each event. */
public final class FaultExtension implements TestTemplateInvocationContextProvider {
    /** Repeats one run only: a system property, or a configuration parameter of JUnit. */
    static final String FAULT_PROPERTY = "quorate.fault";

    private static final int NODES_MIN = 3;

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getRequiredTestMethod(), LockFault.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        LockFault annotation = AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), LockFault.class)
                .orElseThrow();
        ClusterSettings settings = ClusterSettings.find(context).orElseGet(ClusterSettings::usual);
        if (settings.nodes() < NODES_MIN) {
            throw new ExtensionConfigurationException(
                    "@LockFault needs a holder, a rival and a voter more, so at least " + NODES_MIN
                            + " nodes: @QuorateCluster(nodes = " + settings.nodes() + ") has fewer.");
        }
        String wanted =
                context.getConfigurationParameter(FAULT_PROPERTY).orElse("").strip();
        if (!wanted.isEmpty()) {
            return Stream.of(new FaultInvocation(annotation, settings, FaultRun.with(parse(wanted)), true));
        }
        List<Fault> faults = annotation.value().length == 0
                ? List.of(Fault.values())
                : Arrays.stream(annotation.value())
                        .distinct()
                        .sorted(Comparator.naturalOrder())
                        .toList();
        FaultSweep sweep = new FaultSweep(annotation, settings, faults);
        // Lazily: JUnit asks for the second run when the first is over, and only then is it known which there are.
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(sweep, 0), false);
    }

    private static FaultPoint parse(String text) {
        try {
            return FaultPoint.parse(text);
        } catch (IllegalArgumentException unreadable) {
            throw new ExtensionConfigurationException(
                    "-D" + FAULT_PROPERTY + ": " + unreadable.getMessage(), unreadable);
        }
    }
}
