// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.example;

import io.quorate.api.Locks;
import io.quorate.spring.Locked;
import io.quorate.spring.LockedHold;
import io.quorate.spring.OnBusy;
import java.io.IOException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** A job that every replica schedules, and one runs. */
@Component
class Reports {
    private final Locks locks;
    private final RunLog log;

    Reports(Locks locks, RunLog log) {
        this.locks = locks;
        this.log = log;
    }

    /** Every 3 s. The lock stays taken for 2 s, so a replica that is a little late skips this tick too. */
    @Scheduled(cron = "*/3 * * * * *")
    @Locked(name = "report", onBusy = OnBusy.SKIP, atLeast = "2s")
    public void report() throws IOException {
        log.add(new RunLog.Run(locks.nodeId(), LockedHold.current().fence()));
    }
}
