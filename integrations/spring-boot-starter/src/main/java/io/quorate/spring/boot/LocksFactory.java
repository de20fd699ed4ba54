// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.boot;

import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.context.SmartLifecycle;

/**
 * The node of an application context. It starts with the first bean that needs it, and joins in the background.
 *
 * <p>It ends late. Lifecycle beans stop in descending phases, so all that serves requests, listens or schedules has stopped when this
 * one is told to. If a hold is open even then, the node goes on until the beans that use it are destroyed, then waits
 * {@code quorate.shutdown-grace}.
 */
final class LocksFactory implements FactoryBean<Locks>, InitializingBean, SmartLifecycle, DisposableBean {
    /** Below every other phase that is in use: the first to start, the last to stop. */
    static final int PHASE = Integer.MIN_VALUE + 1024;

    private final Supplier<Locks> start;
    private final Duration shutdownGrace;
    private final UnaryOperator<Locks> decorator;
    private final OpenHolds openHolds = new OpenHolds();
    private @Nullable Locks locks;
    private volatile boolean running;
    private volatile boolean closed;

    LocksFactory(Supplier<Locks> start, Duration shutdownGrace, UnaryOperator<Locks> decorator) {
        this.start = start;
        this.shutdownGrace = shutdownGrace;
        this.decorator = decorator;
    }

    static LocksFactory of(LocksConfig config, UnaryOperator<Locks> decorator) {
        return new LocksFactory(() -> Locks.start(config), config.shutdownGrace(), decorator);
    }

    @Override
    public void afterPropertiesSet() {
        Locks started = start.get();
        started.addListener(openHolds);
        locks = decorator.apply(started);
    }

    @Override
    public Locks getObject() {
        return Objects.requireNonNull(locks, "The node was used before it was started.");
    }

    @Override
    public Class<?> getObjectType() {
        return Locks.class;
    }

    @Override
    public void start() {
        if (closed) {
            throw new IllegalStateException(
                    "This context was stopped, and its locks were closed then. They cannot be opened"
                            + " again: close the context and make a new one.");
        }
        running = true;
    }

    @Override
    public void stop() {
        if (openHolds.count() == 0) {
            close();
        }
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    /** Since Spring 7: a context of tests that is paused keeps its node, for a node cannot be opened again. */
    @SuppressWarnings({"override", "MissingOverride"}) // Spring 6 does not have it
    public boolean isPauseable() {
        return false;
    }

    /** After all beans that use the locks were destroyed. */
    @Override
    public void destroy() {
        if (locks != null && !closed) {
            openHolds.await(shutdownGrace);
            close();
        }
    }

    private void close() {
        closed = true;
        getObject().close();
    }
}
