// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.LocksConfig;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("threads")
@Timeout(120)
class ContactsTest {
    /** The resolver of a machine may wait for a name server for minutes. The node reports it, and asks again. */
    @Test
    void aResolverThatHangsDoesNotHangTheNode() {
        CountDownLatch never = new CountDownLatch(1);
        LocksConfig config = LocksConfig.contacts("dns:quorate.example:7400");
        Contacts.Resolver resolver = host -> {
            try {
                never.await();
            } catch (InterruptedException interruption) {
                throw new AssertionError(interruption);
            }
            return new InetAddress[0];
        };
        Contacts contacts = new Contacts(config, "d", resolver, Duration.ofMillis(10));
        assertThat(contacts.rosterAtOnce().newest()).isNull();
        assertThat(contacts.lastFailure()).contains("quorate.example was not resolved within 10 ms");
        never.countDown();
    }

    /** A node asks its contacts every second as long as it has no quorum. */
    @Test
    void aResolverThatHangsTakesOneThreadHoweverOftenTheNodeAsks() {
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger lookups = new AtomicInteger();
        Contacts.Resolver resolver = host -> {
            lookups.incrementAndGet();
            try {
                never.await();
            } catch (InterruptedException interruption) {
                throw new AssertionError(interruption);
            }
            return new InetAddress[0];
        };
        Contacts contacts =
                new Contacts(LocksConfig.contacts("dns:quorate.example:7400"), "d", resolver, Duration.ofMillis(10));
        for (int asked = 0; asked < 20; asked++) {
            assertThat(contacts.rosterAtOnce().newest()).isNull();
        }
        assertThat(lookups).hasValue(1);
        assertThat(contacts.lastFailure()).contains("quorate.example was not resolved within 10 ms");
        never.countDown();
    }
}
