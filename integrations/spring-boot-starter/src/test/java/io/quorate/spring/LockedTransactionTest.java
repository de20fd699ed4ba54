// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.api.LockLostException;
import io.quorate.api.Locks;
import io.quorate.spring.boot.LockedAutoConfiguration;
import io.quorate.spring.boot.LockedTransactionsAutoConfiguration;
import io.quorate.spring.boot.QuorateAutoConfiguration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** {@code @Locked} and {@code @Transactional} on one method: the lock is outside. */
@Tag("threads")
final class LockedTransactionTest {
    private final ApplicationContextRunner contexts = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    QuorateAutoConfiguration.class,
                    LockedAutoConfiguration.class,
                    LockedTransactionsAutoConfiguration.class))
            .withPropertyValues("quorate.in-memory=true")
            .withUserConfiguration(Application.class);

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    static class Application {
        @Bean
        Transactions transactions(Locks locks) {
            return new Transactions(locks);
        }

        @Bean
        Account account() {
            return new Account();
        }
    }

    /** Writes down what is asked of it, and whether the lock is held then. */
    static final class Transactions extends AbstractPlatformTransactionManager {
        private static final long serialVersionUID = 1L;
        private final transient Locks locks;
        final transient List<String> said = new ArrayList<>();

        Transactions(Locks locks) {
            this.locks = locks;
        }

        private void say(String what) {
            said.add(what + (locks.lock("account").isLocked() ? " under the lock" : " without the lock"));
        }

        @Override
        protected Object doGetTransaction() {
            return new Object();
        }

        @Override
        protected void doBegin(Object transaction, TransactionDefinition definition) {
            say("begin");
        }

        @Override
        protected void doCommit(DefaultTransactionStatus status) {
            say("commit");
        }

        @Override
        protected void doRollback(DefaultTransactionStatus status) {
            say("rollback");
        }
    }

    static class Account {
        @Locked(name = "account")
        @Transactional
        public void credit() {}

        @Locked(name = "account")
        @Transactional
        public void loseTheLock() {
            LockedTest.lose(LockedHold.current());
        }
    }

    @Test
    void theTransactionBeginsAndCommitsUnderTheLock() {
        contexts.run(context -> {
            context.getBean(Account.class).credit();
            assertThat(context.getBean(Transactions.class).said)
                    .containsExactly("begin under the lock", "commit under the lock");
        });
    }

    @Test
    void aTransactionWhoseLockWasLostIsRolledBack() {
        contexts.run(context -> {
            assertThatThrownBy(() -> context.getBean(Account.class).loseTheLock())
                    .isInstanceOf(LockLostException.class);
            assertThat(context.getBean(Transactions.class).said)
                    .containsExactly("begin under the lock", "rollback without the lock");
        });
    }
}
