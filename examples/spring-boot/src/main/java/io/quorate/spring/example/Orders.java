// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.example;

import io.quorate.spring.Locked;
import io.quorate.spring.OnBusy;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/** Work that a user asks for, at any replica: no order is shipped twice at once. */
@Component
class Orders {
    private static final long SECONDS = 10;

    /** Takes 10 s, so that the lock can be seen on the pages of the other replicas. */
    @Locked(name = "orders/#{#order}", onBusy = OnBusy.FAIL)
    public void ship(String order) throws InterruptedException {
        TimeUnit.SECONDS.sleep(SECONDS);
    }
}
