// SPDX-License-Identifier: Apache-2.0
package io.quorate.liquibase;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A statement that waits in the middle of a migration, as a function of H2: {@code CALL GATE()}. It runs in the process of the database. */
public final class Gate {
    static final String CREATE = "CREATE ALIAS IF NOT EXISTS GATE FOR \"io.quorate.liquibase.Gate.pass\"";
    static final String CALL = "CALL GATE()";

    private static final AtomicReference<Gate> PRESENT = new AtomicReference<>(new Gate());

    private final CountDownLatch open = new CountDownLatch(1);
    private final AtomicInteger arrivals = new AtomicInteger();

    private Gate() {}

    /** A new gate, which is shut. */
    static Gate shut() {
        Gate gate = new Gate();
        PRESENT.set(gate);
        return gate;
    }

    /** Called by H2. */
    public static int pass() throws InterruptedException {
        Gate gate = PRESENT.get();
        int number = gate.arrivals.incrementAndGet();
        if (!gate.open.await(120, TimeUnit.SECONDS)) {
            throw new IllegalStateException("nobody opened the gate");
        }
        return number;
    }

    int arrivals() {
        return arrivals.get();
    }

    void open() {
        open.countDown();
    }
}
