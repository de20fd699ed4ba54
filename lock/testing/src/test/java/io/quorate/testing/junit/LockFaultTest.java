// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.quorate.api.Hold;
import io.quorate.api.Locks;
import io.quorate.testing.Fault;
import io.quorate.testing.FencedRecorder;
import io.quorate.testing.LockCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** {@code @LockFault} finds a bug that plain tests miss, and lets the corrected code pass. */
@Tag("threads")
@Timeout(120)
class LockFaultTest {
    /** What the tests below have seen; each of them clears it first. */
    private static final List<String> SEEN = new CopyOnWriteArrayList<>();

    @TempDir
    Path pages;

    /** Tests of somebody who uses locks. */
    static final class Cases {
        @Test
        @QuorateCluster
        void aPlainTestOfTheCarelessDesk(Locks locks, @Unchecked FencedRecorder store) throws Exception {
            new ShippingDesk(locks, store).shipCarelessly("orders/42");
            assertThat(store.value("orders/42")).contains("label of orders/42");
        }

        @LockFault
        void careless(Locks locks, @Unchecked FencedRecorder store) throws Exception {
            new ShippingDesk(locks, store).shipCarelessly("orders/42");
        }

        @LockFault
        void careful(Locks locks, FencedRecorder store) throws Exception {
            new ShippingDesk(locks, store).ship("orders/42");
            assertThat(store.writes()).hasSize(1);
        }

        @LockFault({Fault.CUT_OFF, Fault.LOSE_HOLD})
        void silent(Locks locks, FencedRecorder store) throws Exception {
            boolean shipped = new ShippingDesk(locks, store).shipSilently("orders/42");
            assertThat(shipped).isEqualTo(store.writes().size() == 1);
        }

        @LockFault(Fault.REVOKE)
        void forgetful(Locks locks, FencedRecorder store) throws Exception {
            new ShippingDesk(locks, store).shipAndForget("orders/42");
        }

        @LockFault(Fault.PAUSE_HOLDER)
        void slow(LockCluster cluster, Locks locks, @Unchecked FencedRecorder store) throws Exception {
            try (Hold hold = locks.lock("x").acquire()) {
                cluster.pass(Duration.ofSeconds(20));
                SEEN.add(hold.fence() + (hold.isValid() ? " is valid" : " is over"));
            }
        }

        @LockFault({Fault.KILL_VOTER, Fault.CUT_OFF})
        void observed(@Node(1) Locks locks, FencedRecorder store) throws Exception {
            try (Hold hold = locks.lock("x").acquire(Duration.ofSeconds(10))) {
                hold.onLost(reason -> SEEN.add("lost"));
                boolean valid = hold.isValid();
                SEEN.add((valid ? "valid, " : "over, ") + hold.fence() + ", " + store.allWrites());
            }
        }

        @LockFault(Fault.CUT_OFF)
        void wrongWithoutAnyFault(Locks locks) throws Exception {
            locks.lock("x").acquire().close();
            throw new IllegalStateException("a bug");
        }

        @LockFault(tolerate = ExecutionException.class)
        void onAnotherThread(Locks locks, FencedRecorder store) throws Exception {
            ShippingDesk desk = new ShippingDesk(locks, store);
            FutureTask<Boolean> work = new FutureTask<>(() -> {
                desk.ship("orders/42");
                return true;
            });
            Thread worker = new Thread(work);
            worker.start();
            work.get();
            worker.join();
        }

        @LockFault(tolerate = ExecutionException.class)
        void withoutBlocking(Locks locks, FencedRecorder store) throws Exception {
            locks.lock("orders/42")
                    .acquireAsync(Duration.ofSeconds(5))
                    .thenAccept(hold -> {
                        try (hold) {
                            store.write(hold, "label");
                        }
                    })
                    .toCompletableFuture()
                    .get();
        }

        @LockFault
        void withoutLocks() {}

        @LockFault(maxRuns = 3)
        void tooMany(Locks locks) throws Exception {
            locks.lock("x").acquire().close();
        }

