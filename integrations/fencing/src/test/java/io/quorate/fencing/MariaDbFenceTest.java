// SPDX-License-Identifier: Apache-2.0
package io.quorate.fencing;

import io.quorate.fencing.JdbcFence.Dialect;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** On a real MariaDB that the test starts, with the statements for MySQL; skipped where there is none. */
@Tag("long")
@Tag("threads")
class MariaDbFenceTest {
    private static DatabaseServer server;

    @BeforeAll
    static void startServer() throws Exception {
        server = MariaDbServer.start();
    }

    @AfterAll
    static void stopServer() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    abstract static class OnMariaDb extends JdbcFenceContract {
        @Override
        Dialect dialect() {
            return Dialect.MYSQL;
        }

        @Override
        boolean padsSpaces() {
            return true;
        }
    }

    @Nested
    class AsUsual extends OnMariaDb {
        @Override
        String url() {
            return server.url();
        }
    }

    /** The driver counts only rows that an update has changed: an equal fence changes none. */
    @Nested
    class WithAffectedRows extends OnMariaDb {
        @Override
        String url() {
            return server.url() + "&useAffectedRows=true";
        }
    }
}
