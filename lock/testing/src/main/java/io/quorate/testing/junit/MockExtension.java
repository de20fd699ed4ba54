// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.junit;

import io.quorate.api.Locks;
import io.quorate.testing.MockedLocks;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Behind {@link MockLocks}. */
public final class MockExtension implements AfterEachCallback, ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(MockExtension.class);

    /** Closes them when JUnit is done with the class. */
    @SuppressWarnings("deprecation") // an AutoCloseable would not be closed before JUnit 5.13
    private record Kept(MockedLocks mocked) implements ExtensionContext.Store.CloseableResource {
        @Override
        public void close() {
            mocked.close();
        }
    }

    private static MockedLocks mocked(ExtensionContext context) {
        return ClusterExtension.topClass(context)
                .getStore(NAMESPACE)
                .getOrComputeIfAbsent(Kept.class, type -> new Kept(MockedLocks.create()), Kept.class)
                .mocked();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == MockedLocks.class || type == Locks.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        MockedLocks mocked = mocked(context);
        return parameter.getParameter().getType() == Locks.class ? mocked.locks() : mocked;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        MockedLocks mocked = mocked(context);
        try {
            if (context.getExecutionException().isEmpty()) {
                mocked.assertNoOpenHolds();
            }
        } finally {
            mocked.reset();
        }
    }
}
