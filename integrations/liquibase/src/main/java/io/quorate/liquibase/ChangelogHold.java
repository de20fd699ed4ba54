// SPDX-License-Identifier: Apache-2.0
package io.quorate.liquibase;

import io.quorate.api.Hold;
import io.quorate.api.LockLostException;
import io.quorate.api.Locks;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import liquibase.database.Database;
import liquibase.exception.DatabaseException;
import liquibase.exception.UnexpectedLiquibaseException;
import org.jspecify.annotations.Nullable;

/**
 * The changelog lock, held for one database connection. Kept here and not in the lock service: Liquibase forgets its lock services at the end of
 * every command, also those of other threads, and asks a new one to release.
 */
final class ChangelogHold {
    private static final String AFTER_A_LOSS =
            " Another process may be migrating now. Change sets recorded in DATABASECHANGELOG are complete; the one"
                    + " after them may be executed in part. Check it, then start the migration again.";

    /** By identity: a database equals another one with the same connection, and its hash code changes when the connection is closed. */
    private static final Map<Database, ChangelogHold> HELD = Collections.synchronizedMap(new IdentityHashMap<>());

    private static final long WATCH_SECONDS = 1;

    private final Locks locks;
    private final Hold hold;
    private volatile boolean forced;
    private volatile boolean told;
    private volatile @Nullable Exception lastFailure;

    ChangelogHold(Locks locks, Hold hold) {
        this.locks = locks;
        this.hold = hold;
    }

    static Optional<ChangelogHold> of(Database database) {
        return Optional.ofNullable(HELD.get(database));
    }

    static Optional<ChangelogHold> remove(Database database) {
        return Optional.ofNullable(HELD.remove(database));
    }

    void keepFor(Database database) {
        HELD.put(database, this);
        watch(database);
    }

    /** Liquibase can forget to release, when two migrations run in one process at once: then the lock is free when the connection is closed. */
    private void watch(Database database) {
        CompletableFuture.delayedExecutor(WATCH_SECONDS, TimeUnit.SECONDS).execute(() -> {
            if (HELD.get(database) != this) {
                return;
            }
            if (!isClosed(database)) {
                watch(database);
            } else if (HELD.remove(database, this)) {
                hold.close();
                System.getLogger(ChangelogHold.class.getName())
                        .log(
                                System.Logger.Level.WARNING,
                                "Liquibase closed its connection without releasing the changelog lock \"{0}\": released now. Run only one"
                                        + " migration at a time in a process.",
                                hold.lockName());
            }
        });
    }

    private static boolean isClosed(Database database) {
        try {
            return database.getConnection() == null || database.getConnection().isClosed();
        } catch (DatabaseException unknown) {
            return false; // looked at again
        }
    }

    /** Ends all holds of this lock in this process, whichever migration has them. That migration stops before its next statement. */
    static int releaseByForce(Locks locks, String lockName) {
        List<ChangelogHold> all;
        synchronized (HELD) {
            all = HELD.values().stream()
                    .filter(each ->
                            each.locks.equals(locks) && each.hold.lockName().equals(lockName))
                    .toList();
        }
        for (ChangelogHold each : all) {
            each.forced = true;
            each.hold.close();
        }
        return all.size();
    }

    boolean isValid() {
        return !forced && hold.isValid();
    }

    /** Refuses a statement of a migration that no longer has its lock. */
    void requireValid() throws DatabaseException {
        if (!isValid()) {
            told = true;
            throw new DatabaseException(
                    "The statement was not executed: " + loss() + AFTER_A_LOSS,
                    hold.lossReason()
                            .map(reason -> new LockLostException(hold.lockName(), reason))
                            .orElse(null));
        }
    }

    private String loss() {
        String lock = "the changelog lock \"" + hold.lockName() + "\" ";
        return forced
                ? lock + "was released by force while this migration ran."
                : lock + "was lost, because "
                        + hold.lossReason().map(reason -> reason.because()).orElse("its lease may be over") + ".";
    }

    /** Remembers why a statement of the migration failed, in case a loss of the lock is what the caller gets to see. */
    void failed(Exception failure) {
        lastFailure = failure;
    }

    /** Gives the lock back. Returns what to throw if the lock was lost and no statement was refused for it. */
    Optional<UnexpectedLiquibaseException> close() {
        hold.close();
        boolean lost = forced || hold.lossReason().isPresent();
        return lost && !told
                ? Optional.of(new UnexpectedLiquibaseException(
                        "The migration ended without its lock: " + loss() + AFTER_A_LOSS, lastFailure))
                : Optional.empty();
    }
}
