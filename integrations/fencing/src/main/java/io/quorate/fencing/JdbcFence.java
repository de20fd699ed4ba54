// SPDX-License-Identifier: Apache-2.0
package io.quorate.fencing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Rejects late writes in the database: those of a holder that has lost its lock. A process can be paused after {@code Hold.isValid()}
 * and write late. Only the database knows that a later holder has written.
 *
 * <pre>{@code
 * JdbcFence guard = new JdbcFence();
 * connection.setAutoCommit(false);
 * guard.check(connection, "orders/42", hold.fence());
 * update(connection);
 * connection.commit();
 * }</pre>
 *
 * <p>The check is an {@code UPDATE} of one row for each lock name. Its row lock lasts until the transaction ends. So a later holder waits for
 * this transaction, and the late write of an earlier one is rejected. {@link #schema} returns the statement that creates the table.
 */
public final class JdbcFence {
    private static final String USUAL_TABLE = "quorate_fence";
    private static final Pattern TABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)?");

    private final String table;

    /** The SQL dialects. */
    public enum Dialect {
        /** PostgreSQL. */
        POSTGRESQL("", ""),
        /** H2. */
        H2("", ""),
        /**
         * MySQL and MariaDB. The statement sets a binary collation, because names of locks are case-sensitive. Names that differ only by
         * trailing spaces share one row: a holder of one may be rejected because of the other. Only the engine InnoDB has row locks that
         * last until the transaction ends.
         */
        MYSQL(" CHARACTER SET utf8mb4 COLLATE utf8mb4_bin", " ENGINE=InnoDB");

        private final String ofNames;
        private final String ofTable;

        Dialect(String ofNames, String ofTable) {
            this.ofNames = ofNames;
            this.ofTable = ofTable;
        }
    }

    /** Uses the table {@code quorate_fence}. */
    public JdbcFence() {
        this(USUAL_TABLE);
    }

    /**
     * Uses another table.
     *
     * @param table the name of the table, with its schema if needed, as in {@code locks.fence}
     */
    public JdbcFence(String table) {
        if (!TABLE.matcher(table).matches()) {
            throw new IllegalArgumentException(
                    "\"" + table
                            + "\" is no name of a table: give letters, digits and _, with a schema and a dot before it if you like.");
        }
        this.table = table;
    }

    /**
     * Returns the statement that creates the table. Run it once, with your other migrations.
     *
     * @param dialect the SQL dialect of the database
     * @return a {@code CREATE TABLE} statement
     */
    public String schema(Dialect dialect) {
        return "CREATE TABLE " + table + " (lock_name VARCHAR(512)" + dialect.ofNames
                + " NOT NULL PRIMARY KEY, fence BIGINT NOT NULL)" + dialect.ofTable;
    }

    /**
     * Checks the fencing token in the current transaction, and stores it. Call it before the first write.
     *
     * @param connection a connection with an open transaction
     * @param lockName the lock
     * @param fence the fencing token of the hold
     * @throws StaleFenceException if a holder with a higher token has written: roll back
     * @throws IllegalStateException if the connection is in auto-commit mode: the row lock would end at once
     * @throws SQLException from the database, such as a deadlock or a serialization failure: roll back and retry
     */
    public void check(Connection connection, String lockName, long fence) throws SQLException {
        Objects.requireNonNull(lockName, "The name of the lock must not be null.");
        Fences.requireSound(fence);
        if (connection.getAutoCommit()) {
            throw new IllegalStateException(
                    "The connection commits after every statement, so the check would protect nothing."
                            + " Call setAutoCommit(false), or begin a transaction, before check().");
        }
        boolean passed = raise(connection, lockName, fence)
                || insert(connection, lockName, fence)
                || raise(connection, lockName, fence);
        if (!passed) {
            requireNewest(connection, lockName, fence);
        }
    }

    /** Whether the row is there, and has no higher fence. */
    private boolean raise(Connection connection, String lockName, long fence) throws SQLException {
        String sql = "UPDATE " + table + " SET fence = ? WHERE lock_name = ? AND fence <= ?";
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            update.setLong(1, fence);
            update.setString(2, lockName);
            update.setLong(3, fence);
            return update.executeUpdate() > 0;
        }
    }

    /** Whether this is the first holder of all; false if the row is there, maybe only since a moment ago. */
    private boolean insert(Connection connection, String lockName, long fence) throws SQLException {
        Savepoint before =
                connection.setSavepoint(); // without it a refused row would end the transaction in PostgreSQL
        String sql = "INSERT INTO " + table + " (lock_name, fence) VALUES (?, ?)";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, lockName);
            insert.setLong(2, fence);
            insert.executeUpdate();
            connection.releaseSavepoint(before);
            return true;
        } catch (SQLException failure) {
            if (!isDuplicate(failure)) {
                throw failure; // after a deadlock MySQL has no savepoint to go back to
            }
            connection.rollback(before);
            return false;
        }
    }

    /** Class 23 of the SQL standard: an integrity constraint. The table has no other than that of its key. */
    private static boolean isDuplicate(SQLException failure) {
        String state = failure.getSQLState();
        return state != null && state.startsWith("23");
    }

    /** A driver may count only rows that it has changed, so an equal fence looks like a refused one: this decides, and locks the row. */
    private void requireNewest(Connection connection, String lockName, long fence) throws SQLException {
        String sql = "SELECT fence FROM " + table + " WHERE lock_name = ? FOR UPDATE";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, lockName);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    throw new SQLException(
                            "The row of the lock \"" + lockName + "\" in " + table
                                    + " has just been deleted. Delete no rows of this table while locks are in use; roll back and try again.");
                }
                long newest = row.getLong(1);
                if (newest > fence) {
                    throw StaleFenceException.ofLock(lockName, fence, newest);
                }
            }
        }
    }
}
