// SPDX-License-Identifier: Apache-2.0
package io.quorate.liquibase;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import liquibase.Contexts;
import liquibase.Liquibase;
import liquibase.change.core.RawSQLChange;
import liquibase.changelog.ChangeSet;
import liquibase.changelog.DatabaseChangeLog;
import liquibase.database.Database;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.exception.LiquibaseException;
import liquibase.resource.ClassLoaderResourceAccessor;

/** Migrations of a database of H2: each statement is a change set of its own. */
final class Migrations {
    private final String url;

    Migrations(String url) {
        this.url = url;
    }

    Database open() throws SQLException, LiquibaseException {
        return DatabaseFactory.getInstance()
                .findCorrectDatabaseImplementation(new JdbcConnection(DriverManager.getConnection(url)));
    }

    /** Over this database; change sets have the numbers 1, 2, ... */
    static Liquibase of(Database database, String... statements) {
        DatabaseChangeLog log = new DatabaseChangeLog("changelog");
        int number = 0;
        for (String sql : statements) {
            ChangeSet set = new ChangeSet(String.valueOf(++number), "test", false, false, "changelog", null, null, log);
            set.addChange(new RawSQLChange(sql));
            log.addChangeSet(set);
        }
        return new Liquibase(log, new ClassLoaderResourceAccessor(), database);
    }

    void update(String... statements) throws SQLException, LiquibaseException {
        try (Database database = open()) {
            of(database, statements).update(new Contexts());
        }
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    List<String> column(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        }
    }

    /** The change sets that are recorded, in the order in which they were. */
    List<String> history() throws SQLException {
        return column("SELECT ID FROM DATABASECHANGELOG ORDER BY ORDEREXECUTED");
    }

    boolean hasLockTable() throws SQLException {
        return !column("SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_NAME = 'DATABASECHANGELOGLOCK'")
                .isEmpty();
    }
}
