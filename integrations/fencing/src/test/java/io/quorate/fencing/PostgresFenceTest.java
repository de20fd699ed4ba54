// SPDX-License-Identifier: Apache-2.0
package io.quorate.fencing;

import io.quorate.fencing.JdbcFence.Dialect;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** On a real PostgreSQL that the test starts; skipped where there is none. */
@Tag("slow")
class PostgresFenceTest extends JdbcFenceContract {
    private static DatabaseServer server;

    @BeforeAll
    static void startServer() throws Exception {
        server = PostgresServer.start();
    }

    @AfterAll
    static void stopServer() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    @Override
    String url() {
        return server.url();
    }

    @Override
    Dialect dialect() {
        return Dialect.POSTGRESQL;
    }
}
