// SPDX-License-Identifier: Apache-2.0
package io.quorate.liquibase;

import java.util.List;
import java.util.Optional;
import liquibase.Scope;
import liquibase.change.Change;
import liquibase.database.Database;
import liquibase.exception.DatabaseException;
import liquibase.exception.LockException;
import liquibase.executor.jvm.JdbcExecutor;
import liquibase.snapshot.SnapshotGeneratorFactory;
import liquibase.sql.visitor.SqlVisitor;
import liquibase.statement.SqlStatement;
import liquibase.statement.core.CreateDatabaseChangeLogTableStatement;

/**
 * Looks before each writing statement of a migration whether its changelog lock is still held, and refuses the statement if not. Liquibase
 * loads it; applications have nothing to do with it.
 *
 * <p>A database with an executor of its own (Snowflake) keeps that one: then only the end of the migration says that the lock was lost.
 */
public final class GuardedExecutor extends JdbcExecutor {
    @Override
    public int getPriority() {
        return PRIORITY_DATABASE;
    }

    @Override
    public boolean supports(Database present) {
        return super.supports(present) && QuorateLockService.isFor(present);
    }

    /**
     * Refuses a change set whose migration does not have the lock. Two migrations at once in one process share state in Liquibase 4, and one
     * of them can then go on without having taken the lock.
     */
    @Override
    public void execute(Change change, List<SqlVisitor> sqlVisitors) throws DatabaseException {
        if (Scope.getCurrentScope().has(Scope.Attr.changeSet)
                && ChangelogHold.of(database).isEmpty()) {
            throw new DatabaseException(
                    "The change set was not executed, because its migration does not have the changelog lock. Liquibase may have"
                            + " skipped the lock: run only one migration at a time in a process.");
        }
        super.execute(change, sqlVisitors);
    }

    @Override
    public void execute(SqlStatement sql, List<SqlVisitor> sqlVisitors) throws DatabaseException {
        if (sql instanceof CreateDatabaseChangeLogTableStatement
                && ChangelogHold.of(database).isEmpty()) {
            createUnderTheLock(sql, sqlVisitors);
            return;
        }
        guarded(() -> {
            super.execute(sql, sqlVisitors);
            return 0;
        });
    }

    @Override
    public int update(SqlStatement sql, List<SqlVisitor> sqlVisitors) throws DatabaseException {
        return guarded(() -> super.update(sql, sqlVisitors));
    }

    private interface Statement {
        int run() throws DatabaseException;
    }

    private int guarded(Statement statement) throws DatabaseException {
        Optional<ChangelogHold> held = ChangelogHold.of(database);
        if (held.isEmpty()) {
            return statement.run();
        }
        held.get().requireValid();
        try {
            return statement.run();
        } catch (DatabaseException | RuntimeException failure) {
            held.get().failed(failure);
            throw failure;
        }
    }

    /** Liquibase creates this table before it takes the lock: of two replicas that start together, one would fail. */
    private void createUnderTheLock(SqlStatement sql, List<SqlVisitor> sqlVisitors) throws DatabaseException {
        QuorateLockService service = new QuorateLockService();
        service.setDatabase(database);
        try {
            service.waitForLock();
            try {
                if (!SnapshotGeneratorFactory.getInstance().hasDatabaseChangeLogTable(database)) {
                    super.execute(sql, sqlVisitors);
                    database.commit();
                }
            } finally {
                service.releaseLock();
            }
        } catch (LockException failure) {
            throw new DatabaseException(failure.getMessage(), failure);
        }
    }
}
