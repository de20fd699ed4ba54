// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.junit;

import io.quorate.api.LockFailedException;
import io.quorate.api.LockLostException;
import io.quorate.testing.cluster.FaultPoint;
import io.quorate.testing.cluster.FaultRun;
import io.quorate.testing.cluster.SimulatedCluster;
import io.quorate.testing.watch.LockEvent;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.opentest4j.TestAbortedException;

/** One run of a {@link LockFault} test, with a cluster of its own. */
final class FaultInvocation
        implements TestTemplateInvocationContext,
                BeforeEachCallback,
                AfterEachCallback,
                ParameterResolver,
                InvocationInterceptor {
    private final LockFault annotation;
    private final ClusterSettings settings;
    private final FaultRun run;

    /** Whether somebody wants just this run: then the fault must strike. */
    private final boolean wanted;

    /** Where the fault strikes, as the first run has seen it; null if there was none. */
    private final @Nullable LockEvent expected;

    private @Nullable SimulatedCluster cluster;
    private boolean succeeded;

    FaultInvocation(LockFault annotation, ClusterSettings settings, FaultRun run, boolean wanted) {
        this(annotation, settings, run, wanted, null);
    }

    FaultInvocation(
            LockFault annotation,
            ClusterSettings settings,
            FaultRun run,
            boolean wanted,
            @Nullable LockEvent expected) {
        this.annotation = annotation;
        this.settings = settings;
        this.run = run;
        this.wanted = wanted;
        this.expected = expected;
    }

    @Override
    public String getDisplayName(int number) {
        String where = expected == null ? "" : " " + expected.inWords();
        return run.point().map(point -> point + where).orElse("no fault");
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
        return List.of(this);
    }

    boolean hasSucceeded() {
        return succeeded;
    }

    List<LockEvent> events() {
        return run.events();
    }

    private SimulatedCluster cluster() {
        SimulatedCluster present = cluster;
        if (present == null) {
            throw new ParameterResolutionException("The cluster of a @LockFault run is made for that run: take it as a"
                    + " parameter of the test method or of a @BeforeEach method.");
        }
        return present;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        cluster = settings.newCluster(true);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        // The constructor runs before the cluster of the run is made.
        return parameter.getDeclaringExecutable() instanceof Method && Injection.isWanted(parameter);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return Injection.of(cluster(), parameter);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        cluster().begin(run);
        Throwable thrown = null;
        try {
            invocation.proceed();
        } catch (Throwable failure) {
            thrown = failure;
        }
        boolean struck = run.struck().isPresent();
        boolean interrupted =
                struck && Thread.interrupted(); // by the loss of a hold, maybe: not for the tests that follow
        cluster().end();
        if (thrown == null) {
            requireStruck();
        }
        if (thrown != null && !struck) {
            throw thrown; // nothing of ours has to do with it
        }
        if (thrown != null && !isTolerated(thrown)) {
            throw failed(
                    context, thrown, String.valueOf(thrown) + (interrupted ? "\n(The thread was interrupted.)" : ""));
        }
    }

    /** A fault that does not strike shows nothing. */
    private void requireStruck() {
        FaultPoint point = run.point().orElse(null);
        if (point == null || run.struck().isPresent()) {
            return;
        }
        String text = "The fault " + point + " did not strike: this run has only "
                + run.events().size() + " events";
        if (wanted) {
            throw new AssertionError(text + ". Give the test that printed the property, and the same seed.");
        }
        throw new TestAbortedException(text + ", though the run without a fault had more. Threads of the test make its"
                + " events come in another order each time.");
    }

    private boolean isTolerated(Throwable thrown) {
        return thrown instanceof LockFailedException
                || thrown instanceof LockLostException
                || thrown instanceof InterruptedException
                // That of quorate-fencing too, which this module does not know.
                || thrown.getClass().getSimpleName().equals("StaleFenceException")
                || Arrays.stream(annotation.tolerate()).anyMatch(type -> type.isInstance(thrown));
    }

    private AssertionError failed(ExtensionContext context, Throwable cause, String what) {
        FaultPoint point = run.point().orElseThrow();
        String where = run.struck().map(LockEvent::inWords).orElse("");
        String text = "With the fault " + point.fault() + " at event " + point.event() + " (" + where + "): " + what
                + "\n\nTo repeat just this run: -D" + FaultExtension.FAULT_PROPERTY + "=" + point + "\n\n"
                + new RunReport(cluster(), context, point.toString()).inWords();
        return new AssertionError(text, cause);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        SimulatedCluster present = cluster;
        if (present == null) {
            return;
        }
        try {
            check(context, present);
            succeeded = context.getExecutionException().isEmpty();
        } finally {
            present.close();
        }
    }

    private void check(ExtensionContext context, SimulatedCluster present) {
        if (run.point().isEmpty()) {
            new Verdict(present, settings.failOnLeak()).check(context);
            return;
        }
        Optional<String> late = present.lateWrites();
        Optional<String> leaks = settings.failOnLeak() ? present.leaks() : Optional.empty();
        if (context.getExecutionException().isEmpty() && (late.isPresent() || leaks.isPresent())) {
            String what = late.orElse("") + (late.isPresent() && leaks.isPresent() ? "\n" : "") + leaks.orElse("");
            throw failed(context, new AssertionError(what), what);
        }
    }
}
