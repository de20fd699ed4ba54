// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.junit;

import io.quorate.testing.cluster.SimulatedCluster;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Behind {@link QuorateCluster}: one cluster for a class, or for a method. Runs of a {@link LockFault} test have their own. */
public final class ClusterExtension implements BeforeEachCallback, AfterEachCallback, ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(ClusterExtension.class);

    /** Closes the cluster when JUnit is done with the class or method that it was made for. */
    @SuppressWarnings("deprecation") // an AutoCloseable would not be closed before JUnit 5.13
    private record Kept(SimulatedCluster cluster) implements ExtensionContext.Store.CloseableResource {
        @Override
        public void close() {
            cluster.close();
        }
    }

    private static boolean isFaultRun(ExtensionContext context) {
        return context.getTestMethod()
                .filter(method -> AnnotationSupport.isAnnotated(method, LockFault.class))
                .isPresent();
    }

    private static ClusterSettings settings(ExtensionContext context) {
        return ClusterSettings.find(context).orElseGet(ClusterSettings::usual);
    }

    private static SimulatedCluster cluster(ExtensionContext context) {
        ClusterSettings settings = settings(context);
        ExtensionContext place = settings.onMethod() ? context : topClass(context);
        return place.getStore(NAMESPACE)
                .getOrComputeIfAbsent(settings, wanted -> new Kept(wanted.newCluster(wanted.virtualTime())), Kept.class)
                .cluster();
    }

    /** Nested classes share the cluster of the class around them. */
    static ExtensionContext topClass(ExtensionContext context) {
        ExtensionContext place = context;
        while (place.getTestMethod().isPresent()
                || place.getParent()
                        .filter(parent -> parent.getTestClass().isPresent())
                        .isPresent()) {
            place = place.getParent().orElseThrow();
        }
        return place;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        if (!isFaultRun(context)) {
            SimulatedCluster unused = cluster(context); // so that nothing of it counts to the test
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return !isFaultRun(context) && Injection.isWanted(parameter);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return Injection.of(cluster(context), parameter);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (isFaultRun(context)) {
            return;
        }
        SimulatedCluster cluster = cluster(context);
        try {
            Verdict verdict = new Verdict(cluster, settings(context).failOnLeak());
            verdict.check(context);
        } finally {
            cluster.reset();
        }
    }
}
