// SPDX-License-Identifier: Apache-2.0
package io.quorate.liquibase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.api.LockLostException;
import io.quorate.api.Locks;
import io.quorate.api.Registration;
import io.quorate.testing.LockCluster;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import liquibase.Contexts;
import liquibase.LabelExpression;
import liquibase.Liquibase;
import liquibase.RuntimeEnvironment;
import liquibase.Scope;
import liquibase.changelog.ChangeLogIterator;
import liquibase.changelog.visitor.UpdateVisitor;
import liquibase.database.Database;
import liquibase.exception.LockException;
import liquibase.exception.UnexpectedLiquibaseException;
import liquibase.lockservice.DatabaseChangeLogLock;
import liquibase.lockservice.LockService;
import liquibase.lockservice.LockServiceFactory;
import liquibase.lockservice.StandardLockService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three nodes in memory, and a database in memory: what Liquibase asks of a lock service, and what happens when the lock is lost. */
@Tag("threads")
@Tag("slow")
@Timeout(180)
class QuorateLockServiceTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String LOCK = "liquibase/changelog";
    private static final String[] THREE = {
        "CREATE TABLE one (id INT)", "INSERT INTO one VALUES (1)", "INSERT INTO one VALUES (2)"
    };

    private final LockCluster cluster = LockCluster.inMemory(
            3,
            config -> config.lease(Duration.ofSeconds(1))
                    .attemptTimeout(Duration.ofSeconds(20))
                    .unavailableAfter(Duration.ofSeconds(1)));
    private final Migrations migrations = new Migrations("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Database> opened = new ArrayList<>();

    @BeforeEach
    void registerTheFirstNode() {
        QuorateLockService.use(cluster.node(0));
    }

    @AfterEach
    void close() throws Exception {
        threads.shutdownNow();
        for (Database each : opened) {
            ChangelogHold.remove(each);
            if (!each.getConnection().isClosed()) {
                each.close();
            }
        }
        cluster.close();
        migrations.execute("SHUTDOWN");
        LockServiceFactory.reset();
    }

    private Database open() throws Exception {
        Database database = migrations.open();
        opened.add(database);
        return database;
    }

    private static QuorateLockService serviceOf(Database database) {
        LockService found = LockServiceFactory.getInstance().getLockService(database);
        assertThat(found).isInstanceOf(QuorateLockService.class);
        return (QuorateLockService) found;
    }

    /** As another process would do it: with a node of its own, and with nothing that Liquibase shares between threads. */
    private <T> Future<T> asReplica(int node, Callable<T> work) {
        return threads.submit(() -> {
            Scope.setScopeManager(null);
            return Scope.child(Map.of(QuorateLockService.SCOPE_KEY, cluster.node(node)), work::call);
        });
    }

    private Future<?> updateAsReplica(int node, String... statements) {
        return asReplica(node, () -> {
            migrations.update(statements);
            return null;
        });
    }

    private boolean isFree(Locks at) throws InterruptedException {
        return at.lock(LOCK)
                .tryAcquire()
                .map(hold -> {
                    hold.close();
                    return true;
                })
                .orElse(false);
    }

    @Test
    void aMigrationTakesTheLockOfTheClusterAndNeedsNoLockTable() throws Exception {
        Gate gate = Gate.shut();
        migrations.execute(Gate.CREATE);
        Future<?> update = updateAsReplica(0, Gate.CALL, THREE[0]);
        await().atMost(SOON).until(() -> gate.arrivals() == 1);
        assertThat(cluster.node(1).lock(LOCK).tryAcquire()).as("held").isEmpty();
        gate.open();
        update.get(SOON.toSeconds(), TimeUnit.SECONDS);
        assertThat(migrations.history()).containsExactly("1", "2");
        assertThat(migrations.hasLockTable()).isFalse();
        assertThat(isFree(cluster.node(1))).isTrue();
    }

    /** As if Liquibase had skipped the lock, which happens when two threads migrate at once. */
    @Test
    void aChangeSetWithoutTheLockIsRefused() throws Exception {
        Database database = open();
        Liquibase liquibase = Migrations.of(database, THREE);
        ChangeLogIterator all = new ChangeLogIterator(liquibase.getDatabaseChangeLog());
        RuntimeEnvironment environment = new RuntimeEnvironment(database, new Contexts(), new LabelExpression());
        assertThatThrownBy(() -> all.run(new UpdateVisitor(database, null), environment))
                .hasStackTraceContaining("its migration does not have the changelog lock")
                .hasStackTraceContaining("one migration at a time");
        assertThat(migrations.column("SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_NAME = 'ONE'"))
                .isEmpty();
    }

    /** Liquibase 4 shares state between threads: some of these skip the lock or its release. Which ones depends on chance. */
    @Test
    void threadsThatMigrateAtOnceMayFailButExecuteNoChangeSetTwiceAndLeaveNoLock() throws Exception {
        List<Future<?>> updates = new ArrayList<>();
        for (int replica = 0; replica < 3; replica++) {
            updates.add(updateAsReplica(replica, THREE));
        }
        for (Future<?> update : updates) {
            await().atMost(SOON).until(update::isDone);
        }
        cluster.node(1).lock(LOCK).acquire(SOON).close();
        updateAsReplica(1, THREE).get(SOON.toSeconds(), TimeUnit.SECONDS);
        assertThat(migrations.history()).containsExactly("1", "2", "3");
        assertThat(migrations.column("SELECT id FROM one ORDER BY id")).containsExactly("1", "2");
    }

    @Test
    void aLockThatLiquibaseForgetsToReleaseIsFreeWhenItsConnectionIsClosed() throws Exception {
        Database database = open();
        serviceOf(database).waitForLock();
        assertThat(isFree(cluster.node(1))).isFalse();
        database.close();
        cluster.node(1).lock(LOCK).acquire(SOON).close();
    }

    @Test
    void aLockThatIsLostInTheMiddleFailsTheMigrationBeforeItsNextStatement() throws Exception {
        Gate gate = Gate.shut();
        migrations.execute(Gate.CREATE);
        Future<?> update = updateAsReplica(0, THREE[0], Gate.CALL, THREE[1]);
        await().atMost(SOON).until(() -> gate.arrivals() == 1);
        cluster.cutOff(0);
        try (Hold next = cluster.node(1).lock(LOCK).acquire(SOON)) {
            assertThat(next.isValid()).isTrue();
            gate.open();
            assertThatThrownBy(() -> update.get(SOON.toSeconds(), TimeUnit.SECONDS))
                    .hasRootCauseInstanceOf(LockLostException.class)
                    .hasStackTraceContaining(
                            "The statement was not executed: the changelog lock \"" + LOCK + "\" was lost")
                    .hasStackTraceContaining("start the migration again");
        }
        assertThat(migrations.history())
                .as("the second ran, but is not recorded")
                .containsExactly("1");
        assertThat(migrations.column("SELECT id FROM one")).isEmpty();
        updateAsReplica(1, THREE[0], Gate.CALL, THREE[1]).get(SOON.toSeconds(), TimeUnit.SECONDS);
        assertThat(migrations.history()).containsExactly("1", "2", "3");
    }

    @Test
    void aChangeSetThatMayFailDoesNotHideThatTheLockWasLost() throws Exception {
        Gate gate = Gate.shut();
        migrations.execute(Gate.CREATE);
        Future<?> update = asReplica(0, () -> {
            try (Database database = migrations.open()) {
                Liquibase liquibase = Migrations.of(database, Gate.CALL, THREE[0]);
                liquibase.getDatabaseChangeLog().getChangeSets().forEach(set -> set.setFailOnError(false));
                liquibase.update(new Contexts());
                return null;
            }
        });
        await().atMost(SOON).until(() -> gate.arrivals() == 1);
        cluster.cutOff(0);
        cluster.node(1).lock(LOCK).acquire(SOON).close();
        gate.open();
        assertThatThrownBy(() -> update.get(SOON.toSeconds(), TimeUnit.SECONDS))
                .hasRootCauseInstanceOf(LockLostException.class);
        assertThat(migrations.history()).isEmpty();
    }

    @Test
    void aLossAfterTheLastStatementFailsTheMigrationToo() throws Exception {
        Database database = open();
        QuorateLockService service = serviceOf(database);
        service.waitForLock();
        assertThat(service.hasChangeLogLock()).isTrue();
        cluster.cutOff(0);
        await().atMost(SOON).until(() -> !service.hasChangeLogLock());
        cluster.node(1).lock(LOCK).acquire(SOON).close();
        assertThatThrownBy(service::releaseLock)
                .as("Liquibase only logs a LockException")
                .isInstanceOf(UnexpectedLiquibaseException.class)
                .hasMessageContaining("The migration ended without its lock")
                .hasMessageContaining("too few voters");
        assertThatCode(service::releaseLock).doesNotThrowAnyException();
        cluster.reconnect(0);
        service.waitForLock();
        service.releaseLock();
        assertThat(isFree(cluster.node(1))).isTrue();
    }

    @Test
    void whoeverAsksAgainAfterALossIsToldOnceAndThenGetsTheLockAnew() throws Exception {
        QuorateLockService service = serviceOf(open());
        service.waitForLock();
        service.waitForLock();
        assertThat(service.acquireLock()).as("held already").isTrue();
        cluster.cutOff(0);
        await().atMost(SOON).until(() -> !service.hasChangeLogLock());
        assertThatThrownBy(service::acquireLock)
                .isInstanceOf(LockException.class)
                .hasMessageContaining("was lost");
        cluster.reconnect(0);
        service.waitForLock();
        assertThat(service.hasChangeLogLock()).isTrue();
        service.releaseLock();
    }

    @Test
    void aServiceThatLiquibaseHasForgottenStillGivesItsLockBack() throws Exception {
        Database database = open();
        serviceOf(database).waitForLock();
        LockServiceFactory.getInstance().resetAll(); // as at the end of a command of another thread
        assertThat(serviceOf(database).hasChangeLogLock()).isTrue();
        serviceOf(database).releaseLock();
        assertThat(isFree(cluster.node(1))).isTrue();
    }

    @Test
    void aMigrationThatFailsGivesTheLockBack() throws Exception {
        assertThatThrownBy(() -> migrations.update(THREE[0], "INSERT INTO missing VALUES (1)"))
                .hasStackTraceContaining("missing");
        assertThat(isFree(cluster.node(1))).isTrue();
        assertThat(migrations.history()).containsExactly("1");
    }

    @Test
    void resetKeepsTheLockAndDestroyDropsAnOldLockTable() throws Exception {
        Database database = open();
        StandardLockService old = new StandardLockService();
        old.setDatabase(database);
        old.init();
        assertThat(migrations.hasLockTable()).isTrue();
        QuorateLockService service = serviceOf(database);
        service.init();
        service.waitForLock();
        service.reset();
        assertThat(service.hasChangeLogLock()).isTrue();
        service.releaseLock();
        service.destroy();
        assertThat(migrations.hasLockTable()).isFalse();
        assertThatCode(service::destroy).as("nothing to drop").doesNotThrowAnyException();
    }

    @Test
    @SuppressWarnings("deprecation") // no other call takes a changelog made in memory
    void dropAllAndRollbackAndSqlOutputWorkAndGiveTheLockBack() throws Exception {
        Database database = open();
        Liquibase liquibase = Migrations.of(database, THREE);
        StringWriter sql = new StringWriter();
        liquibase.update(new Contexts(), new LabelExpression(), sql);
        assertThat(sql.toString()).contains(THREE[0]).doesNotContain("DATABASECHANGELOGLOCK");
        assertThat(isFree(cluster.node(1))).as("after SQL output").isTrue();
        liquibase.update(new Contexts());
        liquibase.tag("before");
        liquibase.rollback("before", "");
        assertThat(isFree(cluster.node(1))).as("after the rollback").isTrue();
        liquibase.dropAll();
        assertThat(isFree(cluster.node(1))).as("after dropAll").isTrue();
        assertThat(migrations.column("SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = 'PUBLIC'"))
                .isEmpty();
    }

    @Test
    void theWaitEndsWhenLiquibaseSaysAndTheErrorNamesTheHolder() throws Exception {
        QuorateLockService service = serviceOf(open());
        service.setChangeLogLockWaitTime(0);
        try (Hold other = cluster.node(2).lock(LOCK).acquire(SOON)) {
            assertThat(other.isValid()).isTrue();
            assertThat(service.acquireLock()).isFalse();
            assertThatThrownBy(service::waitForLock)
                    .isInstanceOf(LockException.class)
                    .hasMessageContaining("within 0 min")
                    .hasMessageContaining("of node " + cluster.node(2).nodeId())
                    .hasMessageContaining("changelogLockWaitTimeInMinutes");
        }
        service.waitForLock();
        service.releaseLock();
    }

    @Test
    void aNodeThatFindsNoQuorumAtFirstWaitsForOne() throws Exception {
        cluster.cutOff(0);
        QuorateLockService service = serviceOf(open());
        assertThatThrownBy(service::acquireLock)
                .isInstanceOf(LockException.class)
                .hasMessageContaining("was not run");
        Future<?> waiting = threads.submit(() -> {
            service.waitForLock();
            return null;
        });
        long failed = cluster.node(0).statistics().unavailable();
        await().atMost(SOON).until(() -> cluster.node(0).statistics().unavailable() > failed);
        assertThat(waiting.isDone()).isFalse();
        cluster.reconnect(0);
        waiting.get(SOON.toSeconds(), TimeUnit.SECONDS);
        assertThat(service.hasChangeLogLock()).isTrue();
        service.releaseLock();
    }

    @Test
    void aLockedRowOfAProcessWithoutQuorateCountsUntilItIsReleased() throws Exception {
        StandardLockService old = new StandardLockService();
        old.setDatabase(open());
        old.waitForLock();
        QuorateLockService service = serviceOf(open());
        service.setChangeLogLockWaitTime(0);
        assertThat(service.acquireLock()).isFalse();
        assertThatThrownBy(service::waitForLock)
                .isInstanceOf(LockException.class)
                .hasMessageContaining("a process without quorate-liquibase")
                .hasMessageContaining("release-locks");
        assertThat(isFree(cluster.node(1))).isTrue();
        assertThat(service.listLocks()).hasSize(1);
        assertThat(service.listLocks()[0].getLockedBy()).endsWith("(in the lock table)");
        service.forceReleaseLock();
        assertThat(service.listLocks()).isEmpty();

        old.reset();
        old.waitForLock();
        service.setChangeLogLockWaitTime(5);
        service.setChangeLogLockRecheckTime(0);
        Future<?> waiting = threads.submit(() -> {
            service.waitForLock();
            return null;
        });
        await().atMost(SOON).until(() -> !isFree(cluster.node(1)));
        assertThat(waiting.isDone()).isFalse();
        old.releaseLock();
        waiting.get(SOON.toSeconds(), TimeUnit.SECONDS);
        service.releaseLock();
    }

    @Test
    void listLocksNamesTheHolderAlsoOneThatNoLongerAnswers() throws Exception {
        QuorateLockService service = serviceOf(open());
        assertThat(service.listLocks()).isEmpty();
        Hold hold = cluster.node(2).lock(LOCK).acquire(SOON);
        DatabaseChangeLogLock[] locks = service.listLocks();
        assertThat(locks).hasSize(1);
        assertThat(locks[0].getLockedBy()).contains("node " + cluster.node(2).nodeId(), "process");
        hold.close();
        await().atMost(SOON).until(() -> service.listLocks().length == 0);
    }

    @Test
    void forceReleaseStopsAMigrationOfThisProcessAndRefusesThatOfAnother() throws Exception {
        Gate gate = Gate.shut();
        migrations.execute(Gate.CREATE);
        Future<?> update = updateAsReplica(0, Gate.CALL, THREE[0]);
        await().atMost(SOON).until(() -> gate.arrivals() == 1);
        QuorateLockService service = serviceOf(open());
        service.forceReleaseLock();
        assertThat(isFree(cluster.node(1))).isTrue();
        gate.open();
        assertThatThrownBy(() -> update.get(SOON.toSeconds(), TimeUnit.SECONDS))
                .hasStackTraceContaining("was released by force while this migration ran");
        assertThat(migrations.history()).isEmpty();

        try (Hold other = cluster.node(2).lock(LOCK).acquire(SOON)) {
            assertThatThrownBy(service::forceReleaseLock)
                    .isInstanceOf(LockException.class)
                    .hasMessageContaining("another process has it")
                    .hasMessageContaining("quorate release " + LOCK + " --force");
            assertThat(other.isValid()).isTrue();
        }
    }

    @Test
    void withoutLocksOrWithWrongSettingsTheErrorSaysWhatToDo() throws Exception {
        QuorateLockService.use(cluster.node(0)).close();
        assertThatThrownBy(() -> migrations.update(THREE))
                .hasStackTraceContaining("QuorateLockService.use(locks)")
                .hasStackTraceContaining("quorate.liquibase.enabled=false");
        QuorateLockService service = serviceOf(open());
        assertThatThrownBy(service::listLocks).isInstanceOf(LockException.class).hasMessageContaining("knows no locks");
        Scope.child(
                Map.of(QuorateLockService.SCOPE_KEY, "node a"),
                () -> assertThatThrownBy(service::waitForLock)
                        .isInstanceOf(LockException.class)
                        .hasMessageContaining("java.lang.String"));
        try (Registration registration = QuorateLockService.use(cluster.node(1))) {
            Scope.child(
                    Map.of(QuorateSettings.LOCK_NAME.getKey(), "$quorate/x"),
                    () -> assertThatThrownBy(service::waitForLock)
                            .isInstanceOf(LockException.class)
                            .hasMessageContaining("quorate.liquibase.lockName"));
            Scope.child(Map.of(QuorateSettings.LOCK_NAME.getKey(), "shop/schema"), () -> {
                service.waitForLock();
                assertThat(cluster.node(2).lock("shop/schema").tryAcquire()).isEmpty();
                service.releaseLock();
            });
            assertThat(registration).isNotNull();
        }
    }

    @Test
    void liquibaseUsesItsOwnTableWhereQuorateIsSwitchedOff() throws Exception {
        Database database = open();
        Scope.child(Map.of(QuorateSettings.ENABLED.getKey(), false), () -> {
            assertThat(LockServiceFactory.getInstance().getLockService(database))
                    .isInstanceOf(StandardLockService.class);
            migrations.update(THREE);
        });
        assertThat(migrations.hasLockTable()).isTrue();
    }

    @Test
    void anInterruptAndAClosedNodeAreErrorsAndLeaveNothingBehind() throws Exception {
        QuorateLockService service = serviceOf(open());
        Thread.currentThread().interrupt();
        assertThatThrownBy(service::waitForLock)
                .isInstanceOf(LockException.class)
                .hasMessageContaining("Interrupted");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(isFree(cluster.node(1))).isTrue();
        cluster.node(0).close();
        assertThatThrownBy(service::waitForLock)
                .isInstanceOf(LockException.class)
                .hasMessageContaining("was not run");
    }
}
