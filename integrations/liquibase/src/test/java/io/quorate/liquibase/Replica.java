// SPDX-License-Identifier: Apache-2.0
package io.quorate.liquibase;

import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import liquibase.exception.LiquibaseException;

/** A replica of a service that migrates its database when it starts: a process of its own. */
final class Replica {
    static final Duration LEASE = Duration.ofSeconds(6);

    /** The second change set waits at the gate, in the process of the database. */
    static final String[] CHANGE_SETS = {
        "CREATE TABLE orders (id INT)", Gate.CALL, "INSERT INTO orders VALUES (1)", "INSERT INTO orders VALUES (2)"
    };

    private Replica() {}

    /**
     * Ends when the migration has.
     *
     * @param args the id of this member, the URL of the database, the members
     */
    public static void main(String[] args) throws Exception {
        LocksConfig config = LocksConfig.of(List.of(args).subList(2, args.length))
                .nodeId(args[0])
                .lease(LEASE);
        try (Locks locks = Locks.start(config)) {
            QuorateLockService.use(locks);
            migrate(new Migrations(args[1]));
            System.out.println("migrated");
            System.in.read(); // a voter for the others until the test closes this
        }
    }

    /** Again if it fails, as a replica that is started again would: on a busy machine a migration can lose its lock. */
    private static void migrate(Migrations database) throws SQLException {
        for (boolean done = false; !done; ) {
            try {
                database.update(CHANGE_SETS);
                done = true;
            } catch (LiquibaseException failure) {
                System.getLogger(Replica.class.getName())
                        .log(System.Logger.Level.WARNING, "The migration failed.", failure);
            }
        }
    }
}
