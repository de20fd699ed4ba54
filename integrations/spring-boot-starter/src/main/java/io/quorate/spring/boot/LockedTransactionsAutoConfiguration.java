// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.boot;

import io.quorate.spring.LockedTransactions;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.ConfigurableTransactionManager;

/** A commit under a lost lock becomes a rollback. */
@AutoConfiguration
@ConditionalOnClass(ConfigurableTransactionManager.class)
public class LockedTransactionsAutoConfiguration {
    @Bean
    static LockedTransactions lockedTransactions() {
        return new LockedTransactions();
    }
}
