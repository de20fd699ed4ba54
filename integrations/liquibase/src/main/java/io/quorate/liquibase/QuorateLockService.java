// SPDX-License-Identifier: Apache-2.0
package io.quorate.liquibase;

import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import io.quorate.api.LockDescription;
import io.quorate.api.LockFailedException;
import io.quorate.api.LockUnavailableException;
import io.quorate.api.Locks;
import io.quorate.api.Registration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import liquibase.GlobalConfiguration;
import liquibase.Scope;
import liquibase.changelog.ChangeLogHistoryServiceFactory;
import liquibase.database.Database;
import liquibase.database.OfflineConnection;
import liquibase.database.core.MockDatabase;
import liquibase.exception.DatabaseException;
import liquibase.exception.LockException;
import liquibase.exception.UnexpectedLiquibaseException;
import liquibase.lockservice.DatabaseChangeLogLock;
import liquibase.lockservice.LockService;
import liquibase.lockservice.StandardLockService;
import liquibase.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Takes Liquibase's changelog lock from a Quorate cluster. A migration whose process dies frees the lock one lease later, so no lock stays
 * stuck in the lock table. Liquibase finds this class by itself; give it the locks of the process before Liquibase runs:
 *
 * <pre>{@code
 * QuorateLockService.use(locks);
 * liquibase.update();
 * }</pre>
 *
 * <p>All migrations of a cluster take the same lock, {@code liquibase/changelog}, whatever their database:
 * the URLs of one database can differ. {@link QuorateSettings#LOCK_NAME} changes it.
 *
 * <p>Needs no lock table and makes none. If one is there and says locked, a process without this class may be migrating: this one waits.
 */
public final class QuorateLockService implements LockService {
    /** Key of a {@link Scope}: the {@link Locks} that the migrations in this scope use, instead of those registered by {@link #use}. */
    public static final String SCOPE_KEY = "quorate.locks";

    /** Above those of the databases (5 and 10), below that of offline databases (5000). */
    private static final int PRIORITY = 100;

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE_WITHOUT_QUORUM = Duration.ofSeconds(1);

    private @Nullable Database attached;
    private @Nullable Long waitMinutes;
    private @Nullable Long recheckSeconds;

    /**
     * Uses these locks for all migrations of this process. Call it before Liquibase runs.
     *
     * @param locks the locks of this process
     * @return unregisters the locks when it is closed, unless others were registered since
     */
    public static Registration use(Locks locks) {
        return LockSource.register(locks);
    }

    /** Whether migrations of this database take the lock from here: not those that only write SQL to a file. */
    static boolean isFor(Database database) {
        return !(database.getConnection() instanceof OfflineConnection)
                && !(database instanceof MockDatabase)
                && QuorateSettings.ENABLED.getCurrentValue();
    }

    @Override
    public int getPriority() {
        return PRIORITY;
    }

    @Override
    public boolean supports(Database database) {
        return isFor(database);
    }

    @Override
    public void setDatabase(Database database) {
        this.attached = database;
    }

    private Database database() {
        return Objects.requireNonNull(attached, "The lock service has no database: call setDatabase first.");
    }

    @Override
    public void setChangeLogLockWaitTime(long changeLogLockWaitTime) {
        this.waitMinutes = changeLogLockWaitTime;
    }

    @Override
    public void setChangeLogLockRecheckTime(long changeLogLockRecheckTime) {
        this.recheckSeconds = changeLogLockRecheckTime;
    }

    private Duration waitTime() {
        return Duration.ofMinutes(
                waitMinutes != null ? waitMinutes : GlobalConfiguration.CHANGELOGLOCK_WAIT_TIME.getCurrentValue());
    }

    private Duration recheckTime() {
        Duration configured = Duration.ofSeconds(
                recheckSeconds != null
                        ? recheckSeconds
                        : GlobalConfiguration.CHANGELOGLOCK_POLL_RATE.getCurrentValue());
        return configured.compareTo(SHORTEST_PAUSE) < 0 ? SHORTEST_PAUSE : configured;
    }

    /** Whether this database has the lock now, by the clock too. */
    @Override
    public boolean hasChangeLogLock() {
        return ChangelogHold.of(database()).map(ChangelogHold::isValid).orElse(false);
    }

    /** Waits as long as Liquibase is configured to, for the holder, for a quorum of voters, and for a locked row in the lock table. */
    @Override
    public void waitForLock() throws LockException {
        long deadline = System.nanoTime() + waitTime().toNanos();
        if (isHeldAlready()) {
            return;
        }
        LockSource source = LockSource.current();
        try {
            Hold hold = awaitHold(source, deadline);
            beginUnder(source, hold, () -> awaitLockTable(deadline));
        } catch (LockFailedException failure) {
            throw failed(failure);
        } catch (InterruptedException interruption) {
            throw interrupted(source, interruption);
        }
    }

    /** Takes the lock now, or not at all: false if another process has it, or the lock table says so. */
    @Override
    public boolean acquireLock() throws LockException {
        if (isHeldAlready()) {
            return true;
        }
        LockSource source = LockSource.current();
        try {
            Optional<Hold> hold = source.lock().tryAcquire();
            return hold.isPresent()
                    && beginUnder(source, hold.get(), () -> lockTable().listLocks().length == 0);
        } catch (LockFailedException failure) {
            throw failed(failure);
        } catch (InterruptedException interruption) {
            throw interrupted(source, interruption);
        }
    }

    /** A lost hold is reported once and then dropped, so that the next call takes the lock again. */
    private boolean isHeldAlready() throws LockException {
        Optional<ChangelogHold> held = ChangelogHold.of(database());
        if (held.isEmpty()) {
            return false;
        }
        if (held.get().isValid()) {
            return true;
        }
        ChangelogHold.remove(database());
        throw held.get()
                .close()
                .map(LockException::new)
                .orElseGet(() -> new LockException("The changelog lock was lost before. Start the migration again."));
    }

    private Hold awaitHold(LockSource source, long deadline) throws LockException, InterruptedException {
        DistributedLock lock = source.lock();
        Duration timeout = Duration.ZERO;
        while (true) {
            try {
                Optional<Hold> hold = lock.tryAcquire(timeout);
                if (hold.isPresent()) {
                    return hold.get();
                }
                if (left(deadline).isZero()) {
                    throw new LockException("Could not acquire the changelog lock within "
                            + waitTime().toMinutes() + " min. "
                            + lock.describe()
                            + " Wait longer with liquibase.changelogLockWaitTimeInMinutes, or stop that process:"
                            + " one lease later the lock is free.");
                }
                if (timeout.isZero()) {
                    log().info("Waiting for the changelog lock. " + lock.describe());
                }
                timeout = left(deadline);
            } catch (LockUnavailableException unavailable) {
                // Replicas that start together find no quorum at first.
                if (left(deadline).isZero()) {
                    throw unavailable;
                }
                log().info("Waiting for the changelog lock. " + unavailable.getMessage());
                pause(shorter(recheckTime(), LONGEST_PAUSE_WITHOUT_QUORUM), deadline);
            }
        }
    }

    /** A process without Quorate locks by a row of its lock table. Its lock counts here too, so that one can go over to Quorate. */
    private boolean awaitLockTable(long deadline) throws LockException, InterruptedException {
        for (DatabaseChangeLogLock[] rows = lockTable().listLocks();
                rows.length > 0;
                rows = lockTable().listLocks()) {
            String row = "The table " + database().getDatabaseChangeLogLockTableName() + " says that "
                    + rows[0].getLockedBy()
                    + " has the lock since " + rows[0].getLockGranted().toInstant()
                    + ": a process without quorate-liquibase migrates, or has died while it did.";
            if (left(deadline).isZero()) {
                throw new LockException("Could not acquire the changelog lock within "
                        + waitTime().toMinutes() + " min. " + row + " If it has died, run release-locks once.");
            }
            log().info("Waiting for the changelog lock. " + row);
            pause(recheckTime(), deadline);
        }
        return true;
    }

    /** The conditions for a migration to begin, besides the lock. */
    private interface Condition {
        boolean isMet() throws LockException, InterruptedException;
    }

    /** Keeps the hold for the database if the condition is met; else, and after every failure, gives it back. */
    private boolean beginUnder(LockSource source, Hold hold, Condition condition)
            throws LockException, InterruptedException {
        boolean begun = false;
        try {
            // Ends what was read before the lock was held: others may have migrated since.
            database().rollback();
            if (condition.isMet()) {
                Scope.getCurrentScope()
                        .getSingleton(ChangeLogHistoryServiceFactory.class)
                        .resetAll();
                database().setCanCacheLiquibaseTableInfo(true);
                new ChangelogHold(source.locks(), hold).keepFor(database());
                begun = true;
                log().info("Acquired the changelog lock \"" + source.name() + "\".");
            }
            return begun;
        } catch (DatabaseException failure) {
            throw new LockException(
                    "The changelog lock was given back, because the database failed: " + failure.getMessage(), failure);
        } finally {
            if (!begun) {
                hold.close();
            }
        }
    }

    /**
     * Gives the lock back; does nothing if this database does not have it. Uncommitted changes are rolled back first.
     *
     * @throws UnexpectedLiquibaseException if the lock was lost and no statement has failed for it. Liquibase only logs a {@link
     *     LockException} from here, and would call the migration a success
     */
    @Override
    public void releaseLock() throws LockException {
        Optional<ChangelogHold> held = ChangelogHold.remove(database());
        if (held.isEmpty()) {
            return;
        }
        database().setCanCacheLiquibaseTableInfo(false);
        try {
            database().rollback();
        } catch (DatabaseException | RuntimeException failure) {
            log().warning("Could not roll back before the changelog lock was released.", failure);
        }
        Optional<UnexpectedLiquibaseException> loss = held.get().close();
        if (loss.isPresent()) {
            throw loss.get();
        }
        log().info("Released the changelog lock.");
    }

    /** The holders of the lock: those that the cluster reports, and those in a lock table that processes without Quorate use. */
    @Override
    public DatabaseChangeLogLock[] listLocks() throws LockException {
        List<DatabaseChangeLogLock> all = new ArrayList<>();
        try {
            LockDescription description = LockSource.current().lock().describe();
            for (LockDescription.Party holder : description.holders()) {
                String who = holder.label() + " of node " + holder.nodeId() + " (process " + holder.pid() + " on "
                        + holder.host() + ")";
                all.add(new DatabaseChangeLogLock(all.size() + 1, Date.from(holder.since()), who));
            }
            if (all.isEmpty() && !description.isFree()) {
                // The voters do not know since when.
                all.add(new DatabaseChangeLogLock(1, Date.from(Instant.now()), description.toString()));
            }
        } catch (LockFailedException failure) {
            throw new LockException(
                    "The holders of the changelog lock are not known: " + failure.getMessage(), failure);
        }
        for (DatabaseChangeLogLock row : lockTable().listLocks()) {
            all.add(new DatabaseChangeLogLock(
                    all.size() + 1, row.getLockGranted(), row.getLockedBy() + " (in the lock table)"));
        }
        return all.toArray(new DatabaseChangeLogLock[0]);
    }

    /**
     * Releases the lock if this process has it, and frees a locked row of the lock table. A migration of this process that has the lock stops
     * before its next statement.
     *
     * @throws LockException if another process has the lock: only its operator can take it away
     */
    @Override
    public void forceReleaseLock() throws LockException, DatabaseException {
        LockSource source = LockSource.current();
        ChangelogHold.releaseByForce(source.locks(), source.name());
        if (lockTable().listLocks().length > 0) {
            lockTable().forceReleaseLock();
        }
        try {
            LockDescription description = source.lock().describe();
            if (!description.isFree()) {
                throw new LockException(
                        "The changelog lock was not released, because another process has it. " + description
                                + " If that process is dead, the lock is free one lease after its end. If it lives, stop it, or take the lock away: quorate release "
                                + source.name() + " --force");
            }
        } catch (LockFailedException failure) {
            throw failed(failure);
        }
    }

    /** Forgets what is known of the history of the database. A lock that is held stays held. */
    @Override
    public void reset() {
        if (attached != null) {
            Scope.getCurrentScope()
                    .getSingleton(ChangeLogHistoryServiceFactory.class)
                    .getChangeLogService(attached)
                    .reset();
        }
    }

    /** Does nothing: the lock needs no table. */
    @Override
    public void init() {}

    /** Drops the lock table, if one is left of processes without Quorate. */
    @Override
    public void destroy() throws DatabaseException {
        lockTable().destroy();
    }

    /** The lock of processes without Quorate. A new object each time: it keeps what it has seen. */
    private LockService lockTable() {
        StandardLockService table = new StandardLockService();
        table.setDatabase(database());
        return table;
    }

    private static void pause(Duration length, long deadline) throws InterruptedException {
        Thread.sleep(shorter(length, left(deadline)).toMillis());
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Duration left(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    }

    private static LockException failed(LockFailedException failure) {
        return new LockException(
                "The migration was not run, because its lock could not be taken. " + failure.getMessage(), failure);
    }

    private static LockException interrupted(LockSource source, InterruptedException interruption) {
        Thread.currentThread().interrupt();
        return new LockException(
                "Interrupted while waiting for the changelog lock \"" + source.name()
                        + "\": the migration was not run.",
                interruption);
    }

    private Logger log() {
        return Scope.getCurrentScope().getLog(getClass());
    }
}
