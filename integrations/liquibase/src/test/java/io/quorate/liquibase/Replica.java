package io.quorate.liquibase;

import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import java.time.Duration;
import java.util.List;

/** A replica of a service that migrates its database when it starts: a process of its own. */
final class Replica {
    static final Duration LEASE = Duration.ofSeconds(2);

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
            new Migrations(args[1]).update(CHANGE_SETS);
            System.out.println("migrated");
            System.in.read(); // a voter for the others until the test closes this
        }
    }
}