        @LockFault
        @QuorateCluster(nodes = 2)
        void tooFewNodes(Locks locks) {}

        @LockFault(value = Fault.CUT_OFF, tolerate = IllegalStateException.class)
        void translated(Locks locks) throws Exception {
            try {
                locks.run("x", Duration.ofSeconds(1), hold -> SEEN.add("ran"));
            } catch (RuntimeException told) {
                throw new IllegalStateException("could not be done", told);
            }
        }
    }

    /** Tests that take their locks too early, and in time. */
    @QuorateCluster
    static final class WithFields {
        private final Locks ofTheClass;
        private Locks ofTheRun;

        WithFields(Locks locks) {
            ofTheClass = locks;
        }

        @BeforeEach
        void keep(Locks locks) {
            ofTheRun = locks;
        }

        @LockFault(Fault.CUT_OFF)
        void tooEarly() throws Exception {
            ofTheClass.lock("x").acquire().close();
        }

        @LockFault(Fault.CUT_OFF)
        void inTime() throws Exception {
            ofTheRun.lock("x").acquire().close();
        }
    }

    @Test
    void locksOfTheConstructorAreNotThoseOfARun() {
        EngineExecutionResults results = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(WithFields.class))
                .execute();
        results.testEvents().assertStatistics(count -> count.started(6).succeeded(6));
        assertThat(messages(results)).singleElement().asString().contains("not those of the constructor");
    }

    private EngineExecutionResults run(String method, String... property) {
        SEEN.clear();
        EngineTestKit.Builder kit = EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod(Cases.class, methodOf(method)))
                .configurationParameter("quorate.diagrams", pages.toString());
        for (String value : property) {
            kit.configurationParameter("quorate.fault", value);
        }
        return kit.execute();
    }

    private static java.lang.reflect.Method methodOf(String name) {
        for (java.lang.reflect.Method method : Cases.class.getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                return method;
            }
        }
        throw new AssertionError("no test is called " + name);
    }

    private static List<String> messages(EngineExecutionResults results) {
        List<String> messages = new ArrayList<>();
        results.allEvents().finished().failed().stream()
                .forEach(event -> messages.add(event.getRequiredPayload(TestExecutionResult.class)
                        .getThrowable()
                        .orElseThrow()
                        .getMessage()));
        return messages;
    }

    private static List<String> failedRuns(EngineExecutionResults results) {
        List<String> names = new ArrayList<>();
        results.testEvents().failed().stream()
                .forEach(event -> names.add(event.getTestDescriptor().getDisplayName()));
        return names;
    }

    @Test
    void aPlainTestDoesNotFindThePlantedBug() {
        run("aPlainTestOfTheCarelessDesk")
                .testEvents()
                .assertStatistics(count -> count.succeeded(1).failed(0));
    }

    @Test
    void aFaultAtEachEventFindsThePlantedBug() throws Exception {
        EngineExecutionResults results = run("careless");
        results.testEvents()
                .assertStatistics(count -> count.started(33).succeeded(23).failed(10));
        assertThat(failedRuns(results))
                .contains("PAUSE_HOLDER@3 after isValid() of \"orders/42\" at n1")
                .allMatch(name -> name.contains("@3 after isValid()") || name.contains("@4 before write()"));
        String first = messages(results).get(0);
        assertThat(first)
                .startsWith("With the fault CUT_OFF at event 3 (after isValid() of \"orders/42\" at n1)")
                .contains("late write")
                .contains("-Dquorate.fault=CUT_OFF@3")
                .contains("n1 holds orders/42")
                .contains("n2 holds orders/42 (rival)", "LATE WRITE", "store");
        Path page = pages.resolve("io.quorate.testing.junit.LockFaultTest.Cases.careless-CUT_OFF-3.html");
        assertThat(first).contains(page.toString());
        assertThat(Files.readString(page)).contains("LATE WRITE");
    }

    @Test
    void theCorrectedCodePassesEveryRun() {
        run("careful")
                .testEvents()
                .assertStatistics(count -> count.started(27).succeeded(27).failed(0));
    }

    @Test
    void aResultThatHidesTheLossIsFound() {
        assertThat(failedRuns(run("silent")))
                .isNotEmpty()
                .allMatch(name -> name.contains("@2 ") || name.contains("@3 "));
    }

    @Test
    void aHoldThatIsForgottenOnThePathAfterAFaultIsFound() {
        EngineExecutionResults results = run("forgetful");
        assertThat(messages(results))
                .isNotEmpty()
                .allSatisfy(message ->
                        assertThat(message).contains("never given back").contains("ShippingDesk.shipAndForget"));
    }

    @Test
    void onePropertyRepeatsOneRun() {
        EngineExecutionResults results = run("careless", "REVOKE@4");
        results.testEvents().assertStatistics(count -> count.started(1).failed(1));
        assertThat(messages(results).get(0)).contains("REVOKE at event 4 (before write()");
        run("careless", "REVOKE@5")
                .testEvents()
                .assertStatistics(count -> count.started(1).succeeded(1));
    }

    @Test
    void theSamePropertyGivesTheSameRun() {
        for (String fault : List.of("CUT_OFF@3", "KILL_VOTER@3", "KILL_VOTER@3#5")) {
            run("observed", fault);
            List<String> first = List.copyOf(SEEN);
            assertThat(first).isNotEmpty();
            run("observed", fault);
            assertThat(SEEN).as(fault).isEqualTo(first);
        }
    }

    @Test
    void aHolderThatIsCutOffIsToldBeforeItGoesOnAndARivalHasWritten() {
        run("observed", "CUT_OFF@3");
        assertThat(SEEN).hasSize(2).first().isEqualTo("lost");
        assertThat(SEEN.get(1)).startsWith("valid, ").contains("written by the rival");
    }

    @Test
    void aHoldSurvivesAKilledVoter() {
        run("observed", "KILL_VOTER@3");
        assertThat(SEEN).hasSize(1).first().asString().doesNotContain("rival");
    }

    @Test
    void timeThatTheTestLetsPassIsAnEvent() {
        run("slow", "PAUSE_HOLDER@3").testEvents().assertStatistics(count -> count.succeeded(1));
        assertThat(SEEN).hasSize(1).first().asString().endsWith("is over");
    }

    @Test
    void aTestThatFailsWithoutAFaultIsNotRepeated() {
        EngineExecutionResults results = run("wrongWithoutAnyFault");
        results.testEvents().assertStatistics(count -> count.started(1).failed(1));
        assertThat(messages(results)).containsExactly("a bug");
    }

    @Test
    void whatCannotBeDoneIsRefusedWithWhatToDo() {
        assertThat(messages(run("withoutLocks"))).singleElement().asString().contains("no lock event");
        assertThat(messages(run("tooMany"))).singleElement().asString().contains("maxRuns = 3");
        assertThat(messages(run("tooFewNodes"))).singleElement().asString().contains("at least 3 nodes");
        assertThat(messages(run("careful", "CUT_OF@3")))
                .singleElement()
                .asString()
                .contains("CUT_OF");
        assertThat(messages(run("careful", "nonsense")))
                .singleElement()
                .asString()
                .contains("CUT_OFF@3");
        assertThat(messages(run("careful", "CUT_OFF@99")))
                .singleElement()
                .asString()
                .contains("did not strike");
    }

    @Test
    void theCodeUnderTestMayUseOtherThreads() {
        run("onAnotherThread")
                .testEvents()
                .assertStatistics(count -> count.started(27).failed(0));
        run("withoutBlocking")
                .testEvents()
                .assertStatistics(count -> count.started(27).failed(0));
    }

    @Test
    void exceptionsOfTheApplicationCanSayThatItWasTold() {
        run("translated").testEvents().assertStatistics(count -> count.failed(0).started(5));
    }
}
