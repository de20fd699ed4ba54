// SPDX-License-Identifier: Apache-2.0
package io.quorate.fencing;

import io.quorate.fencing.JdbcFence.Dialect;
import java.util.UUID;

class H2FenceTest extends JdbcFenceContract {
    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000";

    @Override
    String url() {
        return url;
    }

    @Override
    Dialect dialect() {
        return Dialect.H2;
    }
}
